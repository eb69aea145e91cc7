/** What a seat answers by its policy, in examples: always the same lots, or all of them. */
import { type Choice, type Game, Rng, type State } from '@ludoforge/kernel'
import { type Policy, policyOf } from '@ludoforge/play'
import type { Word } from '../parser/index.js'

/** Answers in one turn, before it is given up. */
export const MOST_ANSWERS = 1000
/** Sets that the lot can make, before they are no longer told apart. */
const MOST_LOTS = 500

export class PolicyAnswers {
  readonly #policy: Policy
  readonly #rng = new Rng('an example')

  constructor(game: Game, seat: string, policy: Word | undefined) {
    this.#policy = policyOf(
      game,
      game.def.seats.findIndex(({ id }) => id === seat),
      policy?.text,
    )
  }

  get name(): string {
    return `The policy \`${this.#policy.name}\``
  }

  /** Its answer to the question that waits; undefined if it has no entry for it. */
  choice(state: State): Choice | undefined {
    const picks = this.#policy.choose(state, this.#rng)
    return picks === undefined ? undefined : this.#policy.choices(state, [picks])[0]
  }

  /** All answers that only the lot can tell apart. */
  left(state: State): readonly Choice[] | undefined {
    const found = new Map<string, readonly number[]>()
    const lots = new Lots()
    for (let n = 0; n < MOST_LOTS && lots.another(); n++) {
      const answers = this.#policy.left(state, lots)
      if (answers === undefined) return undefined
      for (const picks of answers) found.set([...picks].sort((a, b) => a - b).join(), picks)
    }
    return this.#policy.choices(state, [...found.values()])
  }

  /** The lines that decided last. */
  get reasons(): readonly string[] {
    return this.#policy.reasons().map(({ rule, text }) => (rule === undefined ? text : `${rule}: ${text}`))
  }
}

/** Draws every lot there is, one time after the other. Positions are imagined with another generator. */
class Lots extends Rng {
  readonly #drawn: { lot: number; of: number }[] = []
  #next = 0
  #begun = false

  constructor() {
    super('lots')
  }

  /** Begins anew with other lots; false if all were drawn. */
  another(): boolean {
    this.#next = 0
    if (!this.#begun) return (this.#begun = true)
    for (let last = this.#drawn.at(-1); last !== undefined; last = this.#drawn.at(-1)) {
      if (++last.lot < last.of) return true
      this.#drawn.pop()
    }
    return false
  }

  override below(n: number): number {
    if (n <= 1) return 0
    const known = this.#drawn[this.#next++]
    if (known !== undefined) return known.lot
    this.#drawn.push({ lot: 0, of: n })
    return 0
  }

  override shuffle<T>(items: T[]): T[] {
    return new Rng('imagined').shuffle(items)
  }
}
