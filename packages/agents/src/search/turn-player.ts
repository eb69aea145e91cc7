/** Plays whole turns in place: by given answers while they are legal, then by a proposer. */
import type { Game, Rng, State } from '@ludoforge/kernel'
import { privateHandHash } from '@ludoforge/play'
import { type PortableAnswer, answerOf, picksOf } from './answers.js'
import type { Proposer } from './proposer.js'

const MAX_ANSWERS = 60 // ends the turn of a seat that keeps deciding

export class TurnPlayer {
  readonly #picks: number[] = []

  constructor(
    private readonly game: Game,
    private readonly proposer: Proposer,
    private readonly rng: Rng,
  ) {}

  /**
   * Plays the seat's turn in place, until another seat decides, and returns its answers. It follows `given` where the
   * same site asks and the answer is legal. The answer at index `changed` always comes from the proposer (a mutation).
   */
  play(
    state: State,
    seat: number,
    given: readonly PortableAnswer[],
    changed = -1,
    by = this.proposer,
  ): PortableAnswer[] {
    const { game, rng } = this
    const picks = this.#picks
    const made: PortableAnswer[] = []
    const hand = privateHandHash(game, state, seat)
    let next = 0
    by.begin?.(seat, rng)
    for (;;) {
      const question = game.ask(state, seat)
      if (question === undefined) return made
      let found = -1
      if (made.length !== changed) {
        for (let at = next; at < given.length && found < 0; at += 1) {
          const answer = given[at]
          if (answer !== undefined && picksOf(question, answer, picks)) found = at
        }
      }
      if (found >= 0) next = found + 1
      else {
        by.propose(game, state, question, rng, picks)
        if (made.length === changed) next = Math.min(given.length, changed + 1)
      }
      // The game reuses its question object, and the proposer may have asked other questions.
      const asked = game.ask(state, seat)
      if (asked === undefined) return made
      made.push(answerOf(asked, picks))
      const decidesAlone = game.deciding(state).length === 1
      game.answer(state, picks, seat)
      if (!decidesAlone || made.length >= MAX_ANSWERS || this.#ended(state, seat, hand)) return made
    }
  }

  /** Whether other seats decide next. A new hand also ends the turn. */
  #ended(state: State, seat: number, hand: number): boolean {
    const deciding = this.game.deciding(state)
    return deciding.length !== 1 || deciding[0] !== seat || privateHandHash(this.game, state, seat) !== hand
  }
}
