/** Plays decision by decision and tells the moves that were made. */
import { type Choice, type Game, IllegalMove, type State } from '@ludoforge/kernel'
import { LinkedGame } from '@ludoforge/kernel/internal'
import { resultOrIllegal, type Move } from './move.js'
import { Progress } from './progress.js'
import { replay } from './replay.js'
import { moveOf } from './serialize.js'

export function linked(game: Game): LinkedGame {
  if (!(game instanceof LinkedGame)) throw new IllegalMove('Moves need a game made by linkGame.')
  return game
}

/** Puts answers together to moves. */
export class MoveRecorder {
  readonly #game: LinkedGame
  #begin: State
  #progress: Progress | undefined

  constructor(game: Game, state: State) {
    this.#game = linked(game)
    this.#begin = state
  }

  get state(): State {
    return this.#progress?.state ?? this.#begin
  }

  /** Decides; gives the move if this answer completed one. With a seat: the answer of one that is asked at once. */
  decide(choice: Choice, seat?: string): Move | undefined {
    const at = this.#progress ?? Progress.begin(this.#game, this.#begin, seat)
    const decision = at?.decisions.find((one) => seat === undefined || one.seat === seat)
    if (at === undefined || decision === undefined)
      throw new IllegalMove(
        this.#game.decision(this.state) === undefined
          ? 'Nothing is to be decided: the game is over.'
          : `It is not for ${String(seat)} to decide now.`,
      )
    const next = at.answer(choice, decision)
    if (!next.over) {
      this.#progress = next
      return undefined
    }
    const move = told(this.#game, this.#begin, next)
    this.#begin = next.state
    this.#progress = undefined
    return move
  }
}

/** The move that was made; by way of which menus, if it would be understood as another without that. */
function told(game: LinkedGame, begin: State, made: Progress): Move {
  const move = moveOf(made)
  const again = resultOrIllegal(() => replay(game, begin, move))
  const isSame = !(again instanceof IllegalMove) && again.complete
  if (isSame && game.hash(again.progress.state) === game.hash(made.state)) return move
  return { ...move, via: made.known.entries.slice(0, -1).map(({ id }) => id) }
}
