import { availableParallelism } from 'node:os'
import { BatchScheduler, ReorderBuffer } from './batches.js'
import type { BatchTask, WorkerStart } from './messages.js'
import { GameThread, WorkerCrashed } from './thread.js'

/** Games to play in worker threads, numbered from 0. */
export interface PoolRequest<Result> {
  readonly start: WorkerStart
  readonly games: number
  readonly jobs?: number | undefined // worker threads; default: all cores
  readonly signal?: AbortSignal | undefined // stops early, with the results so far
  /** Called with the result of each batch, in any order. */
  readonly add: (result: Result, batch: BatchTask) => void
  /** Called if the thread of this batch crashed. The results of its games are lost. */
  readonly broke: (batch: BatchTask, message: string) => void
  /** Called with the rows of each batch, in the order of the games. An exception stops the run. */
  readonly rows?: ((lines: string, batch: BatchTask) => void) | undefined
}

const BATCH_MS = 100 // long enough to make messages cheap, short enough for progress and Ctrl-C
const MAX_HELD = 32 // batches whose rows wait for earlier ones; bounds memory

/** The progress of a run. */
export interface PoolProgress {
  readonly done: number
  readonly games: number
  readonly errors: number
  readonly seconds: number
}

/** Plays all games. Throws if a worker can't link the game. */
export async function playInPool<Result>(pooled: PoolRequest<Result>): Promise<void> {
  const { games, signal } = pooled
  const jobs = Math.max(1, Math.min(pooled.jobs ?? availableParallelism(), games))
  const failure = new AbortController()
  const stop = signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal])
  const dispatcher = new Dispatcher(pooled, stop)
  try {
    await Promise.all(Array.from({ length: jobs }, () => runWorker(dispatcher)))
  } catch (error) {
    failure.abort() // stops the other workers
    throw error
  }
}

/** Distributes batches to workers and collects their results. */
class Dispatcher<Result> {
  readonly #batches: BatchScheduler
  readonly #rows: ReorderBuffer<string>
  #waiting: (() => void)[] = []

  constructor(
    readonly pooled: PoolRequest<Result>,
    readonly signal: AbortSignal,
  ) {
    this.#batches = new BatchScheduler(pooled.games, BATCH_MS)
    this.#rows = new ReorderBuffer((lines, batch) => pooled.rows?.(lines, batch))
    signal.addEventListener('abort', () => this.#wake())
  }

  async take(): Promise<BatchTask | undefined> {
    while (this.#rows.held > MAX_HELD && !this.signal.aborted)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.signal.aborted ? undefined : this.#batches.take()
  }

  done(batch: BatchTask, ms: number, result: Result, rows: string): void {
    this.#batches.learn(batch, ms)
    this.pooled.add(result, batch)
    this.#deliverRows(batch, rows)
  }

  broke(batch: BatchTask, message: string): void {
    const { from, to } = batch
    this.pooled.broke(batch, `The worker of games ${from} to ${to - 1} crashed: ${message}`)
    this.#deliverRows(batch, '')
  }

  #deliverRows(batch: BatchTask, rows: string): void {
    if (this.pooled.rows === undefined) return
    this.#rows.add(batch, rows)
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

/** Runs one worker thread until all batches are handed out, and replaces it if it crashes. */
async function runWorker<Result>(dispatcher: Dispatcher<Result>): Promise<void> {
  const { pooled, signal } = dispatcher
  for (;;) {
    const first = await dispatcher.take()
    if (first === undefined) return
    const thread = new GameThread<Result>(pooled.start)
    const stop = () => void thread.end()
    signal.addEventListener('abort', stop)
    let task: BatchTask | undefined = first
    try {
      while (task !== undefined) {
        const { from, to, ms, result, rows } = await thread.play(task)
        if (signal.aborted) return
        dispatcher.done({ from, to }, ms, result, rows)
        task = await dispatcher.take()
      }
      return
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof WorkerCrashed) || error.hopeless || task === undefined) throw error
      dispatcher.broke(task, error.message)
    } finally {
      signal.removeEventListener('abort', stop)
      await thread.end()
    }
  }
}
