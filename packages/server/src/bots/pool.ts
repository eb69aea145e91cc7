/** Threads for bots. A bot that takes too long is ended with its thread; quick ones never wait for slow ones. */
import type { Worker } from 'node:worker_threads'
import type { BotAnswer, Hint } from '@ludoforge/table'
import type { Game, State } from '@ludoforge/kernel'
import { startWorker } from '@ludoforge/agents/node'
import type { FromThread, GivenAnswer, Task, TaskDone, ToThread } from './messages.js'

export interface BotJobRequest {
  readonly game: Game
  readonly state: State
  readonly seat: string
  readonly agent: string
  readonly seed: string
  /** Of bots that are kept: those of one table, as long as nothing is taken back there. */
  readonly memory?: BotMemory | undefined
  /** It is not needed any more. */
  readonly signal?: AbortSignal
  /** Told now and then how much of its budget a bot has spent, from 0 to 1. */
  readonly progress?: (spent: number) => void
}

/** The bots of one table in a thread, and what was said at the table that they were not told yet. */
export class BotMemory {
  readonly untold: GivenAnswer[] = []
}

interface Job extends BotJobRequest {
  readonly order: number
  readonly wants: Task['wants']
  readonly since: readonly GivenAnswer[]
  readonly settle: (done: TaskDone) => void
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
  /** Tables whose bots are kept here, those used last at the end; and what waits for this thread because of it. */
  readonly tables: Map<BotMemory, number>
  readonly own: Job[]
  ready: boolean
  timer: NodeJS.Timeout | undefined
}

const QUICK_MS = 50
const MOST_WAITING = 8 // quick jobs in one thread
const MOST_RULES = 20 // in one thread
const MOST_TABLES = 50 // whose bots are kept in one thread
const MOST_LINES = 500
const START_MS = 60_000
const STOP = 0.8 // of its time: then a bot is asked for what it has found
const HINT_MS = 5000 // the same for a hint, whoever it is that is asked: others wait for their opponents

/** A bot did not answer, or answered with an error. */
export class BotFailed extends Error {
  override readonly name = 'BotFailed'
}

export class BotPool {
  readonly #threads: Thread[] = []
  readonly #lines = new Map<string, Line>()
  readonly #homes = new WeakMap<BotMemory, Thread>()
  #order = 0
  #tables = 0
  #closed = false

  /** `code` is the module that the threads run. */
  constructor(
    readonly size: number,
    readonly budgetMs: number,
    private readonly code = { here: import.meta.url, name: 'bot-worker' },
  ) {}

  async answer(thinking: BotJobRequest): Promise<BotAnswer> {
    const done = await this.#ask(thinking, 'answer')
    if (!('answer' in done)) throw new BotFailed('It has no answer.')
    return done.answer
  }

  async hint(thinking: Omit<BotJobRequest, 'memory'>): Promise<Hint> {
    const done = await this.#ask(thinking, 'hint')
    if (!('hint' in done)) throw new BotFailed('It has no hint.')
    return done.hint
  }

