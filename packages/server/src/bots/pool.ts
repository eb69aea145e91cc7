/** Threads for bots. A bot that takes too long is ended with its thread; quick ones never wait for slow ones. */
import type { Worker } from 'node:worker_threads'
import type { Choice, Game, SavedState } from '@ludoforge/kernel'
import { startWorker } from '@ludoforge/sim'
import type { Ready, Task, TaskDone } from './messages.js'

export interface Thinking {
  readonly game: Game
  readonly position: SavedState
  readonly seat: string
  readonly agent: string
  readonly seed: string
}

interface Job extends Thinking {
  readonly order: number
  readonly settle: (choice: Choice) => void
  readonly fail: (problem: Error) => void
}

/** What one agent is to do with one game. */
interface Line {
  readonly jobs: Job[]
  /** How long it takes, on average; one that nobody has seen yet counts as slow. */
  ms: number | undefined
}

interface Thread {
  readonly worker: Worker
  readonly known: Set<string> // rules that it was sent
  /** One thread is kept for those who answer at once. */
  readonly quickOnly: boolean
  /** It thinks about the first; quick ones may wait here, so that it need not wait for them. */
  readonly jobs: Job[]
  ready: boolean
  timer: NodeJS.Timeout | undefined
}

const QUICK_MS = 50
const MOST_WAITING = 8 // quick jobs in one thread
const MOST_RULES = 20 // in one thread
const MOST_LINES = 500
const START_MS = 60_000

/** A bot did not answer, or answered with an error. */
export class BotFailed extends Error {
  override readonly name = 'BotFailed'
}

export class BotPool {
  readonly #threads: Thread[] = []
  readonly #lines = new Map<string, Line>()
  #order = 0
  #closed = false

  /** `code` is the module that the threads run. */
  constructor(
    readonly size: number,
    readonly budgetMs: number,
    private readonly code = { here: import.meta.url, name: 'bot-worker' },
  ) {}

