import { type GameDef, linkGame } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { chooseNumber, NUMBERS, tiny, TRAP } from '../../agents/test/tiny.js'
import {
  type PlayOptions,
  playGames,
  tournament,
  type TournamentRequest,
  type TournamentResult,
} from '../src/index.js'
import {
  pairedDifferenceInterval,
  clusteredWilsonInterval,
  meanInterval,
  wilsonInterval,
} from '../src/tournament/intervals.js'
import type { GameRecord } from '../src/tournament/play.js'
import { type PairwiseWin, bradleyTerryRatings } from '../src/tournament/ratings.js'
import { resultOf } from '../src/tournament/result.js'
import { type SchedulePlan, scheduleOf } from '../src/tournament/schedule.js'

const play = (
  def: GameDef,
  request: Partial<TournamentRequest & PlayOptions> = {},
): Promise<TournamentResult> =>
  tournament({ game: linkGame(def), agents: ['greedy', 'random'], games: 20, jobs: 1, ...request })

/** Returns a result without its times. */
const timeless = ({ seconds, thinking, ...rest }: TournamentResult) => {
  expect(seconds).toBeGreaterThanOrEqual(0)
  return { ...rest, decisions: thinking.map(({ decisions }) => decisions) }
}

describe('intervals', () => {
  it('of proportions are Wilson score intervals', () => {
    expect(wilsonInterval(8, 10).value).toBe(0.8)
    expect(wilsonInterval(8, 10).low).toBeCloseTo(0.4902, 4)
    expect(wilsonInterval(8, 10).high).toBeCloseTo(0.9433, 4)
    expect(wilsonInterval(50, 100).low).toBeCloseTo(0.4038, 4)
    expect(wilsonInterval(50, 100).high).toBeCloseTo(0.5962, 4)
    expect(wilsonInterval(0, 10)).toMatchObject({ value: 0, low: 0 })
    expect(wilsonInterval(0, 10).high).toBeCloseTo(0.2775, 4)
    expect(wilsonInterval(10, 10).high).toBe(1)
    expect(wilsonInterval(0, 0)).toEqual({ value: 0, low: 0, high: 1 })
  })

  it('of means are Student t-intervals', () => {
    const { value, low, high } = meanInterval([1, 2, 3, 4, 5])
    expect(value).toBe(3)
    expect(low).toBeCloseTo(3 - 1.9634, 2)
    expect(high).toBeCloseTo(3 + 1.9634, 2)
    expect(meanInterval([0, 2]).high).toBeCloseTo(1 + 12.706, 2)
    expect(meanInterval([0, 1, 2, 3]).high).toBeCloseTo(1.5 + 3.1824 * Math.sqrt(5 / 3 / 4), 2)
    expect(meanInterval([7])).toEqual({ value: 7, low: null, high: null })
  })

  it('of correlated games are wider than those of as many independent ones', () => {
    const together = Array.from({ length: 100 }, (_, i) => ({ hits: i % 2 === 0 ? 4 : 0, trials: 4 }))
    expect(clusteredWilsonInterval(together).low).toBeCloseTo(wilsonInterval(50, 100).low ?? 0, 2)
    const apart = Array.from({ length: 160 }, (_, i) => ({
      // every pattern of four coins, in proportion to its probability
      hits: [0, 1, 2, 3].filter((bit) => (i >> bit) % 2 === 1).length,
      trials: 4,
    }))
    expect(clusteredWilsonInterval(apart).low).toBeCloseTo(wilsonInterval(320, 640).low ?? 0, 2)
    const always = Array.from({ length: 50 }, () => ({ hits: 4, trials: 4 }))
    expect(clusteredWilsonInterval(always)).toEqual(wilsonInterval(50, 50))
  })
})

describe('the interval of a paired difference', () => {
  it('is that of Bonett and Price', () => {
    // 12 pairs one way, 4 the other, 84 alike: (13 - 5) / 102, with 18 of 102 that differ.
    const pairs = [...Array<number>(12).fill(1), ...Array<number>(4).fill(-1), ...Array<number>(84).fill(0)]
    const { value, low, high } = pairedDifferenceInterval(pairs)
    const middle = 8 / 102
    const half = 1.98 * Math.sqrt((18 / 102 - middle ** 2) / 102)
    expect(value).toBeCloseTo(0.08, 9)
    expect(low).toBeCloseTo(middle - half, 2)
    expect(high).toBeCloseTo(middle + half, 2)
  })

  it('does not collapse if all pairs are equal, and stays within bounds', () => {
    const { value, low, high } = pairedDifferenceInterval(Array<number>(20).fill(1))
    expect([value, high]).toEqual([1, 1])
    expect(low).toBeLessThan(0.8)
  })
})

