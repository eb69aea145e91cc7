/** Executes a run: queues its games in batches, collects their results in order, and writes its data set. */
import { gunzipSync } from 'node:zlib'
import { BatchScheduler, type BatchTask, columnsOf, ReorderBuffer, RunError } from '@ludoforge/sim'
import { type DataSet, openDataSet } from './dataset/dataset.js'
import { isDatabaseError, isTransient, messageOf } from './errors.js'
import type { JobQueue, Workers } from './queue.js'
import type { Runs } from './runs.js'
import { type RunSeries, seriesOf, type Summary } from './series.js'
import type { HeldLock, BatchResult, Run } from './store/store.js'

/** The progress of a run. */
export interface RunProgress extends Workers {
  readonly run: string
  readonly done: number
  readonly games: number
  readonly errors: number
  readonly seconds: number // of the whole run, over all processes
  readonly gamesPerSecond: number
  readonly secondsLeft: number | null // null if it can't be estimated yet
}

export interface ExecuteOptions {
  /** Aborting pauses the run. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: RunProgress) => void) | undefined
  readonly say: (line: string) => void
}

export interface RunOutcome {
  readonly state: 'done' | 'paused'
  /** The summary of all games played so far. */
  readonly summary: Summary
  readonly done: number
}

const BATCH_MS = 1000 // long enough to make the queue cheap, short enough to lose little when a worker dies
const FIRST_BATCHES = 500 // per thread, if all batches had the first size; used until durations are known
const LAST_BATCHES = 4 // per thread: batches shrink towards the end, so that all threads finish together
const QUEUED_PER_THREAD = 3 // batches, so that workers never wait for this process
const MIN_QUEUED = 8 // batches
const MAX_AHEAD = 64 // per thread: batches whose rows wait to be written
const FETCH = 50 // results at a time
const POLL_MS = { min: 20, max: 500 }
const WORKERS_MS = 1000
const CHECKPOINT_MS = 2000
const NO_WORKER_MS = 3000 // until it reports that there is no worker
const MAX_OUTAGE_MS = 60_000 // of the database, before it gives up
const RETRY_MS = 1000

/** Executes a run until it is done or paused. Only one process can execute a run at a time. */
export async function executeRun(runs: Runs, id: string, options: ExecuteOptions): Promise<RunOutcome> {
  const lock = new RunLock(runs, id)
  await lock.take()
  try {
    const run = await runs.find(id)
    const series = seriesOf(await runs.store.definition(run.digest), run)
    const queue = await runs.queue(run.version)
    try {
      return await new Coordinator(runs, run, queue, series, options, lock).execute()
    } finally {
      await queue.close()
    }
  } finally {
    await lock.release()
  }
}

/** Holds the lock of a run and takes it again after a lost connection. Also receives the notifications of results. */
class RunLock {
  #hold: HeldLock | undefined
  #notified = false
  #wake: () => void = () => {}

  constructor(
    private readonly runs: Runs,
    private readonly id: string,
  ) {}

  async take(): Promise<void> {
    if (this.#hold !== undefined && !this.#hold.lost) return
    this.#hold = await this.runs.store.hold(this.id, () => this.#notify())
    if (this.#hold === undefined)
      throw new RunError(`Another process is executing run ${this.id}. Stop it first.`)
  }

  async release(): Promise<void> {
    await this.#hold?.release()
  }

  #notify(): void {
    this.#notified = true
    this.#wake()
  }

  /** Waits for a notification, at most `POLL_MS.max` and at least `POLL_MS.min`, so that results arrive together. */
  async wait(): Promise<void> {
    await sleep(POLL_MS.min)
    if (!this.#notified) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS.max)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#notified = false
  }
}

class Coordinator {
  readonly #dataSet: DataSet | undefined
  readonly #written: number // the data set had all rows before this game when this process started
  readonly #inOrder = new ReorderBuffer<BatchResult>((result) => this.#ready.push(result))
  /** Results to merge next, in order. */
  readonly #ready: BatchResult[] = []
  readonly #start = performance.now()
  #batches: BatchScheduler | undefined // created once the number of workers is known
  #firstNewGame = 0 // games before it were batched by earlier processes
  /** Batches without a fetched result, and those of them that aren't in the queue yet. */
  readonly #pending = new Map<number, BatchTask>()
  #unqueued: BatchTask[] = []
  /** Batches played before this process started whose results aren't fetched yet. */
  readonly #old = new Set<number>()
  #merged = 0 // batches
  #scheduled = 0 // batches
  #before = 0 // games done before this process started
  #done = 0 // games
  readonly #reported = new Set<string>()
  #workers: Workers = { workers: 0, threads: 0 }
  #due = { workers: 0, checkpoint: CHECKPOINT_MS, noWorker: NO_WORKER_MS }

  constructor(
    private readonly runs: Runs,
    private readonly run: Run,
    private readonly queue: JobQueue,
    private readonly series: RunSeries,
    private readonly options: ExecuteOptions,
    private readonly lock: RunLock,
  ) {
    const { out, state, written } = run
    this.#written = written?.from ?? 0
    if (out !== undefined && state !== 'done')
      this.#dataSet = openDataSet(out.file, columnsOf(series.def, out.rows), written)
  }

  get #ms(): number {
    return performance.now() - this.#start
  }

  get #seconds(): number {
    return this.run.seconds + this.#ms / 1000
  }

