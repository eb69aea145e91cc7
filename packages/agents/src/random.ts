import { type Ask, type Game, Rng, type State } from '@ludoforge/kernel'
import type { Agent } from './agent.js'
import { Selector } from './selector.js'

/** Takes any legal answer. Fast: what it returns and what it works with are made once. */
export class RandomAgent implements Agent {
  readonly name = 'random'
  readonly #rng: Rng
  readonly #picks: number[] = []
  readonly #selector = new Selector()

  constructor(seed: number | string) {
    this.#rng = new Rng(seed)
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    const ask = game.ask(state, seat)
    if (ask === undefined) throw new Error('This seat has nothing to choose.')
    drawAnswer(ask, this.#rng, this.#selector, this.#picks)
    return this.#picks
  }
}

/** Fills `picks` with a random legal answer. Declining counts as one more option, and so does each offer. */
export function drawAnswer(ask: Ask, rng: Rng, selector: Selector, picks: number[]): void {
  const offers = ask.offers.length
  if (offers > 0) {
    const own = ask.values.length + (ask.optional || ask.kind === 'many' ? 1 : 0)
    const drawn = rng.below(own + offers)
    if (drawn >= own) {
      only(picks, own - 1 - drawn)
      return
    }
  }
  if (ask.kind === 'many') {
    selector.draw(ask, rng, picks)
    return
  }
  const count = ask.kind === 'one' ? ask.values.length : ask.max - ask.min + 1
  const drawn = rng.below(ask.optional ? count + 1 : count)
  if (drawn === count) {
    picks.length = 0
    return
  }
  only(picks, ask.kind === 'one' ? drawn : ask.min + drawn)
}

/** Makes the list hold one pick. Setting the length of an array is slow. */
function only(picks: number[], pick: number): void {
  if (picks.length > 1) picks.length = 1
  picks[0] = pick
}