describe('ratings', () => {
  const beats = (winner: [number, number], loser: [number, number], times: number): PairwiseWin[] =>
    Array.from({ length: times }, (_, round) => ({
      round,
      winner: { agent: winner[0], place: winner[1] },
      loser: { agent: loser[0], place: loser[1] },
      weight: 1,
    }))

  it('are 400 apart at odds of ten to one', () => {
    const results = [
      ...beats([0, 0], [1, 1], 1000),
      ...beats([0, 1], [1, 0], 1000),
      ...beats([1, 0], [0, 1], 100),
      ...beats([1, 1], [0, 0], 100),
    ]
    const [first, second] = bradleyTerryRatings(results, 2, 2, 1)
    expect(first?.value).toBeCloseTo(200, -1)
    expect(second?.value).toBeCloseTo(-200, -1)
    expect(first?.low).toBeLessThan(first?.value ?? 0)
    expect(first?.high).toBeGreaterThan(first?.value ?? 0)
    expect((first?.high ?? 0) - (first?.low ?? 0)).toBeLessThan(60)
  })

  it('separate the strength of a place from that of an agent', () => {
    // The first place wins three of four, whoever has it; agent 0 had it more often.
    const results = [
      ...beats([0, 0], [1, 1], 900),
      ...beats([1, 1], [0, 0], 300),
      ...beats([1, 0], [0, 1], 90),
      ...beats([0, 1], [1, 0], 30),
    ]
    for (const { value } of bradleyTerryRatings(results, 2, 2, 1)) expect(Math.abs(value)).toBeLessThan(5)
  })

  it('put three agents in order, and stay finite for one that always wins', () => {
    const results = [0, 1].flatMap((place) => [
      ...beats([0, place], [1, 1 - place], 50),
      ...beats([1, place], [2, 1 - place], 30),
      ...beats([2, place], [1, 1 - place], 20),
    ])
    const [a, b, c] = bradleyTerryRatings(results, 3, 2, 1).map(({ value }) => value)
    expect(a).toBeGreaterThan(b ?? 0)
    expect(a).toBeLessThan(3000)
    expect(b).toBeGreaterThan(c ?? 0)
  })

  it('have a finite interval if one side wins every game', () => {
    // Ten wins and no loss: the odds may be anything from some three to one on.
    const results = [...beats([0, 0], [1, 1], 10), ...beats([0, 1], [1, 0], 10)]
    const [first, second] = bradleyTerryRatings(results, 2, 2, 1)
    expect(first?.low).toBeGreaterThan(0)
    expect(first?.low).toBeLessThan((first?.value ?? 0) - 100)
    expect(first?.high).toBeGreaterThan((first?.value ?? 0) + 100)
    expect(second?.low).toBeCloseTo(-(first?.high ?? 0), 1)
    const more = bradleyTerryRatings(
      [...beats([0, 0], [1, 1], 1000), ...beats([0, 1], [1, 0], 1000)],
      2,
      2,
      1,
    )
    expect(more[0]?.low).toBeGreaterThan(first?.low ?? 0)
  })

  it('contain their own value, with draws as half a win for each', () => {
    const half = (one: [number, number], other: [number, number], times: number): PairwiseWin[] =>
      [...beats(one, other, times), ...beats(other, one, times)].map((beat) => ({ ...beat, weight: 0.5 }))
    const results = [...half([0, 0], [1, 1], 50), ...half([0, 1], [1, 0], 50)]
    for (const { value, low, high } of bradleyTerryRatings(results, 2, 2, 1)) {
      expect(value).toBeCloseTo(0, 6)
      expect(low).toBeLessThan(-10)
      expect(high).toBeGreaterThan(10)
    }
  })

  it('have the profile likelihood interval of a proportion if there is only one', () => {
    // Without effects of places, 30 wins of 40: odds of 3 to 1. The prior moves that by little.
    const results = [...beats([0, 0], [1, 0], 30), ...beats([1, 0], [0, 0], 10)]
    const [first] = bradleyTerryRatings(results, 2, 1, 1)
    expect(first?.value).toBeCloseTo((400 * Math.log10(3)) / 2, -1)
    // log odds from 0.39 to 1.87 by the likelihood ratio alone
    expect(first?.low).toBeGreaterThan((400 * 0.39) / Math.LN10 / 2 - 15)
    expect(first?.low).toBeLessThan((400 * 0.39) / Math.LN10 / 2 + 5)
    expect(first?.high).toBeLessThan((400 * 1.87) / Math.LN10 / 2 + 25)
    expect(first?.high).toBeGreaterThan((400 * 1.87) / Math.LN10 / 2 - 15)
  })

  it('are the same again', () => {
    const results = [...beats([0, 0], [1, 1], 7), ...beats([1, 0], [0, 1], 5)]
    expect(bradleyTerryRatings(results, 2, 2, 3)).toEqual(bradleyTerryRatings(results, 2, 2, 3))
  })
})

