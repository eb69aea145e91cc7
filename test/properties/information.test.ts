/** Information states: equal for positions that a seat can't tell apart, different for all others. */
import { type Game, Rng, type State } from '@ludoforge/kernel'
import { informationState, ObservationHistory } from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { runsWithin, turns } from '../support/play.js'
import { heard, twin } from '../support/secrets.js'
import { veils } from '../support/leaky-game.js'

const hiding: readonly { readonly name: string; readonly game: Game }[] = [
  ...games,
  { name: 'veils', game: veils },
].filter(
  ({ game: { def } }) =>
    def.zones.some(({ visible }) => visible !== 'all') ||
    def.variables.some(({ hidden }) => hidden !== undefined),
)

it('is checked in every game that hides something', () => {
  expect(hiding.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'games/kuhn-poker',
      'games/leduc-poker',
      'games/liars-dice',
      'games/texas-holdem',
    ]),
  )
})

describe.each(hiding)(`$name${leftOut()}`, ({ game }) => {
  const seats = game.def.seats.map(({ id }) => id)
  const shown = (state: State, seat: string): string => JSON.stringify(game.view(state, seat))

  it('is equal for twin positions, with and without recall', () => {
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const { state, choice } of turns(game, seed, 60))
        for (const seat of seats) {
          const other = twin(game, state, seat, rng.below(1 << 20))
          const here = informationState(game, state, seat)
          expect(informationState(game, other, seat)).toEqual(here)
          const [a, b] = [state, other].map((start) => ObservationHistory.start(game, start, seat))
          expect(b?.key).toBe(a?.key)
          const steps = [state, other].map((position) => attempt(() => game.step(position, choice)))
          const [s, t] = steps
          if (a === undefined || b === undefined || s === undefined || t === undefined) continue
          if ([s, t].some(({ events }) => heard(game.def, events, seat).told)) continue // a rule reveals something
          const [after, there] = [a.observe(s.events), b.observe(t.events)]
          expect(there.text).toBe(after.text)
          expect(informationState(game, t.state, seat, there).key).toBe(
            informationState(game, s.state, seat, after).key,
          )
        }
    })
    fc.assert(property, effort(57, runsWithin(game, 120, 10)))
  })

  it('differs as soon as a seat sees a difference, and stays different with recall', () => {
    let compared = 0
    const property = fc.property(fc.nat(), (seed) => {
      const byKey = new Map<string, string>()
      const byText = new Map<string, string>()
      const histories = new Map<string, ObservationHistory>()
      let before: State | undefined
      for (const { state, choice } of turns(game, seed, 60)) {
        for (const seat of seats) {
          const { key, text, observation } = informationState(game, state, seat)
          expect(observation).toBe(key)
          const view = shown(state, seat)
          // Equal keys: equal texts, and equal views. Different views: different keys.
          expect(byKey.get(key) ?? text).toBe(text)
          expect(byText.get(text) ?? view).toBe(view)
          byKey.set(key, text)
          byText.set(text, view)
          const history = histories.get(seat) ?? ObservationHistory.start(game, state, seat)
          const recalled = informationState(game, state, seat, history)
          expect(recalled.observation).toBe(key)
          expect(recalled.text).toContain(text)
          histories.set(seat, history.observe(game.step(state, choice).events))
          compared += 1
        }
        before = state
      }
      expect(before).toBeDefined()
    })
    fc.assert(property, effort(58, runsWithin(game, 120, 10)))
    expect(compared).toBeGreaterThan(20)
  })

  it('remembers with recall what the board no longer shows', () => {
    const property = fc.property(fc.nat(), (seed) => {
      const [first] = turns(game, seed, 1)
      if (first === undefined) return
      const { state, decision, choice } = first
      const start = ObservationHistory.start(game, state, decision.seat)
      const { events } = game.step(state, choice)
      const grown = start.observe(events, choice)
      // However the events are grouped into steps, the history is the same.
      expect(events.reduce((history, event) => history.observe([event]), start.observe([], choice)).key).toBe(
        grown.key,
      )
      expect(grown.key).not.toBe(start.key)
      expect(informationState(game, state, decision.seat, grown).key).not.toBe(
        informationState(game, state, decision.seat, start).key,
      )
    })
    fc.assert(property, effort(59, runsWithin(game, 60, 10)))
  })
})

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined // the choosing seat sees different cards there
  }
}
