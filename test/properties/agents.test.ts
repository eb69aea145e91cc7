/** Agents know no more than their seat: same view, same seed, same answer. */
import { makeAgent } from '@ludoforge/agents'
import { determinize, type Game, Rng } from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { runsWithin, turns } from '../support/play.js'
import { snapshot } from '../support/snapshots.js'
import { veils } from '../support/veils.js'

const all: readonly { readonly name: string; readonly game: Game }[] = [
  ...games,
  { name: 'veils', game: veils },
]

describe.each(all)(`$name${leftOut()}`, ({ game }) => {
  it.each(['greedy', 'search:24'])('%s answers alike what its seat cannot tell apart', (name) => {
    let compared = 0
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const { state, decision } of turns(game, seed, 120)) {
        if (rng.below(10) > 0) continue
        const seat = game.def.seats.findIndex(({ id }) => id === decision.seat)
        const before = snapshot(state)
        const mine = [...makeAgent(name, seed).choose(game, state, seat)]
        expect(snapshot(state)).toBe(before)
        // Other cards, values and dice to come; other answers of those who are asked at the same time.
        const other = determinize(game, state, decision.seat, rng)
        expect([...makeAgent(name, seed).choose(game, other, seat)]).toEqual(mine)
        compared += 1
      }
    })
    fc.assert(property, effort(57, runsWithin(game, 60, 4)))
    expect(compared).toBeGreaterThan(0)
  })
})
