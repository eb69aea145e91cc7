/** A worker: takes batches of games from the queue, plays them in threads and stores their results. */
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { GameDef } from '@ludoforge/kernel'
import { missingAgentError, GameThread, RunError, WorkerCrashed } from '@ludoforge/sim'
import { isTransient, messageOf } from './errors.js'
import { openWorker, type QueueLocation, type BatchJob } from './queue.js'
import { type RunSeries, seriesOf } from './series.js'
import { type BatchResult, type Run, RunStore } from './store/store.js'

const compress = promisify(gzip)

export interface WorkerOptions {
  readonly place: QueueLocation
  readonly version: string
  readonly jobs: number // threads
  readonly signal: AbortSignal // stops once the current batches are played
  readonly say: (line: string) => void
}

const HEARTBEAT_MS = 10_000
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000]
const MAX_RUNS = 4 // cached at a time
const NAME_LENGTH = 24 // Postgres truncates connection names to 63 bytes

/** Runs a worker until the signal. Throws if this machine can't play a game at all. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { place, version, jobs, signal, say } = options
  const log = throttled(say)
  const store = await RunStore.open(place.database, { connections: 1, log: log })
  const player = new BatchPlayer(store, jobs, say)
  const name = `${jobs}@${hostname().slice(0, NAME_LENGTH)}.${process.pid}`
  const worker = openWorker(place, version, { name, jobs }, async ({ data, attemptsStarted }) => {
    // At-least-once delivery: a worker may have stored the result and died before it acknowledged the job.
    if (attemptsStarted > 1 && (await store.isDone(data.run, data.from))) return
    await player.play(data, name)
  })
  worker.onError((error) => log(messageOf(error)))
  const beat = async (): Promise<void> => {
    await store.heard(version)
    for (const run of await store.openOfOthers(version))
      log(`Run ${run.id} needs version ${run.version}, but this worker has ${version}. It skips the run.`)
  }
  const heartbeat = setInterval(
    () => void beat().catch((error: unknown) => log(messageOf(error))),
    HEARTBEAT_MS,
  )
  try {
    await beat()
    await Promise.race([aborted(signal), player.hopeless])
  } finally {
    clearInterval(heartbeat)
    await worker.close()
    await player.end()
    await store.close()
  }
}

/** A cached run. */
interface CachedRun {
  readonly run: Run
  readonly def: GameDef
  readonly series: RunSeries
}

/** Plays batches in threads and stores their results. Caches the latest runs (LRU) and idle threads. */
class BatchPlayer {
  readonly #runs = new Map<string, Promise<CachedRun | undefined>>()
  #idle: { readonly run: string; readonly thread: GameThread<unknown> }[] = []
  /** Rejects if a game can't be played on this machine at all. */
  readonly hopeless: Promise<never>
  #giveUp: (error: Error) => void = () => {}

  constructor(
    private readonly store: RunStore,
    private readonly jobs: number,
    private readonly say: (line: string) => void,
  ) {
    this.hopeless = new Promise((_, reject) => {
      this.#giveUp = reject
    })
    this.hopeless.catch(() => {}) // avoids an unhandled rejection; `work` awaits it
  }

  async play({ run: id, from, to }: BatchJob, name: string): Promise<void> {
    const cached = await this.#run(id)
    if (cached === undefined) return // the run was deleted
    const missing = missingAgentError(cached.run.work)
    if (missing !== undefined) {
      const problem = new RunError(`${cached.run.game} cannot be played on ${name}: ${missing}`)
      this.#giveUp(problem)
      throw problem
    }
    const thread = this.#takeThread(id, cached)
    let done
    try {
      done = await thread.play({ from, to })
    } catch (error) {
      await thread.end()
      if (!(error instanceof WorkerCrashed)) throw error
      const games = `games ${from} to ${to - 1} of run ${id}`
      const problem = new RunError(
        error.hopeless
          ? `${cached.run.game} cannot be played on ${name}: ${error.message}`
          : `The thread of ${games} on ${name} crashed: ${error.message}`,
      )
      if (error.hopeless) this.#giveUp(problem)
      else this.say(problem.message)
      throw problem
    }
    this.#idle.push({ run: id, thread })
    const result = JSON.stringify(cached.series.pack(done.result))
    const rows = cached.run.out === undefined ? null : await compress(done.rows)
    await this.#store(id, { from, to, result, ms: done.ms }, rows, name)
  }

  /** Stores a result, and retries transient errors: the games took long to play. */
  async #store(id: string, result: BatchResult, rows: Buffer | null, name: string): Promise<void> {
    for (const wait of RETRY_DELAYS_MS) {
      try {
        return await this.store.put(id, result, rows, name)
      } catch (error) {
        if (!isTransient(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
    await this.store.put(id, result, rows, name)
  }

  /** Returns a run from the LRU cache, or fetches it. */
  #run(id: string): Promise<CachedRun | undefined> {
    const known = this.#runs.get(id) ?? this.#fetch(id)
    this.#runs.delete(id) // moves it to the end: the least recently used run is first
    this.#runs.set(id, known)
    const [oldest] = this.#runs.keys()
    if (this.#runs.size > MAX_RUNS && oldest !== undefined) this.#runs.delete(oldest)
    known.catch(() => this.#runs.delete(id)) // the next job fetches it again
    return known
  }

  async #fetch(id: string): Promise<CachedRun | undefined> {
    const run = await this.store.run(id)
    if (run === undefined) return undefined
    const def = await this.store.definition(run.digest)
    this.say(`Run ${id}: ${run.game}, ${run.games} games.`)
    return { run, def, series: seriesOf(def, run) }
  }

  /**
   * Takes an idle thread of this run, or starts one. Some idle threads of other runs are kept, because starting is
   * slow.
   */
  #takeThread(id: string, { def, run }: CachedRun): GameThread<unknown> {
    const same = this.#idle.find((idle) => idle.run === id)
    this.#idle = this.#idle.filter((idle) => idle !== same)
    if (same !== undefined) return same.thread
    if (this.#idle.length >= this.jobs * MAX_RUNS) void this.#idle.shift()?.thread.end()
    return new GameThread({ def, work: run.work, rows: run.out?.rows })
  }

  async end(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ thread }) => thread.end()))
  }
}

const REPEAT_MS = 60_000

/** Wraps a log function so that it repeats a line at most once a minute. */
function throttled(say: (line: string) => void): (line: string) => void {
  const lastSaid = new Map<string, number>()
  return (line) => {
    const now = Date.now()
    if (now - (lastSaid.get(line) ?? 0) < REPEAT_MS) return
    lastSaid.set(line, now)
    say(line)
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
