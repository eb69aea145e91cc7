/** The tallies of simulated games, and their statistics. */
import { describe, expect, it } from 'vitest'
import { statistics } from '../src/statistics.js'
import { addTally, emptyTally, packTally, type Tally, unpackTally } from '../src/tally.js'

const tally = (some: Partial<Tally>): Tally => ({ ...emptyTally(), ...some })
const error = (game: number) => ({ game, seed: game, message: 'odd' }) as unknown as Tally['errors'][number]

const one = (): Tally =>
  tally({
    games: 3,
    completed: 2,
    decisions: 30,
    draws: 1,
    lost: 0,
    shared: 1,
    options: 90,
    mostOptions: 9,
    slowestMs: 4,
    wins: new Map([['red', 2]]),
    sharedWins: new Map([['red', 1]]),
    actions: new Map([
      ['march', 5],
      ['raid', 5],
    ]),
    lengths: new Map([
      [20, 1],
      [10, 1],
    ]),
    scores: new Map([['red', { games: 2, sum: 5, min: 1, max: 4 }]]),
    errors: [error(2)],
  })
const other = (): Tally =>
  tally({
    games: 2,
    completed: 2,
    decisions: 10,
    draws: 1,
    lost: 0,
    shared: 2,
    options: 11,
    mostOptions: 7,
    slowestMs: 6,
    wins: new Map([
      ['red', 1],
      ['blue', 1],
    ]),
    sharedWins: new Map([['blue', 1]]),
    actions: new Map([['raid', 1]]),
    lengths: new Map([[10, 2]]),
    scores: new Map([
      ['red', { games: 1, sum: 9, min: 9, max: 9 }],
      ['blue', { games: 1, sum: -1, min: -1, max: -1 }],
    ]),
    errors: [error(0)],
  })

describe('tallies', () => {
  it('add up to the same in any order', () => {
    const sum = emptyTally()
    addTally(sum, one())
    addTally(sum, other())
    expect(sum).toEqual({
      games: 5,
      completed: 4,
      decisions: 40,
      draws: 2,
      lost: 0,
      shared: 3,
      options: 101,
      mostOptions: 9,
      slowestMs: 6,
      wins: new Map([
        ['red', 3],
        ['blue', 1],
      ]),
      sharedWins: new Map([
        ['red', 1],
        ['blue', 1],
      ]),
      actions: new Map([
        ['march', 5],
        ['raid', 6],
      ]),
      lengths: new Map([
        [20, 1],
        [10, 3],
      ]),
      scores: new Map([
        ['red', { games: 3, sum: 14, min: 1, max: 9 }],
        ['blue', { games: 1, sum: -1, min: -1, max: -1 }],
      ]),
      errors: [error(0), error(2)],
    })
    const turned = emptyTally()
    addTally(turned, other())
    addTally(turned, one())
    expect(turned).toEqual(sum)
  })

  it('keep the errors of the first games', () => {
    const sum = tally({ errors: Array.from({ length: 1000 }, (_, i) => error(i + 1)) })
    addTally(sum, tally({ errors: [error(0)] }))
    expect(sum.errors).toHaveLength(1000)
    expect([sum.errors[0], sum.errors.at(-1)]).toEqual([error(0), error(999)])
  })

  it('survive JSON', () => {
    expect(unpackTally(JSON.parse(JSON.stringify(packTally(one()))))).toEqual(one())
  })
})

describe('statistics', () => {
  it('summarize games', () => {
    const { errors, ...found } = statistics(one(), ['red', 'blue'], 1.23456)
    expect(errors).toEqual([error(2)])
    expect(found).toEqual({
      games: 3,
      completed: 2,
      decisions: 30,
      seconds: 1.235,
      decisionsPerSecond: 24,
      gamesPerSecond: 2.43,
      wins: { red: 2, blue: 0 },
      sharedWins: { red: 1, blue: 0 },
      shared: 1,
      draws: 1,
      lost: 0,
      scores: { red: { mean: 2.5, min: 1, max: 4 } },
      decisionsPerGame: { mean: 15, p50: 10, p95: 20, max: 20 },
      branching: { mean: 3, max: 9 },
      actions: { march: 5, raid: 5 },
      slowestDecisionMs: 4,
    })
  })

  it('list actions by frequency, then by name', () => {
    const actions = new Map([
      ['b', 1],
      ['c', 7],
      ['a', 1],
    ])
    expect(Object.keys(statistics(tally({ actions }), [], 1).actions)).toEqual(['c', 'a', 'b'])
  })

  it('have percentiles: the smallest length that a share of the games does not exceed', () => {
    const lengths = new Map([
      [30, 5],
      [1, 95],
    ])
    expect(statistics(tally({ lengths }), [], 1).decisionsPerGame).toEqual({
      mean: 2.45,
      p50: 1,
      p95: 1,
      max: 30,
    })
    const more = new Map([
      [30, 6],
      [1, 94],
    ])
    expect(statistics(tally({ lengths: more }), [], 1).decisionsPerGame.p95).toBe(30)
  })

  it('are zero without games', () => {
    const found = statistics(emptyTally(), ['red'], 0)
    expect(found).toMatchObject({ decisionsPerSecond: 0, gamesPerSecond: 0, branching: { mean: 0, max: 0 } })
    expect(found.decisionsPerGame).toEqual({ mean: 0, p50: 0, p95: 0, max: 0 })
    expect(found.scores).toEqual({})
  })
})
