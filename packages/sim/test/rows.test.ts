import { type GameDef, linkGame } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { NUMBERS, TRAP } from '../../agents/test/tiny.js'
import {
  columnsOf,
  tournamentSeries,
  ReorderBuffer,
  playSeries,
  type RowKind,
  type Series,
  simulation,
} from '../src/index.js'

/** The same with a feature: what a seat has is counted twice. */
const COUNTED: GameDef = {
  ...NUMBERS,
  functions: [
    ...NUMBERS.functions,
    ...NUMBERS.functions.filter(({ id }) => id === 'worth').map((one) => ({ ...one, id: 'hoard' })),
  ],
  features: [{ id: 'hoard', about: 'what it has', weights: {} }],
}

type Row = Record<string, unknown>

async function rowsOf<Result, Summary>(series: Series<Result, Summary>, kind: RowKind, jobs = 1) {
  let text = ''
  const batches: number[] = []
  const write = (lines: string, { from }: { readonly from: number }): void => {
    batches.push(from)
    text += lines
  }
  const summary = await playSeries(series, { jobs, rows: { kind, write } })
  const rows = text.split('\n').filter((line) => line !== '')
  return { summary, text, batches, rows: rows.map((line) => JSON.parse(line) as Row) }
}

const sim = (def: GameDef, games: number) => simulation({ game: { def }, games, seed: 7 })

describe('rows of decisions', () => {
  it('have the decision, the position and the outcome', async () => {
    const { rows, summary } = await rowsOf(sim(COUNTED, 20), 'decisions')
    expect(rows.length).toBe(summary.decisions)
    expect(Object.keys(rows[0] ?? {})).toEqual(columnsOf(COUNTED, 'decisions').map(({ name }) => name))
    expect(rows[0]).toMatchObject({ game: 0, seed: '7', n: 1, seat: 'left', agent: 'random', worth: 0 })
    expect(rows[6]).toMatchObject({ game: 1, seed: '7/1', n: 1 })
    // Each seat in turn adds what it chose.
    for (const [i, row] of rows.entries()) {
      const next = rows[i + 2]
      expect(row['feature.hoard']).toBe(row['worth'])
      if (next?.['game'] === row['game'])
        expect(next?.['worth']).toBe(Number(row['worth']) + Number(row['choice']))
    }
    const shares = rows.filter(({ n }) => n === 1).map(({ won }) => Number(won))
    expect(shares.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0)
  })

  it('leave out games that failed', async () => {
    const { rows, summary } = await rowsOf(sim(TRAP, 60), 'decisions')
    const failed = summary.errors.map(({ game }) => game)
    expect(failed.length).toBeGreaterThan(0)
    expect(rows.some(({ game }) => failed.includes(game as number))).toBe(false)
    expect(new Set(rows.map(({ game }) => game)).size).toBe(summary.completed)
  })
})

describe('rows of games', () => {
  it('have the outcome or the error of each game', async () => {
    const { rows, summary } = await rowsOf(sim(TRAP, 60), 'games')
    expect(rows.map(({ game }) => game)).toEqual(Array.from({ length: 60 }, (_, i) => i))
    const names = columnsOf(TRAP, 'games').map(({ name }) => name)
    for (const row of rows) expect(Object.keys(row)).toEqual(names)
    const failed = rows.filter(({ error }) => error !== null)
    expect(failed.map(({ game, error }) => [game, error])).toEqual(
      summary.errors.map(({ game, message }) => [game, message]),
    )
    expect(failed[0]).toMatchObject({ result: null, 'left.agent': 'random', 'left.won': null })
  })

  it('agree with the statistics', async () => {
    const { rows, summary } = await rowsOf(sim(COUNTED, 50), 'games')
    const sum = (name: string): number => rows.reduce((all, row) => all + Number(row[name]), 0)
    expect(sum('decisions')).toBe(summary.decisions)
    expect(rows.filter((row) => Number(row['left.won']) > 0)).toHaveLength(summary.wins['left'] ?? -1)
    expect(sum('left.score') / 50).toBeCloseTo(summary.scores['left']?.mean ?? -1, 2)
    expect(rows.every((row) => row['left.feature.hoard'] === row['left.worth'])).toBe(true)
  })

  it('of a tournament name the agent of each seat', async () => {
    const game = linkGame(NUMBERS)
    const { rows, summary } = await rowsOf(
      tournamentSeries({ game, agents: ['greedy', 'random'], games: 10 }),
      'games',
    )
    expect(rows).toHaveLength(summary.games)
    for (const row of rows) {
      expect(new Set([row['left.agent'], row['right.agent']])).toEqual(new Set(['greedy', 'random']))
    }
  })
})

describe('rows', () => {
  it('arrive in the order of the games, whichever thread plays them', async () => {
    const one = await rowsOf(sim(COUNTED, 400), 'decisions')
    const three = await rowsOf(sim(COUNTED, 400), 'decisions', 3)
    expect(three.text === one.text).toBe(true)
    expect(three.batches).toEqual(three.batches.toSorted((a, b) => a - b))
    const { seconds: _, ...alone } = one.summary
    expect(alone.games).toBe(400)
  })

  it('stop the run if they cannot be written', async () => {
    const write = (): never => {
      throw new Error('no room')
    }
    const played = playSeries(sim(NUMBERS, 1000), { jobs: 2, rows: { kind: 'games', write } })
    await expect(played).rejects.toThrow('no room')
  })

  it('are reordered as they arrive', () => {
    const taken: string[] = []
    const order = new ReorderBuffer<string>((value, { from }) => taken.push(`${from}${value}`))
    order.add({ from: 5, to: 9 }, 'c')
    order.add({ from: 2, to: 5 }, 'b')
    expect(taken).toEqual([])
    expect(order.held).toBe(2)
    order.add({ from: 0, to: 2 }, 'a')
    expect(taken).toEqual(['0a', '2b', '5c'])
    expect(order.held).toBe(0)
  })
})

describe('the result of a batch', () => {
  it('survives JSON', async () => {
    const series = sim(TRAP, 60)
    const other = sim(TRAP, 60)
    const add = series.add.bind(series)
    series.add = (tally) => {
      other.add(other.unpack(JSON.parse(JSON.stringify(other.pack(tally)))))
      add(tally)
    }
    const summary = await playSeries(series, { jobs: 1 })
    expect(other.summary(summary.seconds)).toEqual({
      ...summary,
      decisionsPerSecond: expect.any(Number),
      gamesPerSecond: expect.any(Number),
    })
  })
})
