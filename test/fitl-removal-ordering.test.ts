/** What falls first, and how much, in the Assaults and Attacks of random games (3.2.4, 3.3.3). */
import type { State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compiled, holds, mapOf, rulebook } from './support/fitl-boards.js'
import { hasActivity, movements, type Operation, operationsIn, type Step } from './support/fitl-operations.js'

const game = compiled(rulebook)
const map = mapOf(game)
const operations = [...operationsIn(game, 40, 300, /^(?:assault|attack|march-nva|troops)/)].filter(
  (operation) => !hasActivity(operation),
)
const assaults = operations.filter(({ id }) => id.startsWith('assault'))
const attacks = operations.filter(({ id }) => id.startsWith('attack'))

const at = (state: State, space: string, types: RegExp): number => holds(game, state, space, types)

/** The hits of an Assault by the printed rule. */
function hits(state: State, space: string, seat: string): number {
  const { category, terrain } = map.get(space)!
  const highland = terrain === 'highland'
  if (seat === 'US') {
    const troops = at(state, space, /^us-troops/)
    if (at(state, space, /^us-bases/) > 0) return 2 * troops
    return highland ? Math.floor(troops / 2) : troops
  }
  const cubes = at(state, space, category === 'province' ? /^arvn-troops/ : /^arvn-(?:troops|police)/)
  return Math.floor(cubes / (highland ? 3 : 2))
}

/** The steps that belong to one space, from its choice to the next. */
function* bySpace({ steps }: Operation): Generator<{ space: string; steps: Step[] }> {
  let open: { space: string; steps: Step[] } | undefined
  for (const step of steps) {
    if (step.decision.name === 'space') {
      if (open !== undefined) yield open
      const space = String(step.choice)
      open = space === '' ? undefined : { space, steps: [] }
    }
    open?.steps.push(step)
  }
  if (open !== undefined) yield open
}

const lostFrom = (steps: readonly Step[], space: string, types: RegExp): number =>
  movements(steps.flatMap(({ events }) => events))
    .filter(({ what, from }) => from === space && types.test(what))
    .reduce((sum, { count }) => sum + count, 0)

describe('Assault', () => {
  it('removes no more than its hits, and nobody Underground', () => {
    let removed = 0
    for (const operation of assaults)
      for (const { space, steps } of bySpace(operation)) {
        const before = steps[0].before
        const added = steps.some(({ choice }) => choice === 'add') ? hits(before, space, 'ARVN') : 0
        const lost = lostFrom(steps, space, /^(?:nva|vc)-/)
        removed += lost
        expect(lost).toBeLessThanOrEqual(hits(before, space, operation.seat) + added)
        const hidden = lostFrom(steps, space, /guerrillas$/)
        const active = at(before, space, /guerrillas\+active$/)
        expect(hidden).toBeLessThanOrEqual(active)
      }
    expect(removed).toBeGreaterThan(30)
  })

  it('removes a Base only where no Troop or Guerrilla is left', () => {
    let bases = 0
    for (const { steps } of assaults)
      for (const { events, after } of steps)
        for (const { what, from } of movements(events)) {
          if (!/^(?:nva|vc)-bases$/.test(what)) continue
          bases += 1
          expect(at(after, from, /^(?:nva-troops|nva-guerrillas|vc-guerrillas)/)).toBe(0)
        }
    expect(bases).toBeGreaterThan(0)
  })

  it('brings Aid for Bases to the ARVN only', () => {
    for (const { id, steps } of assaults) {
      const events = steps.flatMap((step) => step.events)
      const aid = events.reduce(
        (sum, e) => (e.type === 'set' && e.variable === 'aid' ? sum + Number(e.value) - Number(e.from) : sum),
        0,
      )
      if (id === 'assault-us' && !steps.some(({ choice }) => choice === 'add')) expect(aid).toBe(0)
      if (id === 'assault-arvn' && aid % 6 !== 0) expect(game.evaluate(steps.at(-1)!.after, 'aid')).toBe(75) // the track ends there
    }
  })

  it('keeps a Tunneled Base on the map', () => {
    for (const { steps } of assaults)
      for (const { before, after } of steps) {
        const tunneled = (state: State): number =>
          Number(game.evaluate(state, 'count(tunneled bases in map)'))
        const bases = (state: State): number => Number(game.evaluate(state, 'count(insurgents bases in map)'))
        if (tunneled(before) > tunneled(after)) expect(bases(after)).toBe(bases(before))
      }
  })
})

describe('Attack', () => {
  it('removes a Base only where no other COIN piece is left', () => {
    for (const { steps } of attacks)
      for (const { events, after } of steps)
        for (const { what, from } of movements(events))
          if (/^(?:us|arvn)-bases$/.test(what))
            expect(at(after, from, /^(?:us|arvn)-(?:troops|police|irregulars|rangers)/)).toBe(0)
  })

  it('removes up to two pieces by Guerrillas, and one for two Troops', () => {
    let troopAttacks = 0
    for (const operation of attacks)
      for (const { space, steps } of bySpace(operation)) {
        const before = steps[0].before
        const lost = lostFrom(steps, space, /^(?:us|arvn)-/)
        if (steps.some(({ choice }) => choice === 'guerrillas')) expect(lost).toBeLessThanOrEqual(2)
        if (!steps.some(({ choice }) => choice === 'troops')) continue
        troopAttacks += 1
        const most = Math.floor(at(before, space, /^nva-troops/) / 2)
        const whole = !steps.some(({ decision, choice }) => decision.name === 'target' && choice !== 'COIN')
        const there = at(before, space, /^(?:us|arvn)-/)
        if (whole) expect(lost).toBe(Math.min(most, there))
        else expect(lost).toBeLessThanOrEqual(most)
      }
    expect(troopAttacks).toBeGreaterThan(0)
  })
})
