/** Carries out a run: hands out its games in ranges, takes in what they came to, writes its data set. */
import { gunzipSync } from 'node:zlib'
import { BatchScheduler, type BatchTask, columnsOf, ReorderBuffer, RunError } from '@ludoforge/sim'
import { type DataSet, openDataSet } from './dataset/dataset.js'
import { isOfDatabase, isTransient, messageOf } from './problem.js'
import type { JobQueue, Workers } from './queue.js'
import type { Runs } from './runs.js'
import { type RunSeries, seriesOf, type Summary } from './series.js'
import type { Hold, Result, Run } from './store/store.js'

/** How far a run is. */
export interface RunProgress extends Workers {
  readonly run: string
  readonly done: number
  readonly games: number
  readonly errors: number
  readonly seconds: number // of the whole run
  readonly gamesPerSecond: number
  readonly secondsLeft: number | null // null: nobody can tell yet
}

export interface CarryOut {
  /** Pauses the run. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: RunProgress) => void) | undefined
  readonly say: (line: string) => void
}

export interface Ended {
  readonly state: 'done' | 'paused'
  /** Of all games that were played so far. */
  readonly summary: Summary
  readonly done: number
}

const RANGE_MS = 1000 // long enough to make the queue cheap, short enough to lose little when a worker dies
const FIRST_RANGES = 500 // of the work of each thread, while nobody knows how long a game takes
const LAST_RANGES = 4 // for each thread: towards the end ranges become shorter, so that all end together
const WAITING = 3 // ranges in the queue for each thread, so that nobody waits for this process
const LEAST_WAITING = 8
const MOST_AHEAD = 64 // for each thread: ranges whose rows wait to be written
const TAKE = 50 // results at a time
const LOOK_MS = { least: 20, most: 500 }
const WORKERS_MS = 1000
const MARK_MS = 2000
const LONELY_MS = 3000
const PATIENCE_MS = 60_000 // for a database that is away
const AGAIN_MS = 1000

/** Carries out a run until it is done, or paused. Only one process does that at a time. */
export async function executeRun(runs: Runs, id: string, options: CarryOut): Promise<Ended> {
  const holding = new Holding(runs, id)
  await holding.take()
  try {
    const run = await runs.find(id)
    const series = seriesOf(await runs.store.definition(run.digest), run)
    const queue = await runs.queue(run.version)
    try {
      return await new Coordinator(runs, run, queue, series, options, holding).carryOut()
    } finally {
      await queue.close()
    }
  } finally {
    await holding.release()
  }
}

/** Keeps others from carrying out the same run, also after the connection was lost. */
class Holding {
  #hold: Hold | undefined
  #told = false
  #wake: () => void = () => {}

  constructor(
    private readonly runs: Runs,
    private readonly id: string,
  ) {}

