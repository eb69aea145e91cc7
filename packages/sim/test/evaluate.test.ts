import { describe, expect, it } from 'vitest'
import { gameFrom, gameOf } from '../../../test/support/games.js'
import { courseOf } from '../src/evaluate/course-recorder.js'
import type { GameResult } from '../src/evaluate/game-note.js'
import { scoreCurves } from '../src/evaluate/score-summary.js'
import { seatAdvantage } from '../src/evaluate/seat-advantage.js'
import {
  compareEvaluations,
  type Evaluation,
  evaluate,
  evaluationSeries,
  type GameScore,
  playSeries,
} from '../src/index.js'

/** A race: in each of six turns a seat walks or rests; the second seat has a head start. */
const race = (start: number, step = 2) =>
  gameFrom(`# Race

\`\`\`yaml
game: {id: race, title: Race}
seats: {hare: Hare, snail: Snail}
seat-variables: {road: {range: 0..99, start: 0}}
\`\`\`

\`\`\`rules
setup
  set road of snail to ${start}

play
  repeat up to 6 times, seats in turn
    choose action from actions where legal(it), or none
    if action != none
      perform action
  rank seats by road of it, "all have walked"

action walk "Walk"
  add ${step} to road of actor

action rest "Rest"
  say "zzz"

action fly "Fly"
  requires road of actor > 90
  add 5 to road of actor

value worth(seat) = road of seat
\`\`\`
`)

const TIMES = new Set(['slowest', 'seconds', 'decisionsPerSecond', 'gamesPerSecond', 'slowestDecisionMs'])

/** Times differ from run to run. */
function withoutTimes(result: Evaluation): unknown {
  return JSON.parse(JSON.stringify(result, (key, value: unknown) => (TIMES.has(key) ? undefined : value)))
}

describe('a seat is better off', () => {
  /** Games won by these seats, so many each. */
  const won = (...wins: readonly number[]): GameResult[] =>
    wins.flatMap((n, seat) => Array.from({ length: n }, () => ({ winners: [seat], result: 'win' }))) // biome-ignore format: one line

  it('only after 30 games', () => {
    expect(seatAdvantage(won(29, 0), [0, 1])).toBeUndefined()
    expect(seatAdvantage(won(30, 0), [0, 1])).toEqual({ better: 0, worse: 1 })
  })

  it('only if the intervals are apart', () => {
    expect(seatAdvantage(won(55, 45), [0, 1])).toBeUndefined()
    expect(seatAdvantage(won(40, 60), [0, 1])).toEqual({ better: 1, worse: 0 })
  })

  it('by a larger difference if it is one of many pairs', () => {
    // The 95 % intervals of 32 and 9 of 100 are apart. Those that hold for 28 pairs at once aren't.
    expect(seatAdvantage(won(32, 9, 59), [0, 1])).toEqual({ better: 0, worse: 1 })
    expect(seatAdvantage(won(32, 9, 9, 10, 10, 10, 10, 10), [0, 1, 2, 3, 4, 5, 6, 7])).toBeUndefined()
    expect(seatAdvantage(won(58, 6, 6, 6, 6, 6, 6, 6), [0, 1, 2, 3, 4, 5, 6, 7])?.better).toBe(0)
  })
})

describe('the course of a game', () => {
  it('counts a lead change only if another seat takes the lead', () => {
    const leads = [
      [0, 0],
      [2, 0],
      [2, 2],
      [3, 2],
      [3, 5],
      [6, 5],
    ]
    expect(courseOf(leads, [0]).leadChanges).toBe(2)
  })

  it('measures drama as the mean root of the deficit where the winner is behind', () => {
    const behind = [
      [0, 4],
      [0, 9],
      [5, 5],
      [9, 5],
    ]
    expect(courseOf(behind, [0])).toMatchObject({ drama: (2 + 3) / 2, spread: 9 })
    expect(courseOf(behind, [1]).drama).toBe(2)
    expect(courseOf(behind, [0, 1])).toMatchObject({ drama: 0, decidedAt: null })
  })

  it('is decided when the winner passes the best position of any loser', () => {
    const late = [
      [0, 0],
      [1, 0],
      [0, 3],
      [3, 0],
      [4, 0],
    ]
    expect(courseOf(late, [0]).decidedAt).toBe(1)
    expect(courseOf(late.toReversed(), [1]).decidedAt).toBe(1)
    expect(
      courseOf(
        [
          [0, 0],
          [1, 0],
          [2, 0],
        ],
        [0],
      ).decidedAt,
    ).toBe(0.5)
  })
})

