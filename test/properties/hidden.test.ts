/** No view, decision, explanation or event reveals hidden information. */
import { type Game, IllegalChoice, Rng } from '@ludoforge/kernel'
import { determinize } from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isThorough, longEffort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { itemAt } from '../support/items.js'
import { runsWithin, turns } from '../support/play.js'
import { expectSame } from '../support/same.js'
import { heard, isHidden, known, twin } from '../support/secrets.js'
import { snapshot } from '../support/snapshots.js'
import { veils } from '../support/leaky-game.js'

const all: readonly { readonly name: string; readonly game: Game }[] = [
  ...games,
  { name: 'veils', game: veils },
]

/** The decisions of a random game that are looked at. */
const LOOKED_AT = isThorough ? 150 : 50

describe.each(all)(`$name${leftOut()}`, ({ game }) => {
  const seats = game.def.seats.map(({ id }) => id)

  it('positions that differ only in hidden information look the same to a seat', () => {
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const { state, decision } of turns(game, seed, LOOKED_AT)) {
        for (const seat of seats) {
          if (seat !== decision.seat && rng.below(4) > 0) continue
          const other = twin(game, state, seat, rng.below(1 << 20))
          expectSame(known(game, other, seat), known(game, state, seat))
        }
        const watched = twin(game, state, itemAt(seats, 0), rng.below(1 << 20))
        expectSame(game.view(watched, null).deciding, game.view(state, null).deciding)
      }
    })
    fc.assert(property, longEffort(51, runsWithin(game, 150, 12)))
  })

  it('a step sends a seat the same events, whatever is hidden, until a rule reveals something', () => {
    let compared = 0
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const { state, choice } of turns(game, seed, LOOKED_AT)) {
        for (const seat of seats) {
          const other = twin(game, state, seat, rng.below(1 << 20))
          const there = attempt(() => game.step(other, choice))
          if (there === undefined) continue // the choosing seat sees different cards there
          const here = game.step(state, choice)
          const [a, b] = [heard(game.def, here.events, seat), heard(game.def, there.events, seat)]
          expectSame(b, a)
          compared += 1
          if (!a.told) expectSame(game.view(there.state, seat), game.view(here.state, seat))
        }
      }
    })
    fc.assert(property, longEffort(52, runsWithin(game, 400, 30)))
    expect(compared).toBeGreaterThan(50)
  })

  it('a view has no tokens of hidden zones', () => {
    const property = fc.property(fc.nat(), (seed) => {
      for (const { state } of turns(game, seed, 100)) {
        for (const seat of [...seats, null]) {
          const view = game.view(state, seat)
          for (const [zone, { cards, pieces }] of Object.entries(view.zones))
            if (isHidden(game.def, zone, seat))
              expectSame([zone, cards, pieces], [zone, undefined, undefined])
          expect(view.decision === undefined).toBe(seat === null || !view.deciding.includes(seat))
        }
      }
    })
    fc.assert(property, longEffort(53, runsWithin(game, 400, 20)))
  })

  it('a determinization is indistinguishable from the real position', () => {
    const property = fc.property(fc.nat(), (seed) => {
      for (const { state, decision } of turns(game, seed, 60)) {
        const before = snapshot(state)
        const other = twin(game, state, decision.seat, seed)
        const imagined = determinize(game, state, decision.seat, new Rng(seed))
        expect(other.sp).toBe(state.sp)
        expectSame(game.decision(other), decision)
        expect(snapshot(state)).toBe(before)
        // Moves and hashes continue from it as from a played position.
        expect(snapshot(game.restore(game.save(imagined)))).toBe(snapshot(imagined))
      }
    })
    fc.assert(property, longEffort(54, runsWithin(game, 300, 20)))
  })
})

/** Returns `undefined` if the choice isn't legal. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof IllegalChoice) return undefined
    throw error
  }
}
