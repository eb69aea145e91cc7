/** Plays whole turns on positions of its own: from given answers as far as they go, then as is proposed. */
import type { Game, Rng, State } from '@ludoforge/kernel'
import { privateHandHash } from '@ludoforge/play'
import { type PortableAnswer, answerOf, picksOf } from './answers.js'
import type { Proposer } from './proposer.js'

const LONGEST = 60 // answers; a seat that is asked on and on has had its turn then

export class TurnPlayer {
  readonly #picks: number[] = []

  constructor(
    private readonly game: Game,
    private readonly proposer: Proposer,
    private readonly rng: Rng,
  ) {}

  /**
   * Plays the seat's turn in place, until another seat is to decide; gives the answers. `given` are followed where
   * the same place asks and they are legal. The answer to question `changed` is proposed anew, whatever is given.
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
      // The question at hand is the game's own and may have been asked anew meanwhile.
      const asked = game.ask(state, seat)
      if (asked === undefined) return made
      made.push(answerOf(asked, picks))
      const alone = game.deciding(state).length === 1
      game.answer(state, picks, seat)
      if (!alone || made.length >= LONGEST || this.#ended(state, seat, hand)) return made
    }
  }

  /** Is it for others to decide, or for several at once? New cards in the hand begin a new turn as well. */
  #ended(state: State, seat: number, hand: number): boolean {
    const deciding = this.game.deciding(state)
    return deciding.length !== 1 || deciding[0] !== seat || privateHandHash(this.game, state, seat) !== hand
  }
}
