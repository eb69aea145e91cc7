/** How others play, as far as it shows: by which of their policies. */
import { type Game, policyNames, type Rng, type State } from '@ludoforge/kernel'
import type { Policies } from './proposer.js'

const REMEMBERED = 200 // answers, until they are weighed

interface Seen {
  readonly before: State
  readonly seat: number
  readonly picks: readonly number[]
}

/** Counts which policies go with the answers of others. They are weighed only when it matters. */
export class Manners {
  readonly #seen: Seen[] = []
  readonly #met: number[][] = [] // by seat and policy: answers that go with it
  #game: Game | null = null

  /** `state`: before the answer. */
  watch(game: Game, state: State, seat: number, picks: readonly number[]): void {
    if (this.#game !== game) {
      this.#seen.length = 0
      this.#met.length = 0
      this.#game = game
    }
    const id = game.def.seats[seat]?.id ?? ''
    if (this.#seen.length >= REMEMBERED || policyNames(game.def, id).length < 2) return
    if (game.decision(state, id)?.secret !== true)
      this.#seen.push({ before: game.fork(state), seat, picks: [...picks] })
  }

  /** For every seat the number of the policy that goes best with what it did; of equals the first. */
  of(policies: Policies, rng: Rng): readonly number[] {
    for (const { before, seat, picks } of this.#seen) {
      const met = (this.#met[seat] ??= [])
      for (let set = 0; set < policies.sets(seat); set += 1)
        met[set] = (met[set] ?? 0) + (policies.goesWith(before, seat, set, picks, rng) ? 1 : 0)
    }
    this.#seen.length = 0
    return Array.from(this.#met, (met) =>
      met === undefined ? 0 : Math.max(0, met.indexOf(Math.max(...met))),
    )
  }
}
