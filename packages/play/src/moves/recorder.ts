/** Plays decision by decision and returns the finished moves. */
import { type Choice, type Game, IllegalMove, type State } from '@ludoforge/kernel'
import { LinkedGame } from '@ludoforge/kernel/internal'
import { resultOrIllegal, type Move } from './move.js'
import { Progress } from './progress.js'
import { replay } from './replay.js'
import { moveOf } from './serialize.js'

export function linked(game: Game): LinkedGame {
  if (!(game instanceof LinkedGame))
    throw new IllegalMove('The move API needs a game made by linkGame, loadGame or loadModule.')
  return game
}

/** Combines decisions into moves. */
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

  /** Decides, and returns the move if this answer completes one. `seat`: the deciding seat of a simultaneous choice. */
  decide(choice: Choice, seat?: string): Move | undefined {
    const at = this.#progress ?? Progress.begin(this.#game, this.#begin, seat)
    const decision = at?.decisions.find((open) => seat === undefined || open.seat === seat)
    if (at === undefined || decision === undefined)
      throw new IllegalMove(
        this.#game.decision(this.state) === undefined
          ? 'There is nothing to decide: the game is over.'
          : `${String(seat)} can't decide now.`,
      )
    const next = at.answer(choice, decision)
    if (!next.over) {
      this.#progress = next
      return undefined
    }
    const move = serialized(this.#game, this.#begin, next)
    this.#begin = next.state
    this.#progress = undefined
    return move
  }
}

/** Returns the finished move, with `via` if it would replay differently without. */
function serialized(game: LinkedGame, begin: State, made: Progress): Move {
  const move = moveOf(made)
  const again = resultOrIllegal(() => replay(game, begin, move))
  const isSame = !(again instanceof IllegalMove) && again.complete
  if (isSame && game.hash(again.progress.state) === game.hash(made.state)) return move
  return { ...move, via: made.known.entries.slice(0, -1).map(({ id }) => id) }
}
