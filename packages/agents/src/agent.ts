import type { Game, State } from '@ludoforge/kernel'

/** A program that decides. It sees what its seat may see and draws from a generator of its own. */
export interface Agent {
  readonly name: string
  /**
   * Answers the question that waits in `state`, which is this seat's, as picks for `game.answer`. The list
   * is the agent's own and good until its next call.
   */
  choose(game: Game, state: State, seat: string): readonly number[]
}
