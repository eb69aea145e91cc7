/** The game of the desk around a component. */
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import { type DeskState, useDeskStore } from '../desk-state.js'
import { GameClient } from './game-client.js'
import type { GameState } from './game-state.js'

const games = new WeakMap<StoreApi<DeskState>, GameClient>()

/** The game of a desk. It starts with the first request. */
export function gameOf(desk: StoreApi<DeskState>): GameClient {
  const game = games.get(desk) ?? new GameClient(desk)
  games.set(desk, game)
  return game
}

/** Ends the game of a desk that is closed. */
export function endGame(desk: StoreApi<DeskState>): void {
  games.get(desk)?.close()
  games.delete(desk)
}

export function useGame(): GameClient {
  return gameOf(useDeskStore())
}

export function useGameState<T>(select: (state: GameState) => T): T {
  return useStore(useGame().state, select)
}