describe('points', () => {
  /** The first agent draws every game against the third; the second loses 19 of 25 and draws the others. */
  const plan: SchedulePlan = { agents: 3, places: 2, rounds: 25, seed: 1, measured: [0, 1], against: 2 }
  const schedule = scheduleOf(plan)
  const result = (record: (agent: number, round: number, place: number) => Partial<GameRecord>) =>
    resultOf({
      of: { game: 'test', fingerprint: '' },
      agents: ['steady', 'weak', 'other'],
      places: ['left', 'right'].map((name, seat) => ({ name, seats: [seat], team: seat })),
      pairing: plan,
      played: {
        records: Array.from({ length: schedule.games }, (_, game) => {
          const { round, agents, counted } = schedule.lineup(game)
          const [place = 0] = counted
          return {
            game,
            won: [false, false],
            ranks: [1, 1],
            drawn: true,
            margins: null,
            ...record(agents[place] ?? -1, round, place),
          }
        }),
        errors: [],
        thinking: [],
      },
      seconds: 0,
    })

  it('distinguish a bot that draws from one that loses', () => {
    const lost = (place: number) => ({
      won: [place === 1, place === 0],
      ranks: place === 0 ? [2, 1] : [1, 2],
      drawn: false,
    })
    const { differences, standings, ratings } = result((agent, round, place) =>
      agent === 1 && round < 19 ? lost(place) : {},
    )
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatchObject({ agent: 'steady', less: 'weak' })
    expect(differences[0]?.rate.value).toBe(0) // neither has won a game
    expect(differences[0]?.score.value).toBeCloseTo(0.38, 9)
    expect(differences[0]?.score.low).toBeGreaterThan(0.2)
    expect(standings.map(({ all }) => all.score.value)).toEqual([0.5, 0.12])
    expect(standings[0]?.all.score.low).toBeLessThan(0.5)
    expect(ratings.map(({ agent }) => agent)).toEqual(['other', 'steady', 'weak'])
  })

  it('are shared by joint winners', () => {
    const { standings } = result((_agent, round) => ({
      won: [true, round % 2 === 0],
      ranks: [1, round % 2 === 0 ? 1 : 2],
      drawn: false,
    }))
    // In the first seat it wins all games, 13 of 25 together with the other; in the second seat only those.
    const [steady] = standings
    expect(steady?.seats['left']).toMatchObject({ won: 25, shared: 13, drawn: 0 })
    expect(steady?.seats['left']?.score.value).toBeCloseTo((12 + 6.5) / 25, 9)
    expect(steady?.seats['right']).toMatchObject({ won: 13, shared: 13 })
    expect(steady?.seats['right']?.score.value).toBeCloseTo(6.5 / 25, 9)
    expect(steady?.all.score.value).toBeCloseTo(0.5, 9)
  })
})

