/** A database, workers and runs for tests. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LoadedGame } from '@ludoforge/compiler'
import { columnsOf, playSeries, type Series } from '@ludoforge/sim'
import { freshDatabase } from '../../../../test/support/run/services.js'
import { openDataSet, type Out, Runs, type Summary, codeVersion } from '../../src/index.js'
import { timeless } from './timeless.js'
import { WorkerProcess } from './processes.js'

export const VERSION = codeVersion('test')

type AnySeries = Series<never, Parameters<typeof timeless>[0]>

export class TestCluster {
  readonly workers: WorkerProcess[] = []
  readonly #files: { n: number } = { n: 0 }

  private constructor(
    readonly runs: Runs,
    readonly folder: string,
  ) {}

  /** The queue is in the database unless `queue` is given. */
  static async open(at: { readonly queue?: string; readonly database?: string } = {}): Promise<TestCluster> {
    const { database = await freshDatabase(), queue } = at
    const runs = await Runs.open({ queue: queue ?? database, database }, () => {})
    return new TestCluster(runs, await mkdtemp(path.join(tmpdir(), 'ludoforge-runs-')))
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.kill()))
    await this.runs.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  work(version = VERSION, nodeFlags: readonly string[] = []): WorkerProcess {
    const worker = new WorkerProcess(this.runs.place, version, 1, nodeFlags)
    this.workers.push(worker)
    return worker
  }

  file(ending: string): string {
    this.#files.n += 1
    return path.join(this.folder, `${this.#files.n}${ending}`)
  }

  start(
    { def, work, games }: Pick<AnySeries, 'def' | 'work' | 'games'>,
    game: LoadedGame,
    out?: Out,
  ): Promise<string> {
    const { fingerprint } = game
    return this.runs.start({ def, work, games, fingerprint, version: VERSION, command: 'a test', out })
  }
}

export const textOf = (summary: Summary): string =>
  timeless('sim' in summary ? summary.sim : summary.tournament)

/** Plays the same games in threads of this process. */
export async function playedHere<Result>(
  series: Series<Result, Parameters<typeof timeless>[0]>,
  out?: Out,
): Promise<string> {
  if (out === undefined) return timeless(await playSeries(series, { jobs: 2 }))
  const dataSet = openDataSet(out.file, columnsOf(series.def, out.rows))
  const rows = { kind: out.rows, write: dataSet.write.bind(dataSet) }
  const result = await playSeries(series, { jobs: 2, rows })
  dataSet.finish()
  dataSet.close()
  return timeless(result)
}
