import { deepEqual, type Game, type State } from '@ludoforge/kernel'

const CHECK_EVERY = 8 // decisions, because a save and a restore cost more than a decision

/**
 * Checks the invariants of every state: saving and restoring changes nothing. Throws an error that names the one that
 * fails. A restored state computes its hash from scratch, so equal hashes also verify the incremental one.
 */
export function assertInvariants(game: Game, state: State, decision: number): void {
  if (decision % CHECK_EVERY !== 0) return
  const hash = game.hash(state)
  const saved = game.save(state)
  const text = JSON.stringify(saved)
  const restored = game.restore(JSON.parse(text))
  if (game.hash(restored) !== hash) {
    throw new Error(`The hash is ${hash}, but ${game.hash(restored)} after save and restore.`)
  }
  if (!deepEqual(game.save(restored), saved)) {
    throw new Error('A restored state saves differently from the original.')
  }
  if (!deepEqual(game.decision(restored), game.decision(state))) {
    throw new Error('A restored state has another decision than the original.')
  }
  for (const { id } of game.def.seats) {
    if (!deepEqual(game.view(restored, id), game.view(state, id))) {
      throw new Error(`A restored state has another view for ${id} than the original.`)
    }
  }
  if (game.hash(state) !== hash) throw new Error('Reading a state changed it.')
}
