import { describe, expect, it } from 'vitest'
import {
  clockAfter,
  clockRule,
  type ClockRule,
  clockRuleText,
  type ClockState,
  deadlinesOf,
  durationText,
  type EntryBody,
  type SeatDocument,
  startClock,
  timeLeft,
  timeLeftText,
} from '../src/index.js'

const SECOND = 1000
const person = (seat: string, name: string): SeatDocument => ({ seat, kind: 'person', person: name, name })
const bot = (seat: string, name: string): SeatDocument => ({
  ...person(seat, name),
  kind: 'bot',
  agent: 'easy',
})
const RED_AND_BLUE = [person('red', 'ann'), person('blue', 'bob')]

/** A table's clock, fed with entries. Times are in seconds. */
class Watch {
  state: ClockState
  #number = 0
  #decisions = 0

  constructor(
    readonly rule: ClockRule,
    deciding: readonly string[],
    seats: readonly SeatDocument[] = RED_AND_BLUE,
  ) {
    this.state = startClock(rule, seats, deciding, { number: 0, decisions: 0, at: 0 })
  }

  #take(body: EntryBody, seconds: number, deciding: readonly string[]): void {
    this.#number += 1
    const entry = { ...body, number: this.#number, at: seconds * SECOND }
    const after = {
      number: this.#number,
      decisions: this.#decisions,
      question: this.#number,
      state: {} as never,
    }
    this.state = clockAfter(this.rule, this.state, { entry, after }, deciding)
  }

  decide(seat: string, seconds: number, deciding: readonly string[]): void {
    this.#decisions += 1
    this.#take({ kind: 'decision', seat, name: '', choice: '', hash: '', by: '' }, seconds, deciding)
  }

  undo(seconds: number, deciding: readonly string[]): void {
    this.#decisions -= 1
    this.#take({ kind: 'undo', to: this.#number, by: '' }, seconds, deciding)
  }

  sit(seats: readonly SeatDocument[], seconds: number, deciding: readonly string[]): void {
    this.#take({ kind: 'seats', seats }, seconds, deciding)
  }

  chat(seconds: number, deciding: readonly string[]): void {
    this.#take({ kind: 'chat', by: '', seats: [], text: 'hi' }, seconds, deciding)
  }

  /** The seconds left by seat, at this time. */
  at(seconds: number): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.state.seats).map(([seat, one]) => [seat, timeLeft(one, seconds * SECOND) / SECOND]),
    )
  }
}

const TURN: ClockRule = { type: 'turn', seconds: 100, then: 'bot' }
const BUDGET: ClockRule = { type: 'budget', seconds: 100, increment: 10, then: 'open' }

describe('a limit per turn', () => {
  it('runs for the seat that decides, and each answer starts it again', () => {
    const watch = new Watch(TURN, ['red'])
    expect(watch.at(30)).toEqual({ red: 70, blue: 100 })
    watch.decide('red', 30, ['red'])
    expect(watch.at(40)).toEqual({ red: 90, blue: 100 })
    watch.decide('red', 50, ['blue'])
    expect(watch.at(60)).toEqual({ red: 100, blue: 90 })
  })

  it('is separate for each seat of a simultaneous choice: the answer of another seat changes nothing', () => {
    const watch = new Watch(TURN, ['red', 'blue'])
    watch.decide('red', 40, ['blue'])
    expect(watch.at(60)).toEqual({ red: 100, blue: 40 })
  })

  it('starts again after an undo', () => {
    const watch = new Watch(TURN, ['red'])
    watch.decide('red', 90, ['blue'])
    watch.undo(95, ['red'])
    expect(watch.at(100)).toEqual({ red: 95, blue: 100 })
  })

  it('ignores chat, and stops at the end of the game', () => {
    const watch = new Watch(TURN, ['red'])
    watch.chat(50, ['red'])
    expect(watch.at(60)).toEqual({ red: 40, blue: 100 })
    watch.decide('red', 60, [])
    expect(deadlinesOf(watch.state)).toEqual([])
  })
})

