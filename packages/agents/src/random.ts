import { type Question, type Game, Rng, type State } from '@ludoforge/kernel'
import type { Agent } from './agent.js'
import { clearPicks, SubsetSampler } from './subset-sampler.js'

/** Answers uniformly at random. It reuses its buffers, so a choice allocates nothing. */
export class RandomAgent implements Agent {
  readonly name = 'random'
  readonly #rng: Rng
  readonly #picks: number[] = []
  readonly #selector = new SubsetSampler()

  constructor(seed: number | string) {
    this.#rng = new Rng(seed)
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    const question = game.ask(state, seat)
    if (question === undefined) throw new Error('This seat has no decision to make.')
    drawAnswer(question, this.#rng, this.#selector, this.#picks)
    return this.#picks
  }
}

/** Fills `picks` with a random legal answer. Declining and each offer count as one option. */
export function drawAnswer(question: Question, rng: Rng, selector: SubsetSampler, picks: number[]): void {
  const offers = question.offers.length
  if (offers > 0) {
    const own = question.values.length + (question.optional || question.kind === 'many' ? 1 : 0)
    const drawn = rng.below(own + offers)
    if (drawn >= own) {
      setSinglePick(picks, own - 1 - drawn)
      return
    }
  }
  if (question.kind === 'many') {
    selector.draw(question, rng, picks)
    return
  }
  const count = question.kind === 'one' ? question.values.length : question.max - question.min + 1
  const drawn = rng.below(question.optional ? count + 1 : count)
  if (drawn === count) {
    clearPicks(picks)
    return
  }
  setSinglePick(picks, question.kind === 'one' ? drawn : question.min + drawn)
}

/** Replaces the content of `picks` by one pick. */
export function setSinglePick(picks: number[], pick: number): void {
  while (picks.length > 1) picks.pop()
  picks[0] = pick
}