  think(thinking: Thinking): Promise<Choice> {
    return new Promise((settle, fail) => {
      if (this.#closed) return fail(new BotFailed('The server is closing.'))
      this.#order += 1
      this.#line(thinking).jobs.push({ ...thinking, order: this.#order, settle, fail })
      this.#serve()
    })
  }

  #line({ agent, game }: Thinking): Line {
    const key = `${agent} ${game.fingerprint}`
    let line = this.#lines.get(key)
    if (line === undefined) {
      if (this.#lines.size >= MOST_LINES)
        for (const [old, { jobs }] of this.#lines) if (jobs.length === 0) this.#lines.delete(old)
      line = { jobs: [], ms: undefined }
      this.#lines.set(key, line)
    }
    return line
  }

  /** Who waits longest is served first; quick ones need not wait behind a slow one, but only in the thread kept for them. */
  #serve(): void {
    for (;;) {
      const [first, second] = [this.#oldest(true), this.#oldest(false)]
        .filter((line) => line !== undefined)
        .toSorted((a, b) => orderOf(a) - orderOf(b))
      const served =
        (first !== undefined && this.#give(first, this.#free(isQuick(first), true))) ||
        (second !== undefined && this.#give(second, this.#free(isQuick(second), false)))
      if (!served) return
    }
  }

  #oldest(quick: boolean): Line | undefined {
    let oldest: Line | undefined
    for (const line of this.#lines.values()) {
      if (line.jobs.length === 0 || isQuick(line) !== quick) continue
      if (oldest === undefined || orderOf(line) < orderOf(oldest)) oldest = line
    }
    return oldest
  }

  /** A thread that takes another job now. `first`: nobody else waits for longer. */
  #free(quick: boolean, first: boolean): Thread | undefined {
    const slow = this.#threads.filter(({ quickOnly }) => !quickOnly)
    const idle = slow.find(({ jobs }) => jobs.length === 0)
    if (idle !== undefined && (first || !quick)) return idle
    if (slow.length < Math.max(1, this.size - 1)) return this.#start(false)
    if (!quick) return undefined
    const reserved = this.#threads.find(({ quickOnly }) => quickOnly)
    if (reserved === undefined && this.size > 1) return this.#start(true)
    return this.#threads
      .filter(({ quickOnly }) => quickOnly || first)
      .filter(({ jobs, known }) => jobs.length < MOST_WAITING && known.size <= MOST_RULES)
      .filter(({ jobs }) => jobs.every((job) => isQuick(this.#line(job))))
      .toSorted((a, b) => a.jobs.length - b.jobs.length)[0]
  }

  #start(quickOnly: boolean): Thread {
    const worker = startWorker(this.code.here, this.code.name, undefined)
    const thread: Thread = { worker, known: new Set(), quickOnly, jobs: [], ready: false, timer: undefined }
    worker.on('message', (message: TaskDone | Ready) => {
      if (!('ready' in message)) return this.#done(thread, message)
      thread.ready = true
      if (thread.jobs.length > 0) this.#begin(thread)
    })
    worker.on('error', (error) =>
      this.#broken(thread, error instanceof Error ? error.message : String(error)),
    )
    worker.on('exit', () => this.#broken(thread, 'its thread ended'))
    worker.unref()
    this.#threads.push(thread)
    return thread
  }

  #give(line: Line, thread: Thread | undefined): boolean {
    const job = thread === undefined ? undefined : line.jobs.shift()
    if (thread === undefined || job === undefined) return false
    const { game, position, seat, agent, seed, order: id } = job
    const { fingerprint, def } = game
    thread.jobs.push(job)
    if (thread.jobs.length === 1) this.#begin(thread)
    const isNew = !thread.known.has(fingerprint)
    thread.known.add(fingerprint)
    const task: Task = { id, fingerprint, position, seat, agent, seed, ...(isNew ? { def } : {}) }
    thread.worker.postMessage(task)
    return true
  }

  /** The thread turns to its first job. On a busy machine a thread takes long to start: that is not the bot's time. */
  #begin(thread: Thread): void {
    clearTimeout(thread.timer)
    const [ms, problem] = thread.ready
      ? [this.budgetMs, `it did not answer within ${this.budgetMs / 1000} s`]
      : [START_MS, 'its thread did not start']
    thread.timer = setTimeout(() => this.#broken(thread, problem), ms)
  }

  #done(thread: Thread, done: TaskDone): void {
    if (thread.jobs[0]?.order !== done.id) return
    const job = thread.jobs.shift()
    if (job === undefined) return
    if (thread.jobs.length > 0) this.#begin(thread)
    else clearTimeout(thread.timer)
    const line = this.#line(job)
    const { ms } = done
    // The first answer comes before the code is warm.
    line.ms = line.ms === undefined ? Math.min(ms, QUICK_MS - 1) : line.ms * 0.8 + ms * 0.2
    if ('choice' in done) job.settle(done.choice)
    else job.fail(new BotFailed(done.problem))
    if (thread.known.size > MOST_RULES && thread.jobs.length === 0) this.#drop(thread)
    this.#serve()
  }

  /** The bot whose turn it was has failed; those behind it have not. */
  #broken(thread: Thread, problem: string): void {
    if (!this.#threads.includes(thread)) return
    const [job, ...others] = thread.jobs
    this.#drop(thread)
    for (const other of others.toReversed()) this.#line(other).jobs.unshift(other)
    if (job !== undefined) {
      this.#line(job).ms = this.budgetMs
      job.fail(new BotFailed(problem))
    }
    this.#serve()
  }

  #drop(thread: Thread): void {
    clearTimeout(thread.timer)
    this.#threads.splice(this.#threads.indexOf(thread), 1)
    void thread.worker.terminate()
  }

  async close(): Promise<void> {
    this.#closed = true
    const threads = this.#threads.splice(0)
    const waiting = [...threads, ...this.#lines.values()].flatMap(({ jobs }) => jobs.splice(0))
    for (const { timer } of threads) clearTimeout(timer)
    for (const { fail } of waiting) fail(new BotFailed('The server is closing.'))
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }
}

function orderOf({ jobs }: Line): number {
  return jobs[0]?.order ?? Number.POSITIVE_INFINITY
}

function isQuick({ ms = QUICK_MS }: Line): boolean {
  return ms < QUICK_MS
}
