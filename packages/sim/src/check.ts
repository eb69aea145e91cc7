import { isDeepStrictEqual } from 'node:util'
import type { Game, State } from '@ludoforge/kernel'

const SAVE_EVERY = 8 // decisions: a save and its way back cost more than a decision

/**
 * What must hold at every decision of every game. Throws an error that says what does not.
 * A restored state has its hash computed from nothing, so equal hashes also prove the one kept step by step.
 */
export function assertInvariants(game: Game, state: State, decision: number): void {
  if (decision % SAVE_EVERY !== 0) return
  const hash = game.hash(state)
  const saved = game.save(state)
  const text = JSON.stringify(saved)
  const restored = game.restore(JSON.parse(text))
  if (game.hash(restored) !== hash) {
    throw new Error(`The hash is ${hash}, but ${game.hash(restored)} after a save and its way back.`)
  }
  if (!isDeepStrictEqual(game.save(restored), saved)) {
    throw new Error('A state that was saved and restored is not saved the same again.')
  }
  if (!isDeepStrictEqual(game.decision(restored), game.decision(state))) {
    throw new Error('A state that was saved and restored asks another question.')
  }
  for (const { id } of game.def.seats) {
    if (!isDeepStrictEqual(game.view(restored, id), game.view(state, id))) {
      throw new Error(`A state that was saved and restored looks different to ${id}.`)
    }
  }
  if (game.hash(state) !== hash) throw new Error('Looking at a state changed it.')
}
