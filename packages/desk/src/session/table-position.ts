/** The position of the desk's table. It follows the decisions, so that a look at it replays only the new ones. */
import type { Game, State } from '@ludoforge/kernel'
import { type DecisionEntry, type GameStart, startOf } from '@ludoforge/table'

/** A game at a table: its start, and the decisions up to now. */
interface Played {
  readonly beginning: GameStart
  readonly decisions: readonly DecisionEntry[]
}

/** Replays a game up to its last decision. */
export class TablePosition {
  #of: Game | undefined
  #beginning: GameStart | undefined
  #decisions: readonly DecisionEntry[] = []
  #state: State | undefined

  /** Returns the state after the decisions. */
  after(game: Game, { beginning, decisions }: Played): State {
    const isContinued =
      this.#of === game &&
      this.#beginning === beginning &&
      this.#decisions.length <= decisions.length &&
      this.#decisions.every((decision, i) => decision === decisions[i])
    const known = isContinued ? this.#state : undefined
    let state = known ?? startOf(game, beginning).position.state
    for (const { seat, choice } of decisions.slice(known === undefined ? 0 : this.#decisions.length))
      state = game.decide(state, choice, seat)
    this.#of = game
    this.#beginning = beginning
    this.#decisions = decisions
    this.#state = state
    return state
  }
}