describe('a tournament', () => {
  it('measures each agent in each seat', async () => {
    const { standings, ratings, games, completed, deals, thinking } = await play(NUMBERS)
    expect({ games, completed, deals }).toEqual({ games: 40, completed: 40, deals: 20 })
    const [greedy, random] = standings
    expect(greedy).toMatchObject({ agent: 'greedy', all: { games: 40 } })
    expect(greedy?.seats['left']).toMatchObject({ games: 20, drawn: 0 })
    expect(greedy?.all.rate.value).toBeGreaterThan(0.9)
    expect(random?.all.rate.value).toBeLessThan(0.2)
    expect(greedy?.all.margin?.value).toBeCloseTo(-(random?.all.margin?.value ?? 0), 9)
    expect(ratings.map(({ agent }) => agent)).toEqual(['greedy', 'random'])
    // Three numbers each in every game.
    expect(thinking.map(({ decisions }) => decisions)).toEqual([120, 120])
  })

  it('reports paired differences, the better agent first', async () => {
    for (const agents of [
      ['greedy', 'random'],
      ['random', 'greedy'],
    ]) {
      const { differences, standings } = await play(NUMBERS, { agents })
      expect(differences).toHaveLength(1)
      const { agent, less, rate, margin } = itemAt(differences, 0)
      expect([agent, less]).toEqual(['greedy', 'random'])
      const all = (name: string) => standings.find((one) => one.agent === name)?.all
      expect(rate.value).toBeCloseTo((all('greedy')?.rate.value ?? 0) - (all('random')?.rate.value ?? 0), 9)
      expect(margin?.value).toBeCloseTo(2 * (all('greedy')?.margin?.value ?? 0), 2)
      expect(rate.low).toBeGreaterThan(0)
      expect(rate.low).toBeLessThan(rate.value)
    }
  })

  it('measures in some seats only', async () => {
    const { standings, games } = await play(NUMBERS, {
      agents: ['greedy'],
      against: 'random',
      seats: ['right'],
    })
    expect(games).toBe(20)
    expect(Object.keys(standings[0]?.seats ?? {})).toEqual(['right'])
    const wrong = play(NUMBERS, { agents: ['greedy'], against: 'random', seats: ['middle'] })
    await expect(wrong).rejects.toThrow('middle is not a seat that takes part. These do: left, right.')
  })

  it('finds no difference between an agent and itself', async () => {
    const { standings } = await play(NUMBERS, { agents: ['random'], games: 30 })
    const [random] = standings
    const { left, right } = random?.seats ?? {}
    expect(left?.margin?.value).toBeCloseTo(-(right?.margin?.value ?? 0), 9)
    expect(random?.all.margin?.value).toBeCloseTo(0, 9)
  })

  it('measures one agent at a time against another', async () => {
    const { standings, against, games, ratings } = await play(NUMBERS, {
      agents: ['greedy'],
      against: 'random',
    })
    expect({ games, against }).toEqual({ games: 40, against: 'random' })
    expect(standings.map(({ agent }) => agent)).toEqual(['greedy'])
    expect(standings[0]?.all).toMatchObject({ games: 40 })
    expect(ratings.map(({ agent }) => agent)).toEqual(['greedy', 'random'])
  })

  it('gives the same result with any number of threads', async () => {
    const run = async (jobs: number) =>
      timeless(await play(TRAP, { agents: ['random', 'explorer', 'greedy'], games: 30, jobs, seed: 'same' }))
    const alone = await run(1)
    expect(alone.errors.length).toBeGreaterThan(0)
    expect(alone.completed).toBeGreaterThan(30)
    expect(await run(2)).toEqual(alone)
    expect(await run(3)).toEqual(alone)
  })

  it('reports the seed and the line-up of a failed game, and plays the others', async () => {
    const { errors, completed, games } = await play(TRAP)
    expect(errors.length).toBeGreaterThan(0)
    expect(completed + errors.length).toBe(games)
    for (const { seed, agents, decision, message, place } of errors) {
      expect(new Set(agents)).toEqual(new Set(['greedy', 'random']))
      const plan = { seed, agents, maxDecisions: 1000, check: false }
      const again = playGames(linkGame(TRAP), plan, 0, 1).errors[0]
      expect(again).toEqual({ game: 0, seed, decision, message, place })
    }
  })

  it('plays the same deals with every line-up', async () => {
    // Whether the trap is met depends on the deal alone.
    const { errors } = await play(TRAP, { agents: ['random', 'explorer', 'greedy'] })
    for (const { seed } of errors) expect(errors.filter((error) => error.seed === seed)).toHaveLength(3)
  })

  it('reports an agent that cannot be made', async () => {
    const { errors, completed } = await play(NUMBERS, { agents: ['random', 'clever'], games: 2 })
    expect(completed).toBe(0)
    expect(errors).toHaveLength(4)
    expect(errors[0]).toMatchObject({ seed: 1, decision: 0 })
    expect(errors[0]?.message).toMatch(/no agent "clever"/)
  })

  it('reports a worth that fails at the end as an error of that game', async () => {
    const { errors, completed } = await play(
      {
        ...NUMBERS,
        functions: NUMBERS.functions.map((one) => ({
          ...one,
          body: { op: '/', left: 1, right: 0 } as const,
        })),
      },
      { agents: ['random'], games: 2 },
    )
    expect(completed).toBe(0)
    expect(errors.map(({ seed, decision }) => [seed, decision])).toEqual([
      [1, 6],
      ['1/1', 6],
    ])
  })

  it('reports progress, and stops when aborted', async () => {
    const stop = new AbortController()
    let seen = 0
    const { games, deals } = await play(NUMBERS, {
      games: 10_000,
      signal: stop.signal,
      onProgress: ({ done }) => {
        seen = done
        stop.abort()
      },
    })
    expect(deals).toBe(10_000)
    expect(games).toBe(seen)
    expect(games).toBeLessThan(20_000)
  })

  it('leaves out seats that take no part, and draws', async () => {
    const body = [
      { as: { player: { seat: 'left' }, effects: chooseNumber(0, 5) } },
      { endGame: { kind: 'draw' as const } },
    ]
    const { worth: _worth, ...unworthy } = tiny(body)
    const { seats, standings } = await play(unworthy, {
      games: 5,
    })
    expect(seats).toEqual(['left'])
    expect(standings[0]?.all).toMatchObject({ games: 5, won: 0, drawn: 5, margin: null })
  })
})
