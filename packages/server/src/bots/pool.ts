/** Threads for bots. A bot that takes too long is ended with its thread; quick ones never wait for slow ones. */
import type { Worker } from 'node:worker_threads'
import type { Choice, Game, SavedState } from '@ludoforge/kernel'
import { startWorker } from '@ludoforge/sim'
import type { Task, TaskDone } from './messages.js'

export interface Thinking {
  readonly game: Game
  readonly position: SavedState
  readonly seat: string
  readonly agent: string
  readonly seed: string
}

interface Job extends Thinking {
  readonly settle: (choice: Choice) => void
  readonly fail: (problem: Error) => void
}

interface Thread {
  readonly worker: Worker
  readonly known: Set<string> // rules that it was sent
  /** One thread is kept for those who answer at once. */
  readonly quickOnly: boolean
  job: Job | undefined
  task: number // its number
  begun: number
  timer: NodeJS.Timeout | undefined
}

const QUICK_MS = 50
const MOST_RULES = 20 // in one thread

/** A bot did not answer, or answered with an error. */
export class BotFailed extends Error {
  override readonly name = 'BotFailed'
}

export class BotPool {
  readonly #threads: Thread[] = []
  #queue: Job[] = []
  /** How long an agent takes with a game, on average. */
  readonly #took = new Map<string, number>()
  #tasks = 0
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
      this.#queue.push({ ...thinking, settle, fail })
      this.#serve()
    })
  }

  /** An agent that nobody has seen yet counts as slow. */
  #isQuick({ agent, game }: Job): boolean {
    return (this.#took.get(`${agent} ${game.fingerprint}`) ?? QUICK_MS) < QUICK_MS
  }

  #serve(): void {
    for (const job of this.#queue) {
      const thread = this.#free(this.#isQuick(job))
      if (thread === undefined) continue
      this.#queue = this.#queue.filter((one) => one !== job)
      this.#give(thread, job)
      if (this.#threads.every((one) => one.job !== undefined) && this.#threads.length === this.size) return
    }
  }

  #free(quick: boolean): Thread | undefined {
    const free = this.#threads.filter(({ job }) => job === undefined)
    const found = free.find(({ quickOnly }) => !quickOnly) ?? (quick ? free[0] : undefined)
    if (found !== undefined) return found
    const reserved = this.#threads.some(({ quickOnly }) => quickOnly)
    const slow = this.#threads.filter(({ quickOnly }) => !quickOnly).length
    if (slow < Math.max(1, this.size - 1)) return this.#start(false)
    return quick && !reserved && this.size > 1 ? this.#start(true) : undefined
  }

  #start(quickOnly: boolean): Thread {
    const worker = startWorker(this.code.here, this.code.name, undefined)
    const thread: Thread = {
      worker,
      known: new Set(),
      quickOnly,
      job: undefined,
      task: 0,
      begun: 0,
      timer: undefined,
    }
    worker.on('message', (done: TaskDone) => this.#done(thread, done))
    worker.on('error', (error) =>
      this.#broken(thread, error instanceof Error ? error.message : String(error)),
    )
    worker.on('exit', () => this.#broken(thread, 'its thread ended'))
    worker.unref()
    this.#threads.push(thread)
    return thread
  }

  #give(thread: Thread, job: Job): void {
    const { game, position, seat, agent, seed } = job
    const { fingerprint, def } = game
    thread.job = job
    thread.begun = performance.now()
    thread.timer = setTimeout(
      () => this.#broken(thread, `it did not answer within ${this.budgetMs / 1000} s`),
      this.budgetMs,
    )
    const isNew = !thread.known.has(fingerprint)
    thread.known.add(fingerprint)
    this.#tasks += 1
    thread.task = this.#tasks
    const task: Task = {
      id: this.#tasks,
      fingerprint,
      position,
      seat,
      agent,
      seed,
      ...(isNew ? { def } : {}),
    }
    thread.worker.postMessage(task)
  }

  #done(thread: Thread, done: TaskDone): void {
    const { job } = thread
    if (job === undefined || done.id !== thread.task) return
    clearTimeout(thread.timer)
    thread.job = undefined
    const key = `${job.agent} ${job.game.fingerprint}`
    const ms = performance.now() - thread.begun
    const before = this.#took.get(key)
    // The first answer comes before the code is warm.
    this.#took.set(key, before === undefined ? Math.min(ms, QUICK_MS - 1) : before * 0.8 + ms * 0.2)
    if ('choice' in done) job.settle(done.choice)
    else job.fail(new BotFailed(done.problem))
    if (thread.known.size > MOST_RULES) this.#drop(thread)
    this.#serve()
  }

  #broken(thread: Thread, problem: string): void {
    if (!this.#threads.includes(thread)) return
    const { job } = thread
    clearTimeout(thread.timer)
    this.#drop(thread)
    if (job !== undefined) {
      this.#took.set(`${job.agent} ${job.game.fingerprint}`, this.budgetMs)
      job.fail(new BotFailed(problem))
    }
    this.#serve()
  }

  #drop(thread: Thread): void {
    this.#threads.splice(this.#threads.indexOf(thread), 1)
    void thread.worker.terminate()
  }

  async close(): Promise<void> {
    this.#closed = true
    const threads = this.#threads.splice(0)
    for (const { job, timer } of threads) {
      clearTimeout(timer)
      job?.fail(new BotFailed('The server is closing.'))
    }
    for (const job of this.#queue.splice(0)) job.fail(new BotFailed('The server is closing.'))
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }
}
