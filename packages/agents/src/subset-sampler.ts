import { type Question, type Rng, selectable } from '@ludoforge/kernel'

/**
 * Draws a random subset: an answer to a question of kind `many`. It reuses its buffers, so drawing allocates nothing,
 * unless options have costs and the kernel has to compute which are still affordable.
 */
export class SubsetSampler {
  #left = new Int32Array(64) // copies left of each option
  #open = new Int32Array(64) // options with copies left

  /** Draws a size within the bounds, then that many picks, or fewer if the budget runs out. */
  draw(question: Question, rng: Rng, picks: number[]): void {
    clearPicks(picks)
    const size = rng.range(question.min, question.max)
    if (question.costs === null) this.#drawFree(question, size, rng, picks)
    else drawPaid(question, size, rng, picks)
  }

  #drawFree({ values, counts }: Question, size: number, rng: Rng, picks: number[]): void {
    let count = values.length
    if (count > this.#left.length) {
      this.#left = new Int32Array(2 * count)
      this.#open = new Int32Array(2 * count)
    }
    const left = this.#left
    const open = this.#open
    for (let i = 0; i < count; i += 1) {
      left[i] = counts === null ? 1 : (counts[i] ?? 0)
      open[i] = i
    }
    while (picks.length < size && count > 0) {
      const at = rng.below(count)
      const option = open[at] ?? 0
      const copies = (left[option] ?? 0) - 1
      left[option] = copies
      picks.push(option)
      if (copies > 0) continue
      count -= 1
      open[at] = open[count] ?? 0
    }
  }
}

/** Empties the list by popping. Setting `length` is slower and frees the storage. */
export function clearPicks(picks: number[]): void {
  while (picks.length > 0) picks.pop()
}

/** `selectable` offers only picks that can still be completed, so this ends with at least `min`. */
function drawPaid(question: Question, size: number, rng: Rng, picks: number[]): void {
  while (picks.length < size) {
    const options = selectable(question, picks)
    const option = options[rng.below(options.length)]
    if (option === undefined) return
    picks.push(option)
  }
}
