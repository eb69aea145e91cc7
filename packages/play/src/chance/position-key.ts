import type { Game, State } from '@ludoforge/kernel'
import { positionHash } from '@ludoforge/kernel/internal'
import { linkedGame } from '../linked-game.js'

/** Returns a key for transposition tables: equal for positions that differ only in which identical pieces are where. */
export function positionKey(game: Game, state: State): string {
  return positionHash(linkedGame(game).linked, state)
}