describe('the scores of a game', () => {
  const walked = (game: ReturnType<typeof race>, name = 'road'): GameScore => ({
    name,
    seats: game.def.seats.map(({ id }) => game.expression(`${id}.${name}`)),
  })
  const always = async (game: ReturnType<typeof race>, games = 4, score = walked(game)) =>
    evaluate({ game, games, agents: ['greedy'], jobs: 1, score })

  it('are sampled at the end of each turn, at the same moment for all seats', async () => {
    const { curves } = await always(race(3))
    expect(curves).toMatchObject({ name: 'road', isWorth: false, games: 4 })
    expect(
      curves?.seats.map(({ seat, points }) => [seat, points.slice(0, 6).map(({ mean }) => mean)]),
    ).toEqual([
      ['hare', [0, 2, 2, 4, 4, 6]],
      ['snail', [3, 3, 5, 5, 7, 7]],
    ])
    expect(curves?.seats[0]?.points.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('have a mean and a band of 80 % of the games', async () => {
    const game = race(0)
    const { curves, seats } = await evaluate({
      game,
      games: 200,
      agents: ['random'],
      jobs: 1,
      score: walked(game),
    })
    const last = curves?.seats.map(({ points }) => points.at(-1))
    expect(last?.map((point) => point?.mean)).toEqual(seats.map(({ score }) => score?.value))
    expect(last?.map((point) => [point?.low, point?.high])).toEqual([
      [0, 4],
      [0, 4],
    ])
  })

  it('can use a function that no rule uses', async () => {
    const game = gameFrom(`# Steps

\`\`\`yaml
game: {id: steps, title: Steps}
seats: {hare: Hare, snail: Snail}
seat-variables: {road: {range: 0..99, start: 1}}
\`\`\`

\`\`\`rules
play
  repeat up to 2 times, seats in turn
    choose number from 1..3
    add number to road of actor
  rank seats by road of it, "all have walked"

value miles(seat) = leagues(seat) * 3
value leagues(seat) = road of seat * 2
\`\`\`
`)
    const seats = game.def.seats.map(({ id }) => game.expression(`miles(${id})`))
    const score = { name: 'miles', seats }
    const { curves } = await evaluate({ game, games: 3, agents: ['random'], jobs: 1, score })
    expect(curves?.seats.map(({ points }) => points[0]?.mean)).toEqual([6, 6])
  })

  it('are the worth if the game declares no score', async () => {
    const { curves } = await evaluate({ game: race(3), games: 2, agents: ['greedy'], jobs: 1 })
    expect(curves).toMatchObject({ name: 'worth', isWorth: true })
    expect(curves?.seats[1]?.points[0]?.mean).toBe(3)
    const { worth: _, ...def } = race(0).def
    expect((await evaluate({ game: { def }, games: 2, agents: ['random'], jobs: 1 })).curves).toBeNull()
  })

  it('keep the last score of a game that is over, and end when nearly all games are', () => {
    const note = (turns: number, scores: readonly number[]) => ({
      scoreCourse: { turns, every: 1, seats: [scores.slice(0, -1)], last: scores.slice(-1) },
    })
    const short = Array.from({ length: 39 }, () => note(2, [0, 1, 2]))
    const curves = scoreCurves([...short, note(4, [0, 5, 10, 15, 20])], ['hare'], 'road')
    expect(curves?.seats[0]?.points.map(({ turn }) => turn)).toEqual([0, 1, 2])
    const half = scoreCurves([note(2, [0, 1, 2]), note(4, [0, 5, 10, 15, 20])], ['hare'], 'road')
    expect(half?.seats[0]?.points.map(({ mean }) => mean)).toEqual([0, 3, 6, 8.5, 11])
  })

  it('of long games are points whole rounds apart', () => {
    const every = 2
    const points = Array.from({ length: 300 }, (_, i) => i * every)
    const long = { scoreCourse: { turns: 599, every, seats: [points, points], last: [599, 599] } }
    const turns = scoreCurves([long], ['hare', 'snail'], 'road')?.seats[0]?.points ?? []
    expect(turns.length).toBeLessThanOrEqual(50)
    expect(turns.slice(0, -1).every(({ turn, mean }) => turn % 2 === 0 && mean === turn)).toBe(true)
    expect(turns.at(-1)).toMatchObject({ turn: 599, mean: 599 })
  })
})

describe('an evaluation', () => {
  it("doesn't depend on the number of threads", async () => {
    const game = await gameOf('outposts')
    const request = { game, games: 24, agents: ['random'], seed: 3 }
    const one = await evaluate({ ...request, jobs: 1 })
    const two = await evaluate({ ...request, jobs: 2 })
    expect(withoutTimes(two)).toEqual(withoutTimes(one))
    expect(one.slowest).toHaveLength(5)
  })

  it('measures seats, length, options and rules', async () => {
    const result = await evaluate({ game: race(0), games: 60, agents: ['random'], jobs: 1 })
    expect(result.statistics).toMatchObject({ games: 60, completed: 60, errors: [] })
    expect(result.turns).toMatchObject({ p5: 6, p50: 6, max: 6, bins: [{ from: 6, to: 6, games: 60 }] })
    expect(result.branching.value).toBe(2)
    expect(result.firstPlayer.games).toEqual({ hare: 60 })
    const won = result.seats.map((seat) => Math.round(60 * seat.won.value))
    expect(won).toEqual([result.statistics.wins['hare'], result.statistics.wins['snail']])
    const points = result.seats.reduce((sum, seat) => sum + seat.points.value, 0)
    expect(points).toBeCloseTo(1, 3)
    const uses = Object.fromEntries(result.options.map(({ key, all }) => [key, all]))
    expect(Object.keys(uses).toSorted()).toEqual(['action rest', 'action walk', 'option action.none'])
    expect(uses['action walk']?.possible).toBe(360)
    const taken = Object.values(uses).reduce((sum, use) => sum + use.taken, 0)
    expect(taken).toBe(360)
    expect(result.rules.missed.map(({ text, side }) => [text, side])).toEqual([
      ['road of actor > 90', 'true'],
      ['add 5 to road of actor', undefined],
    ])
  })

  it('knows who wins when an option is taken, by seat', async () => {
    const { options, seats } = await evaluate({ game: race(0), games: 80, agents: ['random'], jobs: 1 })
    const walk = options.find(({ key }) => key === 'action walk')
    const rest = options.find(({ key }) => key === 'action rest')
    expect(Object.keys(walk?.seats ?? {})).toEqual(['hare', 'snail'])
    expect(walk?.seats['hare']?.won.value).toBeGreaterThan(seats[0]?.won.value ?? 1)
    expect(rest?.seats['hare']?.won.value).toBeLessThan(walk?.seats['hare']?.won.value ?? 0)
  })

  it('of a game without worth has no course', async () => {
    const { worth: _, ...def } = race(0).def
    const { course } = await evaluate({ game: { def }, games: 2, agents: ['random'], jobs: 1 })
    expect(course).toBeNull()
  })

  it('reports failed games, and measures the others', async () => {
    const result = await evaluate({ game: race(0), games: 3, agents: ['random'], jobs: 1, maxDecisions: 2 })
    expect(result.statistics.errors).toHaveLength(3)
    expect(result.turns.bins).toEqual([])
  })

  it('survives packing', async () => {
    const series = evaluationSeries({ game: race(0), games: 10, agents: ['random'] })
    const copy = evaluationSeries({ game: race(0), games: 10, agents: ['random'] })
    const add = series.add.bind(series)
    series.add = (batch) => {
      copy.add(copy.unpack(JSON.parse(JSON.stringify(series.pack(batch)))))
      add(batch)
    }
    const summary = await playSeries(series, { jobs: 1 })
    expect(withoutTimes(copy.summary(0))).toEqual(withoutTimes(summary))
  })
})

describe('a comparison', () => {
  const played = async (start: number, step?: number) => {
    const series = evaluationSeries({ game: race(start, step), games: 100, agents: ['random'] })
    await playSeries(series, { jobs: 1 })
    return series
  }

  it('of a game with itself finds nothing', async () => {
    const { pairs, found, notFound } = compareEvaluations(await played(0), await played(0))
    expect(pairs).toBe(100)
    expect(found).toEqual([])
    expect(notFound.map(({ kind }) => kind)).toContain('won')
  })

  it('finds what a change does, the largest effect first', async () => {
    const { found, notFound } = compareEvaluations(await played(0), await played(4))
    const [first] = found
    expect(first).toMatchObject({ kind: 'score', seat: 'snail', difference: { value: 4, low: 4, high: 4 } })
    const sizes = found.map(({ effect }) => Math.abs(effect ?? Number.POSITIVE_INFINITY))
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(
      found.find(({ kind, seat }) => kind === 'won' && seat === 'snail')?.difference.low,
    ).toBeGreaterThan(0)
    expect(found.find(({ kind, seat }) => kind === 'won' && seat === 'hare')?.difference.high).toBeLessThan(0)
    expect(notFound.map(({ kind }) => kind)).toContain('turns')
  })
})
