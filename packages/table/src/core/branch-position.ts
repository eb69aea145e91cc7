import type { Game, SavedState, State } from '@ludoforge/kernel'
import { imaginedPosition } from '@ludoforge/play'
import { Refusal } from '../protocol/index.js'

/** Returns a position as the seat may know it, for a private branch. The seed decides how hidden information is sampled. */
export function branchPosition(game: Game, state: State, seat: string, seed: string): SavedState {
  const imagined = imaginedPosition(game, state, seat, seed)
  if (imagined === undefined)
    throw new Refusal('not-allowed', 'A secret choice is in progress. Branch off before or after it.')
  return game.save(imagined)
}
