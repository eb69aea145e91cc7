import { Rng } from '@ludoforge/kernel'
import { describe, expect, test } from 'vitest'
import { gameTable, overallTable, type StoredWin, type SuiteMatch, suitePairs } from '../src/suite/index.js'

const POINTS = 400 / Math.LN10

/** A match whose results are drawn from known strengths, with an advantage for the first seat. */
function drawn(
  game: string,
  agents: readonly [string, string],
  strengths: readonly [number, number],
  { deals = 400, first = 0.4, draws = 0, rng = new Rng(`${game} ${agents.join()}`) } = {},
): SuiteMatch {
  const wins: StoredWin[] = []
  for (let deal = 0; deal < deals; deal += 1)
    for (const swapped of [0, 1] as const) {
      // Agent `a` has the first seat, agent `b` the second.
      const [a, b] = swapped === 0 ? [0, 1] : [1, 0]
      if (rng.below(1000) < 1000 * draws) {
        wins.push([deal, a, 0, b, 1, 0.5], [deal, b, 1, a, 0, 0.5])
        continue
      }
      const odds = Math.exp((strengths[a] ?? 0) - (strengths[b] ?? 0) + first)
      const won = rng.below(1_000_000) < (1_000_000 * odds) / (1 + odds)
      wins.push(won ? [deal, a, 0, b, 1, 1] : [deal, b, 1, a, 0, 1])
    }
  return {
    game,
    fingerprint: '',
    seats: ['one', 'two'],
    agents,
    deals,
    seed: 1,
    games: 2 * deals,
    errors: 0,
    score: [0.5, 0.5],
    decisions: [10, 10],
    ms: [20, 40],
    wins,
  }
}

const STRENGTHS: Readonly<Record<string, number>> = { weak: -1, middle: 0, strong: 1 }
const PAIRS = [
  ['weak', 'middle'],
  ['middle', 'strong'],
  ['weak', 'strong'],
] as const
const all = (game: string, options = {}) =>
  PAIRS.map((pair) => drawn(game, pair, [STRENGTHS[pair[0]] ?? 0, STRENGTHS[pair[1]] ?? 0], options))

/** The difference of two ratings, in units of strength. */
function difference(rows: ReturnType<typeof overallTable>, one: string, other: string): number {
  const of = (agent: string) => rows.find((row) => row.agent === agent)?.rating.value ?? Number.NaN
  return (of(one) - of(other)) / POINTS
}

describe('ratings', () => {
  test('recover known strengths, in one game and over several', () => {
    const matches = [...all('a'), ...all('b', { first: -0.8 })]
    for (const rows of [gameTable(matches, 'a').rows, gameTable(matches, 'b').rows, overallTable(matches)]) {
      expect(rows.map(({ agent }) => agent)).toEqual(['strong', 'middle', 'weak'])
      expect(difference(rows, 'strong', 'middle')).toBeCloseTo(1, 0)
      expect(difference(rows, 'middle', 'weak')).toBeCloseTo(1, 0)
      for (const { agent, rating } of rows) {
        const truth = POINTS * (STRENGTHS[agent] ?? 0)
        expect(rating.low).toBeLessThan(truth)
        expect(rating.high).toBeGreaterThan(truth)
      }
    }
    const [strong] = overallTable(matches)
    expect((strong?.rating.high ?? 0) - (strong?.rating.low ?? 0)).toBeLessThan(80)
  })

  test('count a draw as half a win', () => {
    const plain = overallTable(all('a'))
    const drawish = overallTable(all('a', { draws: 0.5 }))
    expect(difference(drawish, 'strong', 'weak')).toBeLessThan(difference(plain, 'strong', 'weak') - 0.5)
    expect(difference(drawish, 'strong', 'weak')).toBeGreaterThan(0.3)
    const even = overallTable([drawn('a', ['one', 'two'], [0, 0], { draws: 1 })])
    expect(even.map(({ rating }) => rating.value + 0)).toEqual([0, 0])
  })

  test('stay finite if one agent wins every game, and have an interval then', () => {
    const matches = [drawn('a', ['weak', 'strong'], [-50, 50], { deals: 20 })]
    const [strong, weak] = overallTable(matches)
    expect(strong?.agent).toBe('strong')
    for (const row of [strong, weak]) {
      expect(Math.abs(row?.rating.value ?? Number.POSITIVE_INFINITY)).toBeLessThan(2000)
      expect(row?.rating.high).toBeGreaterThan(row?.rating.low ?? Number.POSITIVE_INFINITY)
    }
    expect(strong?.rating.low).toBeGreaterThan(weak?.rating.high ?? Number.POSITIVE_INFINITY)
  })

  test('need no match between all pairs', () => {
    const rows = overallTable(all('a').slice(0, 2))
    expect(difference(rows, 'strong', 'weak')).toBeCloseTo(2, 0)
  })

  test('come with games, points and times', () => {
    const [row] = overallTable([drawn('a', ['one', 'two'], [0, 0], { deals: 3 })])
    expect(row).toMatchObject({ games: 6, score: 0.5 })
    expect([2, 4]).toContain(row?.msPerDecision)
  })
})

test('a new agent meets every agent of the suite, and these do not play again', () => {
  const game = { game: 'a', deals: 1, agents: ['x', 'y', 'z'] }
  expect(suitePairs(game, [])).toEqual([
    ['x', 'y'],
    ['x', 'z'],
    ['y', 'z'],
  ])
  expect(suitePairs(game, ['mine'])).toEqual([
    ['x', 'mine'],
    ['y', 'mine'],
    ['z', 'mine'],
  ])
  expect(suitePairs(game, ['x'])).toEqual([
    ['x', 'y'],
    ['x', 'z'],
  ])
})
