import { defined } from '@ludoforge/kernel'
import { availableParallelism } from 'node:os'
import type { GameDef } from '@ludoforge/kernel'
import type { BatchDone, BatchTask, WorkerReady, WorkerStart } from './messages.js'
import type { SimPlan } from './play.js'
import { seedOfGame } from './seeds.js'
import { type Statistics, statistics } from './statistics.js'
import { startWorker } from './worker-start.js'
import { addTally, emptyTally, type Tally } from './tally.js'

export interface SimRequest extends Partial<Omit<SimPlan, 'agents'>> {
  readonly def: GameDef
  readonly games: number
  /** One for all seats, or one for each in seat order. */
  readonly agents?: readonly string[]
  readonly jobs?: number // worker threads; default: all cores
  readonly onProgress?: (progress: SimProgress) => void
  readonly signal?: AbortSignal // ends early, with what there is
}

export interface SimProgress {
  readonly done: number
  readonly games: number
  readonly errors: number
  readonly seconds: number
}

const BATCH_MS = 100 // long enough to make messages cheap, short enough for progress and Ctrl-C

/** Plays whole games in worker threads. Apart from times, the result does not depend on `jobs`. */
export async function simulate(request: SimRequest): Promise<Statistics> {
  const { def, games, signal, onProgress } = request
  const plan = planOf(request)
  const jobs = Math.max(1, Math.min(request.jobs ?? availableParallelism(), games))
  const start = performance.now()
  const sum = emptyTally()
  const seconds = () => (performance.now() - start) / 1000
  const add = (tally: Tally) => {
    addTally(sum, tally)
    onProgress?.({ done: sum.games, games, errors: sum.errors.length, seconds: seconds() })
  }
  const queue = new BatchQueue(games)
  const failed = new AbortController()
  const stop = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal])
  try {
    await Promise.all(Array.from({ length: jobs }, () => work({ def, plan }, queue, add, stop)))
  } catch (error) {
    failed.abort() // ends the other workers
    throw error
  }
  return statistics(
    sum,
    def.seats.map(({ id }) => id),
    seconds(),
  )
}

function planOf({
  def,
  agents = ['random'],
  seed,
  scenario,
  options,
  maxDecisions,
  check,
}: SimRequest): SimPlan {
  const [first = 'random'] = agents
  return {
    seed: seed ?? 1,
    agents: def.seats.map((_, i) => (agents.length === 1 ? first : (agents[i] ?? 'random'))),
    maxDecisions: maxDecisions ?? 100_000,
    check: check ?? false,
    ...defined({ scenario, options }),
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

  learn({ from, to, ms }: BatchDone): void {
    const wanted = Math.round(((to - from) * BATCH_MS) / Math.max(ms, 0.1))
    // Grow step by step: the first games run before the code is warm.
    this.#size = Math.max(1, Math.min(wanted, (to - from) * 8, 100_000))
  }
}

/** One worker after another until the queue is empty; a worker that breaks is replaced by the next. */
async function work(
  start: WorkerStart,
  queue: BatchQueue,
  add: (tally: Tally) => void,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    if (signal.aborted) return
    const task = queue.take()
    if (task === undefined) return
    const broken = await runWorker(start, task, queue, add, signal)
    if (broken === undefined) return
    const tally = emptyTally()
    const { from, to } = broken.task
    tally.games = to - from
    const message = `The worker that played games ${from} to ${to - 1} broke: ${broken.message}`
    tally.errors.push({
      game: from,
      seed: seedOfGame(start.plan.seed, from),
      decision: 0,
      message,
      place: null,
    })
    add(tally)
  }
}

interface Broken {
  readonly task: BatchTask
  readonly message: string
}

function runWorker(
  start: WorkerStart,
  first: BatchTask,
  queue: BatchQueue,
  add: (tally: Tally) => void,
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
    worker.on('message', (done: BatchDone | WorkerReady) => {
      if (settled) return
      ready = true
      if ('ready' in done) return
      queue.learn(done)
      add(done.tally)
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