  async take(): Promise<void> {
    if (this.#hold !== undefined && !this.#hold.lost) return
    this.#hold = await this.runs.store.hold(this.id, () => this.#tell())
    if (this.#hold === undefined)
      throw new RunError(`Run ${this.id} is being carried out by another process.`)
  }

  async release(): Promise<void> {
    await this.#hold?.release()
  }

  #tell(): void {
    this.#told = true
    this.#wake()
  }

  /** Until a range is done, or so long; but always a moment, so that many are taken in at once. */
  async wait(): Promise<void> {
    await sleep(LOOK_MS.least)
    if (!this.#told) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_MS.most)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#told = false
  }
}

class Coordinator {
  readonly #dataSet: DataSet | undefined
  readonly #written: number // rows of games before this one were in the file when this process began
  readonly #inOrder = new ReorderBuffer<Result>((result) => this.#ready.push(result))
  /** What came back and is next to be taken in. */
  readonly #ready: Result[] = []
  readonly #start = performance.now()
  #batches: BatchScheduler | undefined // made when it is known who works
  #handedOut = 0 // games
  /** Ranges that were handed out and did not come back, and those that are not in the queue yet. */
  readonly #out = new Map<number, BatchTask>()
  #unqueued: BatchTask[] = []
  /** Ranges that were played before this process began, and are not taken in yet. */
  readonly #old = new Set<number>()
  #merged = 0
  #handed = 0
  #before = 0 // games
  #done = 0
  readonly #said = new Set<string>()
  #workers: Workers = { workers: 0, threads: 0 }
  #next = { workers: 0, mark: MARK_MS, lonely: LONELY_MS }

  constructor(
    private readonly runs: Runs,
    private readonly run: Run,
    private readonly queue: JobQueue,
    private readonly series: RunSeries,
    private readonly options: CarryOut,
    private readonly holding: Holding,
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

  async carryOut(): Promise<Ended> {
    try {
      return await this.#play()
    } catch (error) {
      await this.#pause(messageOf(error)).catch(() => {}) // the first problem is the one to be told
      throw isOfDatabase(error) ? new RunError(`The database refuses: ${messageOf(error)}`) : error
    } finally {
      this.#dataSet?.close()
    }
  }

  async #play(): Promise<Ended> {
    const { run, options, series } = this
    const { store } = this.runs
    await this.#goOn()
    if (run.state !== 'done') await store.setState(run.id, 'open', null, run.seconds)
    while (series.done < series.games) {
      if (options.signal?.aborted) {
        await this.#mark()
        await this.#pause(null)
        return this.#ended('paused')
      }
      const came = await this.#patiently(() => this.#round())
      if (came === 0) await this.holding.wait()
    }
    if (run.state === 'done') return this.#ended('done')
    this.#dataSet?.finish()
    this.#tell()
    await this.#patiently(() => store.setState(run.id, 'done', null, this.#seconds))
    if (this.#dataSet !== undefined) await this.#patiently(() => store.forgetRows(run.id))
    return this.#ended('done')
  }

  #ended(state: Ended['state']): Ended {
    const seconds = this.run.state === 'done' ? this.run.seconds : this.#seconds
    return { state, summary: this.series.summary(seconds), done: this.series.done }
  }

  /** Hands out again what was handed out before and did not come back. */
  async #goOn(): Promise<void> {
    const { id } = this.run
    const ranges = await this.runs.store.ranges(id)
    for (const { from, to, done } of ranges) {
      this.#out.set(from, { from, to })
      if (!done) continue
      this.#old.add(from)
      this.#before += to - from
    }
    this.#done = this.#before
    this.#handed = ranges.length
    this.#handedOut = ranges.at(-1)?.to ?? 0
    const open = ranges.filter(({ done }) => !done)
    const firsts = open.map(({ from }) => from)
    await this.queue.remove(id, firsts)
    this.#unqueued = open
  }

  /** One look at everything. Gives how many ranges came back. */
  async #round(): Promise<number> {
    await this.holding.take()
    if (this.#ms >= this.#next.workers) await this.#lookAround()
    await this.#fill()
    const results = await this.runs.store.results(this.run.id, [...this.#out.keys()], TAKE)
    for (const result of results) {
      const { from, to, ms } = result
      this.#out.delete(from)
      this.#batches?.learn({ from, to }, ms)
      if (!this.#old.delete(from)) this.#done += to - from
      this.#inOrder.add({ from, to }, result)
    }
    await this.#takeIn()
    if (this.#ms >= this.#next.mark) await this.#mark()
    return results.length
  }

  /** In the order of the games, whoever played them; rows of one range at a time, so that memory is bounded. */
  async #takeIn(): Promise<void> {
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

  /** Keeps the queue filled, but no more than is needed: what is not in it need not be taken back. */
  async #fill(): Promise<void> {
    const threads = Math.max(1, this.#workers.threads)
    const waiting = Math.max(LEAST_WAITING, threads * WAITING)
    const ahead = this.#dataSet === undefined ? Infinity : threads * MOST_AHEAD
    const { games } = this.run
    const first = Math.ceil(games / (threads * FIRST_RANGES))
    const batches = (this.#batches ??= new BatchScheduler(games, RANGE_MS, { from: this.#handedOut, first }))
    while (this.#out.size - this.#old.size < waiting && this.#handed - this.#merged < ahead) {
      const task = batches.take(1 / (threads * LAST_RANGES))
      if (task === undefined) break
      this.#handed += 1
      this.#out.set(task.from, task)
      this.#unqueued.push(task)
    }
    if (this.#unqueued.length === 0) return
    const { id, fingerprint } = this.run
    await this.runs.store.addRanges(id, this.#unqueued)
    await this.queue.add(this.#unqueued.map(({ from, to }) => ({ run: id, fingerprint, from, to })))
    this.#unqueued = []
  }

  /** Who works, and what has failed for good. */
  async #lookAround(): Promise<void> {
    this.#next.workers = this.#ms + WORKERS_MS
    this.#workers = await this.queue.workers()
    for (const { job, reason, last } of await this.queue.failures(this.run.id)) {
      if (last) throw new RunError(`Games ${job.from} to ${job.to - 1} could not be played. ${reason}`)
      this.#sayOnce(reason)
    }
    if (this.#workers.workers > 0) this.#next.lonely = this.#ms + LONELY_MS
    else if (this.#ms >= this.#next.lonely) await this.#sayLonely()
    this.#tell()
  }

  async #sayLonely(): Promise<void> {
    this.#next.lonely = this.#ms + LONELY_MS
    const { version } = this.run
    this.#sayOnce(`No worker is there for version ${version}. "ludoforge worker" starts one, on any machine.`)
    for (const other of await this.runs.store.versions()) {
      if (other === version) continue
      const queue = await this.runs.queue(other)
      const { workers } = await queue.workers()
      await queue.close()
      if (workers > 0)
        this.#sayOnce(`Workers of version ${other} are there. They must run the same code as this command.`)
    }
  }

  #sayOnce(line: string): void {
    if (this.#said.has(line)) return
    this.#said.add(line)
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

  /** What is written so far need not be written again. */
  async #mark(): Promise<void> {
    this.#next.mark = this.#ms + MARK_MS
    const { id } = this.run
    if (this.#dataSet !== undefined) {
      const mark = this.#dataSet.mark()
      await this.runs.store.wrote(id, mark, mark.from)
    }
    await this.runs.store.setState(id, 'open', null, this.#seconds)
  }

  /** Takes back what nobody has begun. What was begun is played to its end, and kept. */
  async #pause(problem: string | null): Promise<void> {
    const { id, state } = this.run
    if (state === 'done') return
    await this.runs.store.setState(id, 'paused', problem, this.#seconds)
    const begun = [...this.#out.keys()].filter((from) => !this.#old.has(from))
    await this.queue.remove(id, begun)
  }

  /** A database that is away for a while is waited for. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const since = performance.now()
    for (let told = false; ; told = true) {
      try {
        return await work()
      } catch (error) {
        if (!isTransient(error)) throw error
        if (performance.now() - since > PATIENCE_MS || this.options.signal?.aborted)
          throw new RunError(`The queue cannot be reached any more: ${messageOf(error)}`)
        if (!told) this.options.say(`The queue does not answer (${messageOf(error)}). Trying again.`)
        await sleep(AGAIN_MS)
      }
    }
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
