/** The answers of a policy in examples, with every possible random pick. */
import { type Choice, type Game, Rng, type State } from '@ludoforge/kernel'
import { type Policy, policyOf } from '@ludoforge/play'
import type { Word } from '../parser/index.js'

/** The seed of the random picks of policies. */
export const EXAMPLE_SEED = 'an example'
/** Limit on the enumerated sequences of random picks. */
const MAX_SEQUENCES = 500

export class PolicyAnswers {
  readonly #policy: Policy

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

  /** All answers among which the policy picks at random. */
  left(state: State): readonly Choice[] | undefined {
    const found = new Map<string, readonly number[]>()
    const rng = new EnumeratingRng()
    for (let n = 0; n < MAX_SEQUENCES && rng.nextSequence(); n++) {
      const answers = this.#policy.left(state, rng)
      if (answers === undefined) return undefined
      for (const picks of answers) found.set([...picks].sort((a, b) => a - b).join(), picks)
    }
    return this.#policy.choices(state, [...found.values()])
  }

  /** The policy lines that decide, for one of the answers. */
  reasons(state: State): readonly string[] {
    const { lines = [] } = this.#policy.explain(state, new Rng(EXAMPLE_SEED)) ?? {}
    return lines.map(({ rule, code }) => (rule === undefined ? code : `${rule}: ${code}`))
  }
}

/** Enumerates every sequence of random picks, in odometer order. Determinizations use another generator. */
class EnumeratingRng extends Rng {
  readonly #picks: { value: number; of: number }[] = []
  #next = 0
  #started = false

  constructor() {
    super('lots')
  }

  /** Starts the next sequence. Returns `false` after the last one. */
  nextSequence(): boolean {
    this.#next = 0
    if (!this.#started) return (this.#started = true)
    for (let last = this.#picks.at(-1); last !== undefined; last = this.#picks.at(-1)) {
      if (++last.value < last.of) return true
      this.#picks.pop()
    }
    return false
  }

  override below(n: number): number {
    if (n <= 1) return 0
    const known = this.#picks[this.#next++]
    if (known !== undefined) return known.value
    this.#picks.push({ value: 0, of: n })
    return 0
  }

  override shuffle<T>(items: T[]): T[] {
    return new Rng('imagined').shuffle(items)
  }
}
