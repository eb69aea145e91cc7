/** Damaged or forged saves give BadSave or VersionMismatch, or restore a valid state. */
import {
  BadSave,
  type Game,
  LudoError,
  Rng,
  type SavedState,
  type State,
  VersionMismatch,
} from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LinkedGame } from '../../packages/kernel/src/game/game.js'
import { hashOfSave } from '../../packages/kernel/test/forge.js'
import { anyChange, changed } from '../support/damage.js'
import { longEffort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { drawChoice, turns } from '../support/play.js'
import { snapshot } from '../support/snapshots.js'
import type { Json } from '../support/trees.js'

/** The result of `restore`, or `undefined` if it refuses properly. */
function restored(game: Game, saved: unknown): State | undefined {
  try {
    return game.restore(saved)
  } catch (error) {
    if (error instanceof BadSave || error instanceof VersionMismatch) return undefined
    throw error
  }
}

describe.each(games)(`$name${leftOut()}`, ({ game }) => {
  /** A state in the middle of some game. */
  function somewhere(seed: number): State {
    let state = game.start({ seed })
    for (const turn of turns(game, seed, seed % 40)) state = turn.state
    return state
  }

  const numRuns = game.def.procedures.length > 100 ? 100 : 350

  it('a changed save is refused or restores the same state', () => {
    const property = fc.property(
      fc.nat(60),
      fc.array(anyChange, { minLength: 1, maxLength: 3 }),
      (seed, changes) => {
        const state = somewhere(seed)
        const saved = changes.reduce(changed, JSON.parse(JSON.stringify(game.save(state))) as Json)
        const back = restored(game, saved)
        if (back !== undefined) expect(snapshot(back)).toBe(snapshot(state))
      },
    )
    fc.assert(property, longEffort(71, numRuns))
  })

  it("a truncated save isn't JSON, or is refused", () => {
    const property = fc.property(fc.nat(60), fc.double({ min: 0, max: 1, noNaN: true }), (seed, part) => {
      const state = somewhere(seed)
      const text = JSON.stringify(game.save(state))
      const cut = text.slice(0, Math.floor(text.length * part))
      let saved: unknown
      try {
        saved = JSON.parse(cut)
      } catch {
        saved = cut
      }
      expect(cut.length < text.length ? restored(game, saved) : undefined).toBeUndefined()
    })
    fc.assert(property, longEffort(72, 60))
  })

  it('a forged save with a valid hash is refused or can be played', () => {
    const property = fc.property(
      fc.nat(60),
      fc.array(anyChange, { minLength: 1, maxLength: 2 }),
      (seed, changes) => {
        const saved = JSON.parse(JSON.stringify(game.save(somewhere(seed)))) as Json
        const forged = changes.reduce(changed, saved)
        const back = restored(game, forge(game, forged))
        if (back !== undefined) playOn(game, back, seed)
      },
    )
    fc.assert(property, longEffort(73, numRuns))
  })

  it('anything else is refused', () => {
    const property = fc.property(fc.anything(), (thing) => {
      expect(restored(game, thing)).toBeUndefined()
    })
    fc.assert(property, longEffort(74, 100))
  })

  it('a save of another game or of other rules is refused with the reason', () => {
    const saved = game.save(game.start({ seed: 1 }))
    expect(() => game.restore({ ...saved, game: 'another' })).toThrow(BadSave)
    expect(() => game.restore({ ...saved, fingerprint: '0123456789abcdef' })).toThrow(VersionMismatch)
  })
})

/** The save with a recomputed hash. */
function forge(game: Game, saved: Json): unknown {
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) return saved
  const body = saved as unknown as SavedState
  if (!Array.isArray(body.data) || !Array.isArray(body.stack) || !Array.isArray(body.registers)) return saved
  return { ...body, hash: hashOfSave(game as LinkedGame, body) }
}

/** Plays at random for a while. In an unreachable position, rules may fail, but only with their own errors. */
function playOn(game: Game, start: State, seed: number): void {
  const rng = new Rng(seed)
  let state = start
  try {
    for (let n = 0; n < 20; n += 1) {
      const decision = game.decision(state)
      if (decision === undefined) return
      for (const { id } of game.def.seats) game.view(state, id)
      state = game.decide(state, drawChoice(decision, rng))
    }
  } catch (error) {
    if (!(error instanceof LudoError)) throw error
  }
}
