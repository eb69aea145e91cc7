import { type Question, type Rng, selectable } from '@ludoforge/kernel'

/**
 * Draws answers to questions of the kind `many`. It keeps its lists from one question to the next, so that
 * drawing allocates nothing, except where costs make it ask the kernel what can still be paid.
 */
export class Selector {
  readonly #left: number[] = [] // copies left of each option
  readonly #open: number[] = [] // options with copies left

  /** A random size within the bounds, then random picks; fewer if the budget does not reach. */
  draw(question: Question, rng: Rng, picks: number[]): void {
    picks.length = 0
    const size = rng.range(question.min, question.max)
    if (question.costs === null) this.#drawFree(question, size, rng, picks)
    else drawPaid(question, size, rng, picks)
  }

  #drawFree({ values, counts }: Question, size: number, rng: Rng, picks: number[]): void {
    const left = this.#left
    const open = this.#open
    left.length = 0
    open.length = 0
    for (let i = 0; i < values.length; i += 1) {
      left.push(counts === null ? 1 : (counts[i] ?? 0))
      open.push(i)
    }
    while (picks.length < size && open.length > 0) {
      const at = rng.below(open.length)
      const option = open[at] ?? 0
      const rest = (left[option] ?? 0) - 1
      left[option] = rest
      picks.push(option)
      if (rest > 0) continue
      const last = open.pop()
      if (last !== undefined && at < open.length) open[at] = last
    }
  }
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
