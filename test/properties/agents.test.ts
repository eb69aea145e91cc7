/** Agents know no more than their seat: same view, same seed, same answer. */
import { makeAgent, picksOfChoice } from '@ludoforge/agents'
import { type Decision, type Game, Rng, type State } from '@ludoforge/kernel'
import { determinize } from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { runsWithin, turns } from '../support/play.js'
import { snapshot } from '../support/snapshots.js'
import { veils } from '../support/leaky-game.js'

const all: readonly { readonly name: string; readonly game: Game }[] = [
  ...games,
  { name: 'veils', game: veils },
]

interface Before {
  readonly state: State
  readonly decision: Decision
  readonly picks: readonly number[]
}

describe.each(all)(`$name${leftOut()}`, ({ game }) => {
  it.each(['greedy', 'search:24'])("%s answers the same in positions its seat can't distinguish", (name) => {
    let compared = 0
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      let before: Before | undefined
      for (const { state, decision, choice } of turns(game, seed, 120)) {
        const last = before
        before = { state, decision, picks: picksOfChoice(decision, choice) }
        if (rng.below(10) > 0) continue
        const seat = game.def.seats.findIndex(({ id }) => id === decision.seat)
        const unchanged = snapshot(state)
        const agents = [makeAgent(name, seed), makeAgent(name, seed)]
        if (last !== undefined && last.decision.seat !== decision.seat) {
          // It also watches earlier answers in indistinguishable positions.
          const by = game.def.seats.findIndex(({ id }) => id === last.decision.seat)
          const there = determinize(game, last.state, decision.seat, rng)
          agents[0]?.watch?.(game, last.state, seat, by, last.picks)
          agents[1]?.watch?.(game, there, seat, by, last.picks)
        }
        const mine = [...(agents[0]?.choose(game, state, seat) ?? [])]
        expect(snapshot(state)).toBe(unchanged)
        // Different hidden cards, values, future dice, and simultaneous answers.
        const other = determinize(game, state, decision.seat, rng)
        expect([...(agents[1]?.choose(game, other, seat) ?? [])]).toEqual(mine)
        compared += 1
      }
    })
    fc.assert(property, effort(57, runsWithin(game, 60, 20)))
    expect(compared).toBeGreaterThan(0)
  })
})
