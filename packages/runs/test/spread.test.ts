/** Runs on three worker processes and a real Postgres. */
import { readFileSync } from 'node:fs'
import type { LoadedGame } from '@ludoforge/compiler'
import { tournamentSeries, simulation } from '@ludoforge/sim'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { executeRun, type RunProgress } from '../src/index.js'
import { playedHere, TestCluster, textOf, VERSION } from './support/cluster.js'
import { isThorough } from '../../../test/support/effort.js'

const say = (): void => {}

let desk: TestCluster
let game: LoadedGame

beforeAll(async () => {
  desk = await TestCluster.open()
  game = await gameOf('tic-tac-toe')
  for (let i = 0; i < 3; i += 1) desk.work()
})
afterAll(() => desk.close())

const sim = (games: number, seed: string) => simulation({ game, games, seed })
const same = (one: string, other: string): boolean => readFileSync(one).equals(readFileSync(other))

describe('a run over three workers', () => {
  it('gives the same bits as a local tournament, and the same data set', async () => {
    const agents = ['greedy', 'random', 'explorer']
    const series = tournamentSeries({ game, agents, games: isThorough ? 60 : 20, seed: 3 })
    const out = { file: desk.file('.parquet'), rows: 'decisions' as const }
    const id = await desk.start(series, game, out)
    const { state, summary } = await executeRun(desk.runs, id, { say })
    expect(state).toBe('done')
    const own = { ...out, file: desk.file('.parquet') }
    expect(textOf(summary)).toBe(await playedHere(series, own))
    expect(same(out.file, own.file)).toBe(true)
  })

  it('is paused and resumed, by one process at a time', async () => {
    const games = 30_000 // so that it still runs when the other process tries
    const out = { file: desk.file('.jsonl'), rows: 'games' as const }
    const id = await desk.start(sim(games, 'paused'), game, out)
    const stop = new AbortController()
    const told: RunProgress[] = []
    const onProgress = (progress: RunProgress): void => {
      told.push(progress)
      if (progress.done > 0) stop.abort()
    }
    const first = await executeRun(desk.runs, id, { say, onProgress, signal: stop.signal })
    expect(first.state).toBe('paused')
    expect(first.done).toBeLessThan(games)
    expect(told.at(-1)).toMatchObject({ run: id, games, workers: 3, threads: 3, errors: 0 })
    expect(await desk.runs.find(id)).toMatchObject({ state: 'paused', problem: null })

    const again = executeRun(desk.runs, id, { say })
    await expect.poll(async () => (await desk.runs.list()).find((one) => one.id === id)?.held).toBe(true)
    const others = executeRun(desk.runs, id, { say })
    await expect(others).rejects.toThrow(`Another process is executing run ${id}. Stop it first.`)
    await expect(desk.runs.delete(id)).rejects.toThrow('is executing run')
    const { state, summary } = await again
    expect(state).toBe('done')
    const own = { ...out, file: desk.file('.jsonl') }
    expect(textOf(summary)).toBe(await playedHere(sim(games, 'paused'), own))
    expect(same(out.file, own.file)).toBe(true)

    // Resuming a run that is done returns the same summary and writes nothing.
    expect(textOf((await executeRun(desk.runs, id, { say })).summary)).toBe(textOf(summary))
    await desk.runs.delete(id)
    await expect(desk.runs.find(id)).rejects.toThrow(`There is no run ${id}.`)
  })

  it('gives the same bits as a local run, though a worker is killed', async () => {
    const games = isThorough ? 40_000 : 12_000
    const out = { file: desk.file('.jsonl'), rows: 'games' as const }
    const id = await desk.start(sim(games, 'killed'), game, out)
    let killed: Promise<void> | undefined
    const { state, summary } = await executeRun(desk.runs, id, {
      say,
      onProgress: ({ done }) => {
        if (done > 0 && done < games) killed ??= desk.workers[0]?.kill()
      },
    })
    expect(killed).toBeDefined()
    await killed
    expect(state).toBe('done')
    const own = { ...out, file: desk.file('.jsonl') }
    expect(textOf(summary)).toBe(await playedHere(sim(games, 'killed'), own))
    expect(same(out.file, own.file)).toBe(true)
    // The run is stored with the settings that reproduce it.
    expect(textOf(await desk.runs.summary(id))).toBe(textOf(summary))
    const line = (await desk.runs.list()).find((one) => one.id === id)
    expect(line).toMatchObject({ state: 'done', done: games, held: false, version: VERSION })
    expect(line?.fingerprint).toBe(game.fingerprint)
    expect(await desk.runs.store.definition(line?.digest ?? '')).toEqual(JSON.parse(JSON.stringify(game.def)))
  })
})
