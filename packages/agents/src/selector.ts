import { type Question, type Rng, selectable } from '@ludoforge/kernel'

/**
 * Draws answers to questions of the kind `many`. It keeps its lists from one question to the next, so that
 * drawing allocates nothing, except where costs make it ask the kernel what can still be paid.
 */
export class SubsetSampler {
  #left = new Int32Array(64) // copies left of each option
  #open = new Int32Array(64) // options with copies left

  /** A random size within the bounds, then random picks; fewer if the budget does not reach. */
  draw(question: Question, rng: Rng, picks: number[]): void {
    empty(picks)
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
      const rest = (left[option] ?? 0) - 1
      left[option] = rest
      picks.push(option)
      if (rest > 0) continue
      count -= 1
      open[at] = open[count] ?? 0
    }
  }
}

/** Setting the length of an array is slow, and gives back its room. */
export function empty(picks: number[]): void {
  while (picks.length > 0) picks.pop()
}

/** Every pick leaves a selection that can be completed, so this ends with at least `min`. */
function drawPaid(question: Question, size: number, rng: Rng, picks: number[]): void {
  while (picks.length < size) {
    const options = selectable(question, picks)
    const option = options[rng.below(options.length)]
    if (option === undefined) return
    picks.push(option)
  }
}
