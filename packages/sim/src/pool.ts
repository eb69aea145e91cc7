import { availableParallelism } from 'node:os'
import { BatchScheduler, ReorderBuffer } from './batches.js'
import type { BatchTask, WorkerStart } from './messages.js'
import { GameThread, WorkerCrashed } from './thread.js'

/** Games numbered from 0, to be played in worker threads. */
export interface Pooled<Result> {
  readonly start: WorkerStart
  readonly games: number
  readonly jobs?: number | undefined // worker threads; default: all cores
  readonly signal?: AbortSignal | undefined // ends early, with what there is
  /** What a batch came to. Batches come in any order. */
  readonly add: (result: Result, batch: BatchTask) => void
  /** The thread that played this batch broke, and nothing is known of its games. */
  readonly broke: (batch: BatchTask, message: string) => void
  /** Rows of a batch, in the order of the games. What it throws ends all. */
  readonly rows?: ((lines: string, batch: BatchTask) => void) | undefined
}

const BATCH_MS = 100 // long enough to make messages cheap, short enough for progress and Ctrl-C
const MOST_AHEAD = 32 // batches whose rows wait for those before them, so that memory is bounded

/** How far it is. */
export interface PoolProgress {
  readonly done: number
  readonly games: number
  readonly errors: number
  readonly seconds: number
}

/** Plays all games. Throws if a worker cannot even begin. */
export async function playInPool<Result>(pooled: Pooled<Result>): Promise<void> {
  const { games, signal } = pooled
  const jobs = Math.max(1, Math.min(pooled.jobs ?? availableParallelism(), games))
  const failed = new AbortController()
  const stop = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal])
  const desk = new Desk(pooled, stop)
  try {
    await Promise.all(Array.from({ length: jobs }, () => work(desk)))
  } catch (error) {
    failed.abort() // ends the other workers
    throw error
  }
}

/** Hands out batches and takes in what they came to. */
class Desk<Result> {
  readonly #batches: BatchScheduler
  readonly #rows: ReorderBuffer<string>
  #waiting: (() => void)[] = []

  constructor(
    readonly pooled: Pooled<Result>,
    readonly signal: AbortSignal,
  ) {
    this.#batches = new BatchScheduler(pooled.games, BATCH_MS)
    this.#rows = new ReorderBuffer((lines, batch) => pooled.rows?.(lines, batch))
    signal.addEventListener('abort', () => this.#wake())
  }

  async take(): Promise<BatchTask | undefined> {
    while (this.#rows.held > MOST_AHEAD && !this.signal.aborted)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.signal.aborted ? undefined : this.#batches.take()
  }

  done(batch: BatchTask, ms: number, result: Result, rows: string): void {
    this.#batches.learn(batch, ms)
    this.pooled.add(result, batch)
    this.#next(batch, rows)
  }

  broke(batch: BatchTask, message: string): void {
    const { from, to } = batch
    this.pooled.broke(batch, `The worker that played games ${from} to ${to - 1} broke: ${message}`)
    this.#next(batch, '')
  }

  #next(batch: BatchTask, rows: string): void {
    if (this.pooled.rows === undefined) return
    this.#rows.add(batch, rows)
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

/** One thread after another until all is handed out; a thread that breaks is replaced by the next. */
async function work<Result>(desk: Desk<Result>): Promise<void> {
  const { pooled, signal } = desk
  for (;;) {
    const first = await desk.take()
    if (first === undefined) return
    const thread = new GameThread<Result>(pooled.start)
    const stop = () => void thread.end()
    signal.addEventListener('abort', stop)
    let task: BatchTask | undefined = first
    try {
      while (task !== undefined) {
        const { from, to, ms, result, rows } = await thread.play(task)
        if (signal.aborted) return
        desk.done({ from, to }, ms, result, rows)
        task = await desk.take()
      }
      return
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof WorkerCrashed) || error.hopeless || task === undefined) throw error
      desk.broke(task, error.message)
    } finally {
      signal.removeEventListener('abort', stop)
      await thread.end()
    }
  }
}
