/** Runs over worker processes and a real Postgres. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LoadedGame } from '@ludoforge/compiler'
import { columnsOf, playSeries, type RowKind, simulation } from '@ludoforge/sim'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../server/test/support/postgres.js'
import { carryOut, openDataSet, Runs, type Summary, versionOf } from '../src/index.js'
import { gameAt, timeless } from './support/games.js'
import { WorkerProcess } from './support/processes.js'

const VERSION = versionOf('test')
const say = (): void => {}

let postgres: Postgres
let folder: string
let game: LoadedGame
let runs: Runs
let workers: WorkerProcess[]

beforeAll(async () => {
  postgres = await startPostgres()
  folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-runs-'))
  game = await gameAt('tic-tac-toe')
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  const url = await postgres.fresh()
  runs = await Runs.open({ queue: url, database: url }, say)
  workers = []
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.kill()))
  await runs.close()
})

function startWorkers(n: number): void {
  for (let i = 0; i < n; i += 1) workers.push(new WorkerProcess(runs.place, VERSION))
}

const startSim = (games: number, out?: { readonly file: string; readonly rows: RowKind }) => {
  const series = simulation({ def: game.def, games, seed: 'many' })
  const { def, work } = series
  return runs.start({
    def,
    work,
    games,
    fingerprint: game.fingerprint,
    version: VERSION,
    command: 'sim',
    out,
  })
}

const textOf = (summary: Summary): string => timeless('sim' in summary ? summary.sim : summary.tournament)

/** The same games in threads of this process. */
async function here(games: number, out: { readonly file: string; readonly rows: RowKind }): Promise<string> {
  const dataSet = openDataSet(out.file, columnsOf(game.def, out.rows))
  const rows = { kind: out.rows, write: dataSet.write.bind(dataSet) }
  const result = await playSeries(simulation({ def: game.def, games, seed: 'many' }), { jobs: 2, rows })
  dataSet.finish()
  dataSet.close()
  return timeless(result)
}

describe('a run over three workers', () => {
  it('gives the tally and the data set of a local run, though one of them is killed', async () => {
    const games = 60_000
    const out = { file: path.join(folder, 'spread.jsonl'), rows: 'games' as const }
    startWorkers(3)
    const id = await startSim(games, out)
    let killed: Promise<void> | undefined
    const { state, summary } = await carryOut(runs, id, {
      say,
      onProgress: ({ done }) => {
        if (done > 0 && done < games) killed ??= workers[0]?.kill()
      },
    })
    await killed
    expect(state).toBe('done')
    expect(killed).toBeDefined()
    const own = { ...out, file: path.join(folder, 'here.jsonl') }
    expect(textOf(summary)).toBe(await here(games, own))
    const [one, other] = await Promise.all([readFile(out.file, 'utf8'), readFile(own.file, 'utf8')])
    expect(one.split('\n').length).toBe(games + 1)
    expect(one === other).toBe(true)
    // It is kept, with what it takes to play it again.
    expect(textOf(await runs.summary(id))).toBe(textOf(summary))
    const [line] = await runs.list()
    expect(line).toMatchObject({ id, state: 'done', done: games, held: false, version: VERSION })
    expect(await runs.store.definition(line?.digest ?? '')).toEqual(JSON.parse(JSON.stringify(game.def)))
  })
})
