/** Who proposes answers while a search imagines how play goes on. */
import type { Game, Question, Rng, State } from '@ludoforge/kernel'
import { drawAnswer } from '../random.js'
import { Selector } from '../selector.js'

export interface Proposer {
  /** Fills `picks` with a legal answer to the question that waits in `state`, which is `question`. */
  propose(game: Game, state: State, question: Question, rng: Rng, picks: number[]): void
}

export class RandomProposer implements Proposer {
  readonly #selector = new Selector()

  propose(_game: Game, _state: State, question: Question, rng: Rng, picks: number[]): void {
    drawAnswer(question, rng, this.#selector, picks)
  }
}
