/** The scratch memory of one policy decision, reused for the next. */
import { present, type Question, type Rng, selectable, type State } from '@ludoforge/kernel'
import { type Machine, NO_ITEMS } from '@ludoforge/kernel/internal'

/** The fields of a question that a policy uses. */
export type PolicyQuestion = Pick<
  Question,
  'kind' | 'values' | 'counts' | 'costs' | 'min' | 'max' | 'budget' | 'optional' | 'offers'
>

export class DecisionScratch {
  // The start of `after` and `would`.
  pick: number | null = null // the current option
  picks: readonly number[] = NO_ITEMS
  imagined: State | null = null
  asItIs: State | null = null // a plain copy, for actions that don't depend on hidden information
  readonly futures = new Map<number, State>() // by action: the position after it
  readonly copies: State[] = [] // to return to the pool
  // To restore after the decision.
  thinker: Machine['thinker'] = null
  still = 0
  /** The open options. Entries beyond the current count are stale. */
  readonly open: number[] = []
  private readonly left: number[] = [] // the remaining count of each option, when several are picked
  private readonly sole = [0]

  /** `asked` is the game's open question. A lookahead replaces it by a copy, because it asks other questions. */
  constructor(
    public state: State,
    public rng: Rng,
    public asked: PolicyQuestion,
  ) {}

  begin(state: State, rng: Rng, asked: PolicyQuestion, thinker: Machine['thinker']): void {
    this.state = state
    this.rng = rng
    this.asked = asked
    this.pick = null
    this.picks = NO_ITEMS
    this.imagined = null
    this.asItIs = null
    this.thinker = thinker
    this.still = state.still
  }

  /** Opens the first `count` options. */
  openAll(count: number): number {
    const { open } = this
    for (let i = 0; i < count; i++) open[i] = i
    return count
  }

  /** Returns the first `count` open options, in a list that is valid until the next decision. */
  first(count: number): readonly number[] {
    if (count !== 1) return this.open.slice(0, count)
    this.sole[0] = present(this.open[0], 'an option is open.')
    return this.sole
  }

  /** Starts picking options one by one. */
  beginPicking(): void {
    const { left } = this
    const { values, counts } = this.asked
    for (let i = 0; i < values.length; i++) left[i] = counts?.[i] ?? 1
  }

  /** Opens the options that can be picked after these picks, and returns their number. */
  openMore(picks: readonly number[]): number {
    const { open, left, asked } = this
    const { values, costs } = asked
    let count = 0
    if (costs === null) {
      const last = picks.at(-1)
      if (last !== undefined) left[last] = (left[last] ?? 0) - 1
      for (let i = 0; i < values.length; i++) if ((left[i] ?? 0) > 0) open[count++] = i
    } else for (const i of selectable(asked, picks)) open[count++] = i
    return count
  }
}
