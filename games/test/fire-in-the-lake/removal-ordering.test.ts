/** What falls first, and how much, in the Assaults and Attacks of random games (3.2.4, 3.3.3). */
import type { StepEvent } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compiled, mapOf, rulebook } from './support/boards.js'
import { bySpace, type Holds, moments, type Part } from './support/moments.js'
import { hasActivity, movements, operationsIn } from './support/operations.js'

const game = compiled(rulebook)
const map = mapOf(game)
const operations = [...operationsIn(game, 40, 300, /^(?:assault|attack|march-nva|troops)/)].filter(
  (operation) => !hasActivity(operation) && !operation.free, // an Event may order it with words of its own
)
const assaults = operations.filter(({ id }) => id.startsWith('assault'))
const attacks = operations.filter(({ id }) => id.startsWith('attack'))

/** The hits of an Assault by the printed rule. */
function hits(holds: Holds, space: string, seat: string): number {
  const { category, terrain } = map.get(space)!
  const highland = terrain === 'highland'
  if (seat === 'US') {
    const troops = holds(space, /^us-troops/)
    if (holds(space, /^us-bases/) > 0) return 2 * troops
    return highland ? Math.floor(troops / 2) : troops
  }
  const cubes = holds(space, category === 'province' ? /^arvn-troops/ : /^arvn-(?:troops|police)/)
  return Math.floor(cubes / (highland ? 3 : 2))
}

const chose = (events: readonly StepEvent[], choice: string): boolean =>
  events.some((e) => e.type === 'chose' && e.choice === choice)

const lostFrom = ({ events, space }: Part, types: RegExp): number =>
  movements(events)
    .filter(({ what, from }) => from === space && types.test(what))
    .reduce((sum, { count }) => sum + count, 0)

describe('Assault', () => {
  it('removes no more than its hits, and nobody Underground', () => {
    let removed = 0
    for (const operation of assaults)
      for (const part of bySpace(game, operation)) {
        const { space, holds, events } = part
        const added = chose(events, 'add') ? hits(holds, space, 'ARVN') : 0
        const lost = lostFrom(part, /^(?:nva|vc)-/)
        removed += lost
        expect(lost).toBeLessThanOrEqual(hits(holds, space, operation.seat) + added)
        for (const event of events)
          if (event.type === 'moved' && event.what.includes('guerrillas'))
            expect(event.what).toMatch(/guerrillas\+active$/)
      }
    expect(removed).toBeGreaterThan(30)
  })

  it('removes a Base only where no Troop or Guerrilla is left', () => {
    let bases = 0
    for (const operation of assaults)
      for (const { event, holds } of moments(game, operation)) {
        if (event.type !== 'moved' || !/^(?:nva|vc)-bases/.test(event.what)) continue
        bases += 1
        expect(holds(event.from, /^(?:nva-troops|nva-guerrillas|vc-guerrillas)/)).toBe(0)
      }
    expect(bases).toBeGreaterThan(0)
  })

  it('brings Aid for Bases to the ARVN only', () => {
    for (const { id, steps, events } of assaults) {
      const aid = events.reduce(
        (sum, e) => (e.type === 'set' && e.variable === 'aid' ? sum + Number(e.value) - Number(e.from) : sum),
        0,
      )
      if (id === 'assault-us' && !chose(events, 'add')) expect(aid).toBe(0)
      if (id === 'assault-arvn' && aid % 6 !== 0) expect(game.evaluate(steps.at(-1)!.after, 'aid')).toBe(75) // the track ends there
    }
  })

  it('keeps a Tunneled Base on the map', () => {
    let tunnels = 0
    for (const operation of assaults) {
      const opened = new Set<string>() // by the Assault that is going on
      for (const event of operation.events) {
        if (event.type === 'chose' && event.choice === 'add') opened.clear()
        if (event.type === 'rolled') tunnels += 1
        if (event.type === 'flipped' && event.value === 'untunneled') opened.add(event.at)
        if (event.type !== 'moved' || !event.what.includes('bases')) continue
        expect(event.what).toMatch(/bases$/)
        expect(opened.has(event.from)).toBe(false)
      }
    }
    expect(tunnels).toBeGreaterThan(0)
  })
})

describe('Attack', () => {
  it('removes a Base only where no other COIN piece is left', () => {
    for (const operation of attacks)
      for (const { event, holds } of moments(game, operation))
        if (event.type === 'moved' && /^(?:us|arvn)-bases/.test(event.what))
          expect(holds(event.from, /^(?:us|arvn)-(?:troops|police|irregulars|rangers)/)).toBe(0)
  })

  it('removes up to two pieces by Guerrillas, and one for two Troops', () => {
    let troopAttacks = 0
    for (const operation of attacks)
      for (const part of bySpace(game, operation)) {
        const { space, holds, events } = part
        const lost = lostFrom(part, /^(?:us|arvn)-/)
        if (chose(events, 'guerrillas')) expect(lost).toBeLessThanOrEqual(2)
        if (!chose(events, 'troops')) continue
        troopAttacks += 1
        const most = Math.floor(holds(space, /^nva-troops/) / 2)
        const whole = !events.some((e) => e.type === 'chose' && e.name === 'target' && e.choice !== 'COIN')
        const there = holds(space, /^(?:us|arvn)-/)
        if (whole) expect(lost).toBe(Math.min(most, there))
        else expect(lost).toBeLessThanOrEqual(most)
      }
    expect(troopAttacks).toBeGreaterThan(0)
  })
})
