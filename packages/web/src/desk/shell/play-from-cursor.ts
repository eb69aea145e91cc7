/** Plays from the rule at the cursor. */
import type { StoreApi } from 'zustand/vanilla'
import type { DeskState } from '../desk-state.js'
import { gameOf } from '../game/use-game.js'
import { linesOfRule, outlineOf } from './outline.js'

/** Shows the table at a question of the rule at the cursor. */
export function playFromCursor(desk: StoreApi<DeskState>): Promise<void> {
  const { files, place, cursor } = desk.getState()
  return gameOf(desk).playRule(linesOfRule(outlineOf(files), place.path, cursor))
}
