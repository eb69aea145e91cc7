/** The API for starting, listing, summarizing and deleting runs. */
import { columnsOf, RunError } from '@ludoforge/sim'
import { openDataSet } from './dataset/dataset.js'
import { JobQueue, type QueueLocation } from './queue.js'
import { seriesOf, type Summary } from './series.js'
import { type NewRun, type Run, type RunListItem, RunStore } from './store/store.js'

/** The runs of one queue. */
export class Runs {
  private constructor(
    readonly place: QueueLocation,
    readonly store: RunStore,
    private readonly log: (problem: string) => void,
  ) {}

  static async open(place: QueueLocation, log: (problem: string) => void): Promise<Runs> {
    return new Runs(place, await RunStore.open(place.database, { log }), log)
  }

  async close(): Promise<void> {
    await this.store.close()
  }

  /** Creates a run, before any game is played, and returns its id. */
  async start(run: NewRun): Promise<string> {
    // Reports a data set that can't be written before any game is played.
    if (run.out !== undefined) openDataSet(run.out.file, columnsOf(run.def, run.out.rows)).close()
    return this.store.add(run)
  }

  list(): Promise<RunListItem[]> {
    return this.store.list()
  }

  async find(id: string): Promise<Run> {
    const run = await this.store.run(id)
    if (run === undefined) throw new RunError(`There is no run ${id}.`)
    return run
  }

  /** Returns the summary of the games played so far. */
  async summary(id: string): Promise<Summary> {
    const run = await this.find(id)
    const series = seriesOf(await this.store.definition(run.digest), run)
    const firsts = (await this.store.ranges(id)).filter(({ done }) => done).map(({ from }) => from)
    for (let at = 0; at < firsts.length; at += CHUNK) {
      const results = await this.store.results(id, firsts.slice(at, at + CHUNK), CHUNK)
      for (const { result } of results) series.addPacked(JSON.parse(result))
    }
    return series.summary(run.seconds)
  }

  /** Removes the jobs of a run from the queue and deletes the run. */
  async delete(id: string): Promise<void> {
    const { version } = await this.find(id)
    const hold = await this.store.hold(id)
    if (hold === undefined) throw new RunError(`Another process is executing run ${id}. Stop it first.`)
    try {
      const open = (await this.store.ranges(id)).filter(({ done }) => !done)
      const queue = await this.queue(version)
      try {
        const firsts = open.map(({ from }) => from)
        await queue.remove(id, firsts)
      } finally {
        await queue.close()
      }
      await this.store.delete(id)
    } finally {
      await hold.release()
    }
  }

  queue(version: string): Promise<JobQueue> {
    return JobQueue.open(this.place, version, this.log)
  }
}

const CHUNK = 200