describe('a budget', () => {
  it('is spent while a seat decides, and each answer adds the increment', () => {
    const watch = new Watch(BUDGET, ['red'])
    watch.decide('red', 30, ['blue'])
    expect(watch.at(35)).toEqual({ red: 80, blue: 95 })
    watch.decide('blue', 50, ['red'])
    expect(watch.at(50)).toEqual({ red: 80, blue: 90 })
  })

  it('an undo gives no time back, and the same decision earns no second increment', () => {
    const watch = new Watch(BUDGET, ['red'])
    watch.decide('red', 30, ['blue'])
    watch.undo(30, ['red'])
    watch.decide('red', 40, ['blue'])
    expect(watch.at(40)).toEqual({ red: 70, blue: 100 })
  })

  it('a clock that goes backwards takes nothing', () => {
    const watch = new Watch(BUDGET, ['red'])
    watch.decide('red', -1000, ['blue'])
    expect(watch.at(-1000)).toEqual({ red: 110, blue: 100 })
  })

  it('a player who returns has at least a tenth of it', () => {
    const watch = new Watch(BUDGET, ['red'])
    watch.sit([bot('red', 'ann'), person('blue', 'bob')], 100, ['red'])
    expect(deadlinesOf(watch.state)).toEqual([])
    watch.sit(RED_AND_BLUE, 500, ['red'])
    expect(watch.at(502)).toEqual({ red: 8, blue: 100 })
  })
})

it('bots and open seats have no time, and a seat change elsewhere leaves a running clock alone', () => {
  const watch = new Watch(TURN, ['red'], [bot('red', 'ann'), { seat: 'blue', kind: 'open' }])
  expect(deadlinesOf(watch.state)).toEqual([])
  watch.sit([person('red', 'ann'), { seat: 'blue', kind: 'open' }], 10, ['red'])
  watch.sit(RED_AND_BLUE, 30, ['red'])
  expect(watch.at(40)).toEqual({ red: 70, blue: 100 })
})

it('a reminder is due when a quarter of the time is left, unless the time is short', () => {
  const long = new Watch({ type: 'turn', seconds: 4000, then: 'nothing' }, ['red'])
  expect(deadlinesOf(long.state)).toEqual([{ seat: 'red', at: 4_000_000, remindAt: 3_000_000 }])
  const short = new Watch(TURN, ['red'])
  expect(deadlinesOf(short.state)).toEqual([{ seat: 'red', at: 100_000, remindAt: 100_000 }])
})

it('durations and rules are plain words', () => {
  const days = 86_400_000
  expect([51 * 3_600_000, 3 * days, 61_000, 59_400, 0].map(durationText)).toEqual([
    '2 days 3 hours',
    '3 days',
    '1 minute 1 second',
    '59 seconds',
    '0 seconds',
  ])
  expect(timeLeftText(TURN, 51 * 3_600_000, 'Ann')).toBe(
    '2 days 3 hours left, then a bot plays until Ann is back',
  )
  expect(timeLeftText(BUDGET, 60_000, 'Ann')).toBe('1 minute left, then the seat is open')
  expect(timeLeftText(TURN, 0, 'Ann')).toBe('No time left')
  expect(clockRuleText(TURN)).toBe('1 minute 40 seconds per answer')
  expect(clockRuleText(BUDGET)).toBe('1 minute 40 seconds for the game, plus 10 seconds per answer')
})

it.each([
  { type: 'turn', seconds: 0, then: 'bot' },
  { type: 'turn', seconds: 1.5, then: 'bot' },
  { type: 'turn', seconds: 1e9, then: 'bot' },
  { type: 'turn', seconds: 10, then: 'lose' },
  { type: 'budget', seconds: 10, then: 'bot' },
  { type: 'budget', seconds: 10, increment: -1, then: 'bot' },
])('%j is not a clock', (rule) => {
  expect(clockRule.safeParse(rule).success).toBe(false)
})