  #ask(thinking: BotJobRequest, wants: Task['wants']): Promise<TaskDone> {
    const { memory, signal } = thinking
    const since = memory?.untold.splice(0) ?? []
    return new Promise((settle, fail) => {
      if (this.#closed) return fail(new BotFailed('The server is closing.'))
      this.#order += 1
      const job = { ...thinking, order: this.#order, wants, since, settle, fail }
      signal?.addEventListener('abort', () => this.#cancel(job), { once: true })
      const home = memory === undefined ? undefined : this.#homes.get(memory)
      const line = this.#line(job)
      const stays = home !== undefined && (!home.quickOnly || isQuick(line))
      ;(stays ? home.own : line.jobs).push(job)
      this.#serve()
    })
  }

  /** Bots that are kept are let go. `over`: the game has come to its end. */
  forget(memory: BotMemory, over = false): void {
    const home = this.#homes.get(memory)
    this.#homes.delete(memory)
    const table = home?.tables.get(memory)
    if (home === undefined || table === undefined) return
    home.tables.delete(memory)
    post(home, over ? { forget: table, since: memory.untold } : { forget: table })
  }

  /** What waits is not begun; what is begun ends soon. */
  #cancel(job: Job): void {
    for (const jobs of [this.#line(job).jobs, ...this.#threads.map(({ own }) => own)]) {
      const at = jobs.indexOf(job)
      if (at < 0) continue
      jobs.splice(at, 1)
      return job.fail(new BotFailed('It is not needed any more.'))
    }
    const thread = this.#threads.find(({ jobs }) => jobs.includes(job))
    if (thread !== undefined) post(thread, { stop: job.order })
  }

  #line({ agent, game }: BotJobRequest): Line {
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

  /**
   * Who waits longest is served first; quick ones need not wait behind a slow one, but only in the thread kept for
   * them. Whose bots are kept in a thread waits for it, unless another has nothing to do.
   */
  #serve(): void {
    for (;;) {
      const [first, second] = [this.#oldest(true), this.#oldest(false)]
        .filter((line) => line !== undefined)
        .toSorted((a, b) => orderOf(a) - orderOf(b))
      const served =
        this.#atHome(first === undefined ? Number.POSITIVE_INFINITY : orderOf(first)) ||
        (first !== undefined && this.#give(first.jobs, this.#free(isQuick(first), true))) ||
        (second !== undefined && this.#give(second.jobs, this.#free(isQuick(second), false))) ||
        this.#elsewhere()
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

  /** A thread takes what waits for it, if nobody has waited longer. */
  #atHome(before: number): boolean {
    const thread = this.#threads.find(({ own: [job], jobs }) => {
      if (job === undefined || job.order > before) return false
      return (
        jobs.length === 0 || (isQuick(this.#line(job)) && jobs.length < MOST_WAITING && this.#isQuick(jobs))
      )
    })
    return thread !== undefined && this.#give(thread.own, thread)
  }

  /** A thread with nothing to do takes what waits for another: bots are made anew there. */
  #elsewhere(): boolean {
    const [waiting] = this.#threads
      .filter(({ own }) => own.length > 0)
      .toSorted((a, b) => orderOf({ jobs: a.own }) - orderOf({ jobs: b.own }))
    const job = waiting?.own[0]
    if (waiting === undefined || job === undefined) return false
    return this.#give(waiting.own, this.#free(isQuick(this.#line(job)), true))
  }

  #isQuick(jobs: readonly Job[]): boolean {
    return jobs.every((job) => isQuick(this.#line(job)))
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
      .filter(({ jobs }) => this.#isQuick(jobs))
      .toSorted((a, b) => a.jobs.length - b.jobs.length)[0]
  }

  #start(quickOnly: boolean): Thread {
    const worker = startWorker(this.code.here, this.code.name, undefined)
    const thread: Thread = {
      worker,
      known: new Set(),
      quickOnly,
      jobs: [],
      tables: new Map(),
      own: [],
      ready: false,
      timer: undefined,
    }
    worker.on('message', (message: FromThread) => {
      if ('spent' in message) return thread.jobs[0]?.progress?.(message.spent)
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

  #give(jobs: Job[], thread: Thread | undefined): boolean {
    const job = thread === undefined ? undefined : jobs.shift()
    if (thread === undefined || job === undefined) return false
    const { game, state, seat, agent, seed, wants, order: id } = job
    const { fingerprint, def } = game
    thread.jobs.push(job)
    if (thread.jobs.length === 1) this.#begin(thread)
    const isNew = !thread.known.has(fingerprint)
    thread.known.add(fingerprint)
    const known = this.#keep(job, thread)
    const stands = known === undefined || known.isNew ? { position: game.save(state) } : { since: job.since }
    const task: Task = {
      id,
      fingerprint,
      seat,
      agent,
      seed,
      wants,
      ...stands,
      ...(known === undefined ? {} : { table: known.table }),
      ...(isNew ? { def } : {}),
    }
    post(thread, { task })
    return true
  }

  /** Where the bots of the job's table are kept from now on; those used least are let go. */
  #keep({ memory }: Job, thread: Thread): { readonly table: number; readonly isNew: boolean } | undefined {
    if (memory === undefined) return undefined
    const before = thread.tables.get(memory)
    if (before === undefined) this.forget(memory)
    this.#tables += before === undefined ? 1 : 0
    const table = before ?? this.#tables
    thread.tables.delete(memory)
    thread.tables.set(memory, table)
    this.#homes.set(memory, thread)
    for (const old of thread.tables.keys()) {
      if (thread.tables.size <= MOST_TABLES) break
      this.forget(old)
    }
    return { table, isNew: before === undefined }
  }

  /** The thread turns to its first job. On a busy machine a thread takes long to start: that is not the bot's time. */
  #begin(thread: Thread): void {
    clearTimeout(thread.timer)
    const { budgetMs } = this
    if (!thread.ready) {
      thread.timer = setTimeout(() => this.#broken(thread, 'its thread did not start'), START_MS)
      return
    }
    const [job] = thread.jobs
    const most = job?.wants === 'hint' ? Math.min(HINT_MS, budgetMs * STOP) : budgetMs * STOP
    thread.timer = setTimeout(() => {
      if (job !== undefined) post(thread, { stop: job.order })
      const problem = `it did not answer within ${budgetMs / 1000} s`
      thread.timer = setTimeout(() => this.#broken(thread, problem), budgetMs - most)
    }, most)
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
    if ('problem' in done) job.fail(new BotFailed(done.problem))
    else job.settle(done)
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

  /** What waits for this thread goes to another. */
  #drop(thread: Thread): void {
    clearTimeout(thread.timer)
    this.#threads.splice(this.#threads.indexOf(thread), 1)
    for (const memory of thread.tables.keys()) this.#homes.delete(memory)
    for (const job of thread.own.splice(0).toReversed()) this.#line(job).jobs.unshift(job)
    void thread.worker.terminate()
  }

  async close(): Promise<void> {
    this.#closed = true
    const threads = this.#threads.splice(0)
    const waiting = [...threads, ...this.#lines.values()].flatMap(({ jobs }) => jobs.splice(0))
    for (const { own } of threads) waiting.push(...own.splice(0))
    for (const { timer } of threads) clearTimeout(timer)
    for (const { fail } of waiting) fail(new BotFailed('The server is closing.'))
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }
}

function post({ worker }: Thread, message: ToThread): void {
  worker.postMessage(message)
}

function orderOf({ jobs }: Pick<Line, 'jobs'>): number {
  return jobs[0]?.order ?? Number.POSITIVE_INFINITY
}

function isQuick({ ms = QUICK_MS }: Line): boolean {
  return ms < QUICK_MS
}
