import { availableParallelism } from 'node:os'
import type { BatchDone, BatchTask, WorkerReady, WorkerStart } from './messages.js'
import { startWorker } from './worker-start.js'

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
}

const BATCH_MS = 100 // long enough to make messages cheap, short enough for progress and Ctrl-C

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
  const queue = new BatchQueue(games)
  const failed = new AbortController()
  const stop = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal])
  try {
    await Promise.all(Array.from({ length: jobs }, () => work(pooled, queue, stop)))
  } catch (error) {
    failed.abort() // ends the other workers
    throw error
  }
}

/** Hands out the games in order, in batches that take about as long as they should. */
class BatchQueue {
  #next = 0
  #size = 1

  constructor(readonly games: number) {}

  take(): BatchTask | undefined {
    if (this.#next >= this.games) return undefined
    const from = this.#next
    this.#next = Math.min(this.games, from + this.#size)
    return { from, to: this.#next }
  }

  learn({ from, to }: BatchTask, ms: number): void {
    const wanted = Math.round(((to - from) * BATCH_MS) / Math.max(ms, 0.1))
    // Grow step by step: the first games run before the code is warm.
    this.#size = Math.max(1, Math.min(wanted, (to - from) * 8, 100_000))
  }
}

/** One worker after another until the queue is empty; a worker that breaks is replaced by the next. */
async function work<Result>(pooled: Pooled<Result>, queue: BatchQueue, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (signal.aborted) return
    const task = queue.take()
    if (task === undefined) return
    const broken = await runWorker(pooled, task, queue, signal)
    if (broken === undefined) return
    const { from, to } = broken.task
    const message = `The worker that played games ${from} to ${to - 1} broke: ${broken.message}`
    pooled.broke(broken.task, message)
  }
}

interface Broken {
  readonly task: BatchTask
  readonly message: string
}

function runWorker<Result>(
  { start, add }: Pooled<Result>,
  first: BatchTask,
  queue: BatchQueue,
  signal: AbortSignal,
): Promise<Broken | undefined> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(import.meta.url, 'worker', start)
    let task = first
    let ready = false
    let settled = false
    const finish = (broken?: Broken) => {
      if (settled) return
      settled = true
      signal.removeEventListener('abort', stop)
      // A worker that cannot even begin would not do better the next time.
      const hopeless = broken !== undefined && !ready
      void worker.terminate().then(() => (hopeless ? reject(new Error(broken.message)) : resolve(broken)))
    }
    const stop = () => finish()
    signal.addEventListener('abort', stop)
    worker.on('message', (done: BatchDone<Result> | WorkerReady) => {
      if (settled) return
      ready = true
      if ('ready' in done) return
      queue.learn(done, done.ms)
      add(done.result, done)
      const next = queue.take()
      if (next === undefined) return finish()
      task = next
      worker.postMessage(task)
    })
    worker.on('error', (error) =>
      finish({ task, message: error instanceof Error ? error.message : String(error) }),
    )
    worker.on('exit', (code) => finish({ task, message: `it ended with code ${code}` }))
    worker.postMessage(task)
  })
}