  async execute(): Promise<RunOutcome> {
    try {
      return await this.#play()
    } catch (error) {
      await this.#pause(messageOf(error)).catch(() => {}) // the first error is the one to report
      throw isDatabaseError(error) ? new RunError(`The database refused a query: ${messageOf(error)}`) : error
    } finally {
      this.#dataSet?.close()
    }
  }

  async #play(): Promise<RunOutcome> {
    const { run, options, series } = this
    const { store } = this.runs
    await this.#resume()
    if (run.state !== 'done') await store.setState(run.id, 'open', null, run.seconds)
    while (series.done < series.games) {
      if (options.signal?.aborted) {
        await this.#checkpoint()
        await this.#pause(null)
        return this.#ended('paused')
      }
      const fetched = await this.#withRetry(() => this.#round())
      if (fetched === 0) await this.lock.wait()
    }
    if (run.state === 'done') return this.#ended('done')
    this.#dataSet?.finish()
    this.#tell()
    await this.#withRetry(() => store.setState(run.id, 'done', null, this.#seconds))
    if (this.#dataSet !== undefined) await this.#withRetry(() => store.forgetRows(run.id))
    return this.#ended('done')
  }

  #ended(state: RunOutcome['state']): RunOutcome {
    const seconds = this.run.state === 'done' ? this.run.seconds : this.#seconds
    return { state, summary: this.series.summary(seconds), done: this.series.done }
  }

  /** Resumes a run: queues the batches again that earlier processes queued and that have no result. */
  async #resume(): Promise<void> {
    const { id } = this.run
    const ranges = await this.runs.store.ranges(id)
    for (const { from, to, done } of ranges) {
      this.#pending.set(from, { from, to })
      if (!done) continue
      this.#old.add(from)
      this.#before += to - from
    }
    this.#done = this.#before
    this.#scheduled = ranges.length
    this.#firstNewGame = ranges.at(-1)?.to ?? 0
    const open = ranges.filter(({ done }) => !done)
    const firsts = open.map(({ from }) => from)
    await this.queue.remove(id, firsts)
    this.#unqueued = open
  }

  /** One round of the main loop. Returns the number of results fetched. */
  async #round(): Promise<number> {
    await this.lock.take()
    if (this.#ms >= this.#due.workers) await this.#checkWorkers()
    await this.#fill()
    const results = await this.runs.store.results(this.run.id, [...this.#pending.keys()], FETCH)
    const isFirst = this.#done === this.#before
    for (const result of results) {
      const { from, to, ms } = result
      this.#pending.delete(from)
      this.#batches?.learn({ from, to }, ms)
      if (!this.#old.delete(from)) this.#done += to - from
      this.#inOrder.add({ from, to }, result)
    }
    await this.#merge()
    if (isFirst && this.#done > this.#before) this.#tell() // a short run may be done before the next count of workers
    if (this.#ms >= this.#due.checkpoint) await this.#checkpoint()
    return results.length
  }

  /** Merges results in the order of the games. Loads the rows of one batch at a time, which bounds memory. */
  async #merge(): Promise<void> {
    for (let range = this.#ready[0]; range !== undefined; range = this.#ready[0]) {
      if (this.#dataSet !== undefined && range.from >= this.#written) {
        const rows = await this.runs.store.rows(this.run.id, range.from)
        this.#dataSet.write(gunzipSync(rows).toString(), range)
      }
      this.series.addPacked(JSON.parse(range.result))
      this.#merged += 1
      this.#ready.shift()
    }
  }

  /** Fills the queue just enough for the workers: jobs that aren't queued needn't be removed on a pause. */
  async #fill(): Promise<void> {
    const threads = Math.max(1, this.#workers.threads)
    const waiting = Math.max(MIN_QUEUED, threads * QUEUED_PER_THREAD)
    const ahead = this.#dataSet === undefined ? Infinity : threads * MAX_AHEAD
    const { games } = this.run
    const first = Math.ceil(games / (threads * FIRST_BATCHES))
    const batches = (this.#batches ??= new BatchScheduler(games, BATCH_MS, {
      from: this.#firstNewGame,
      first,
    }))
    while (this.#pending.size - this.#old.size < waiting && this.#scheduled - this.#merged < ahead) {
      const task = batches.take(1 / (threads * LAST_BATCHES))
      if (task === undefined) break
      this.#scheduled += 1
      this.#pending.set(task.from, task)
      this.#unqueued.push(task)
    }
    if (this.#unqueued.length === 0) return
    const { id, fingerprint } = this.run
    await this.runs.store.addRanges(id, this.#unqueued)
    await this.queue.add(this.#unqueued.map(({ from, to }) => ({ run: id, fingerprint, from, to })))
    this.#unqueued = []
  }

  /** Counts the workers, and throws if a job has failed for good. */
  async #checkWorkers(): Promise<void> {
    this.#due.workers = this.#ms + WORKERS_MS
    this.#workers = await this.queue.workers()
    for (const { job, reason, last } of await this.queue.failures(this.run.id)) {
      if (last) throw new RunError(`Games ${job.from} to ${job.to - 1} could not be played. ${reason}`)
      this.#sayOnce(reason)
    }
    if (this.#workers.workers > 0) this.#due.noWorker = this.#ms + NO_WORKER_MS
    else if (this.#ms >= this.#due.noWorker) await this.#reportNoWorker()
    this.#tell()
  }

  async #reportNoWorker(): Promise<void> {
    this.#due.noWorker = this.#ms + NO_WORKER_MS
    const { version } = this.run
    this.#sayOnce(
      `No worker of version ${version} is connected. Start one with "ludoforge worker", on any machine.`,
    )
    for (const other of await this.runs.store.versions()) {
      if (other === version) continue
      const queue = await this.runs.queue(other)
      const { workers } = await queue.workers()
      await queue.close()
      if (workers > 0)
        this.#sayOnce(
          `Workers of version ${other} are connected, but they must run the same code as this command.`,
        )
    }
  }

  #sayOnce(line: string): void {
    if (this.#reported.has(line)) return
    this.#reported.add(line)
    this.options.say(line)
  }

  #tell(): void {
    const { run, series } = this
    const played = this.#done - this.#before
    const speed = played === 0 ? 0 : played / (this.#ms / 1000)
    this.options.onProgress?.({
      run: run.id,
      done: this.#done,
      games: run.games,
      errors: series.errors,
      seconds: this.#seconds,
      gamesPerSecond: speed,
      secondsLeft: speed === 0 ? null : (run.games - this.#done) / speed,
      ...this.#workers,
    })
  }

  /** Stores a checkpoint of the data set, from which a later process resumes. */
  async #checkpoint(): Promise<void> {
    this.#due.checkpoint = this.#ms + CHECKPOINT_MS
    const { id } = this.run
    if (this.#dataSet !== undefined) {
      const mark = this.#dataSet.mark()
      await this.runs.store.wrote(id, mark, mark.from)
    }
    await this.runs.store.setState(id, 'open', null, this.#seconds)
  }

  /** Pauses the run: removes jobs that no worker has started. Started ones finish, and their results are kept. */
  async #pause(problem: string | null): Promise<void> {
    const { id, state } = this.run
    if (state === 'done') return
    await this.runs.store.setState(id, 'paused', problem, this.#seconds)
    const unplayed = [...this.#pending.keys()].filter((from) => !this.#old.has(from))
    await this.queue.remove(id, unplayed)
  }

  /** Retries transient errors of the queue or the database, for at most `MAX_OUTAGE_MS`. */
  async #withRetry<T>(work: () => Promise<T>): Promise<T> {
    const since = performance.now()
    for (let reported = false; ; reported = true) {
      try {
        return await work()
      } catch (error) {
        if (!isTransient(error)) throw error
        if (performance.now() - since > MAX_OUTAGE_MS || this.options.signal?.aborted)
          throw new RunError(`The connection to the queue was lost: ${messageOf(error)}`)
        if (!reported) this.options.say(`The queue does not respond (${messageOf(error)}). Retrying.`)
        await sleep(RETRY_MS)
      }
    }
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
