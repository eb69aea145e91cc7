/** One look of a policy at a question: what is asked, and what it works with. Used again when it is over. */
import { type Question, type Rng, selectable, type State } from '@ludoforge/kernel'
import { type Machine, NO_ITEMS } from '@ludoforge/kernel/internal'
import type { FiredLine } from './narrowing.js'

/** What a policy needs to know of a question. */
export type PolicyQuestion = Pick<
  Question,
  'kind' | 'values' | 'counts' | 'costs' | 'min' | 'max' | 'budget' | 'optional' | 'offers'
>

export class DecisionScratch {
  // What `after` and `would` start from.
  pick: number | null = null // the option that is looked at
  picks: readonly number[] = NO_ITEMS
  imagined: State | null = null
  asItIs: State | null = null // nothing hidden is replaced in it: for actions that go by nothing hidden
  readonly futures = new Map<number, State>() // by action: the position after it
  readonly copies: State[] = [] // all that were made for it
  // What holds again after it.
  thinker: Machine['thinker'] = null
  still = 0
  readonly said: FiredLine[] = [] // the lines that have had a say
  /** The options that are narrowed; behind them lies what was left of others. */
  readonly open: number[] = []
  private readonly left: number[] = [] // of each option, when several are picked
  private readonly sole = [0]

  /** `asked` is the question at hand of the game; it is kept only by who looks ahead, where others are asked. */
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
    truncate(this.said, 0)
  }

  /** Opens so many options. */
  openAll(count: number): number {
    const { open } = this
    for (let i = 0; i < count; i++) open[i] = i
    return count
  }

  /** The first of the open options, in a list that holds until the next look. */
  first(count: number): readonly number[] {
    if (count !== 1) return this.open.slice(0, count)
    this.sole[0] = this.open[0]
    return this.sole
  }

  /** From here on options are picked one after the other. */
  beginPicking(): void {
    const { left } = this
    const { values, counts } = this.asked
    for (let i = 0; i < values.length; i++) left[i] = counts === null ? 1 : counts[i]
  }

  /** Opens what can be picked after these picks, and says how many options that are. */
  openMore(picks: readonly number[]): number {
    const { open, left, asked } = this
    const { values, costs } = asked
    let count = 0
    if (costs === null) {
      const last = picks.at(-1)
      if (last !== undefined) left[last]--
      for (let i = 0; i < values.length; i++) if (left[i] > 0) open[count++] = i
    } else for (const i of selectable(asked, picks)) open[count++] = i
    return count
  }
}

/** Setting the length of a list would give back its room. */
export function truncate(list: unknown[], length: number): void {
  while (list.length > length) list.pop()
}
