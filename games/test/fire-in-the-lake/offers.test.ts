/** Special activities as offers beside the questions of a turn, in random games (2.3.4, 4.1). */
import type { Choice, Decision, StepEvent } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { ACTIVITIES } from './support/activities.js'
import { compiled, rulebook } from './support/boards.js'
import { actionsIn, type Step } from './support/operations.js'

const game = compiled(rulebook)
const turns = [...actionsIn(game, 'turn', 60, 5000)]
const steps = turns.flatMap((turn) => turn.steps)
const WINDOW = 'special-activity'

const declines = (choice: Choice): boolean => Array.isArray(choice) && choice.length === 0
const ids = ({ offers }: Decision): string[] => offers.map(({ id }) => id)
const began = (events: readonly StepEvent[]): StepEvent | undefined =>
  events.find((e) => e.type === 'began' && e.action in ACTIVITIES)

/** Whether anything happened to the board behind the answer itself. */
const silent = ({ events }: Step): boolean =>
  events.every(({ type }) => type === 'chose' || type === 'began' || type === 'ended')

describe('what is offered', () => {
  it('can be carried out, by the seat that is asked and with the timing that the offer says', () => {
    const timings = new Set<string>()
    let tried = 0
    for (const { decision, before } of steps)
      for (const { id, timing } of decision.offers) {
        const { events } = game.step(before, { offer: id })
        expect(began(events)).toMatchObject({ action: id, seat: decision.seat, timing, free: false })
        expect(ACTIVITIES[id]).toBe(decision.seat)
        timings.add(timing)
        tried += 1
      }
    expect(tried).toBeGreaterThan(500)
    expect([...timings].toSorted()).toEqual(['after', 'before', 'during'])
  })

  it('comes with an Operation with Special Activity only', () => {
    for (const turn of turns)
      for (const { decision } of turn.steps.slice(1))
        if (decision.offers.length > 0) expect(turn.class).toBe('operation-and-activity')
  })

  it('is one Activity a turn, but for another Ambush', () => {
    let again = 0
    for (const turn of turns) {
      let tried: string | undefined
      for (const { decision, events } of turn.steps) {
        if (tried !== undefined)
          for (const id of ids(decision)) {
            expect(id).toMatch(/^ambush-/)
            expect(id).toBe(tried)
            again += 1
          }
        const event = began(events)
        if (event?.type === 'began') tried = event.action
      }
    }
    expect(again).toBeGreaterThan(0)
  })
})

describe('the window that is a question of its own', () => {
  const windows = steps.filter(({ decision }) => decision.name === WINDOW)

  it('offers Activities and nothing else, and may be declined', () => {
    expect(windows.length).toBeGreaterThan(10)
    for (const { decision } of windows) {
      expect(decision).toMatchObject({ kind: 'one', optional: true, options: [] })
      expect(decision.offers.length).toBeGreaterThan(0)
    }
  })

  it('is asked of who has just passed the same by only as the last chance, after all else', () => {
    let [passed, last] = [0, 0]
    for (const turn of turns)
      for (const [i, step] of turn.steps.entries()) {
        const next = turn.steps[i + 1]?.decision
        if (step.decision.offers.length === 0 || !declines(step.choice) || !silent(step)) continue
        passed += 1
        if (next?.name !== WINDOW) continue
        if (ids(next).some((id) => !ids(step.decision).includes(id))) continue
        expect(itemAt(next.offers, 0).timing).toBe('after')
        expect(itemAt(step.decision.offers, 0).timing).not.toBe('after')
        last += 1
      }
    expect(passed).toBeGreaterThan(30)
    expect(last).toBeGreaterThan(10)
  })
})

describe('a question with one legal answer', () => {
  it('is never asked', () => {
    for (const { decision } of steps) {
      const { kind, options, offers, optional, min, max } = decision
      if (kind === 'number') expect(min).toBeLessThan(max)
      else if (kind === 'one') expect(options.length + offers.length + Number(optional)).toBeGreaterThan(1)
      else {
        const all = options.reduce((n, { count }) => n + count, 0)
        expect(offers.length > 0 || min < max || (options.length > 1 && all > max)).toBe(true)
      }
    }
  })

  it('is answered all the same, and the record says so', () => {
    const forced = steps.flatMap(({ events }) => events.filter((e) => e.type === 'chose' && e.forced))
    expect(forced.length).toBeGreaterThan(100)
    // The first answer of each step is somebody's own.
    for (const { events, ahead } of steps) expect([...ahead, ...events][0]).not.toHaveProperty('forced')
  })
})
