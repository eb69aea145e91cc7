/** Thread pool for bots. It kills the thread of a bot that exceeds its budget; quick bots never wait for slow ones. */
import type { Worker } from 'node:worker_threads'
import type { BotAnswer, Hint } from '@ludoforge/table'
import type { Game, State } from '@ludoforge/kernel'
import { startWorker } from '@ludoforge/agents/node'
import { comesBefore, FairQueue, type JobOwner, UsedTime } from './fair-queue.js'
import type { FromThread, GivenAnswer, Task, TaskDone, ToThread } from './messages.js'

export interface BotJobRequest {
  readonly game: Game
  readonly state: State
  readonly seat: string
  readonly agent: string
  readonly seed: string
  /** Who pays for the thinking time. Jobs without an owner share one. */
  readonly owner?: JobOwner
  /** Throws `BotsBusy` if the job has waited this long for a thread. */
  readonly patienceMs?: number
  /** The live bots of the table. An undo starts a new memory. */
  readonly memory?: BotMemory | undefined
  /** Cancels the job. */
  readonly signal?: AbortSignal
  /** Receives the spent share of the budget now and then, from 0 to 1. */
  readonly progress?: (spent: number) => void
}

/** The live bots of one table in a thread, and the answers that they haven't seen yet. */
export class BotMemory {
  readonly untold: GivenAnswer[] = []
}

interface Job extends BotJobRequest {
  readonly order: number
  readonly owner: JobOwner
  readonly wants: Task['wants']
  readonly since: readonly GivenAnswer[]
  readonly settle: (done: TaskDone) => void
  readonly fail: (problem: Error) => void
}

/** The queue of one agent in one game. */
interface Queue {
  readonly jobs: FairQueue<Job>
  /** Exponential moving average of the answer time. */
  ms: number | undefined
  /** Whether the agent counts as quick before its first answer. */
  readonly presumedQuick: boolean
}

interface Thread {
  readonly worker: Worker
  readonly known: Set<string> // fingerprints of the rules it has
  /** One thread is reserved for quick bots. */
  readonly quickOnly: boolean
  /** The running job first. Quick jobs queue up here, which saves a round trip each. */
  readonly jobs: Job[]
  /** Ids of the tables whose bots live here, most recently used last. */
  readonly tables: Map<BotMemory, number>
  /** Jobs that wait for this thread, because their bots live here. */
  readonly own: FairQueue<Job>
  ready: boolean
  timer: NodeJS.Timeout | undefined
  /** When the first job started, unless it was asked to stop. */
  started: number | undefined
}

const QUICK_MS = 50
const MAX_QUEUED = 8 // quick jobs in one thread
const MAX_RULES = 20 // in one thread
const MAX_TABLES = 50 // whose bots live in one thread
const MAX_QUEUES = 500
const START_MS = 60_000
const SOFT_LIMIT = 0.8 // of the budget: then the bot is asked for its best answer so far
const HINT_MS = 5000 // soft limit of a hint, for any agent: players at other tables wait for their bots
const SLICE_MS = 3000 // then a bot gives its best answer so far, if an address that has used less time waits
const LOOK_MS = 250 // between two looks at the threads while jobs wait
/** A tiny search, for games without a policy or `worth`. */
export const TINY_SEARCH = 'search:8'
const PRESUMED_QUICK = new Set(['random', 'greedy', 'policy', TINY_SEARCH])
const NOBODY: JobOwner = { address: '', person: '' }

/** Thrown when a bot fails to answer. */
export class BotFailed extends Error {
  override readonly name = 'BotFailed'
}

/** Thrown when a job has waited too long for a thread. */
export class BotsBusy extends Error {
  override readonly name = 'BotsBusy'
}

export class BotPool {
  readonly #used = new UsedTime()
  #look: NodeJS.Timeout | undefined
  readonly #threads: Thread[] = []
  readonly #queues = new Map<string, Queue>()
  /** The thread where each memory lives. */
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

  async answer(request: BotJobRequest): Promise<BotAnswer> {
    const done = await this.#enqueue(request, 'answer')
    if (!('answer' in done)) throw new BotFailed('the bot returned no answer')
    return done.answer
  }

  async hint(request: Omit<BotJobRequest, 'memory'>): Promise<Hint> {
    const done = await this.#enqueue(request, 'hint')
    if (!('hint' in done)) throw new BotFailed('the bot returned no hint')
    return done.hint
  }

  #enqueue(request: BotJobRequest, wants: Task['wants']): Promise<TaskDone> {
    const { memory, signal, owner = NOBODY, patienceMs } = request
    const since = memory?.untold.splice(0) ?? []
    return new Promise((settle, fail) => {
      if (this.#closed) return fail(new BotFailed('The server is closing.'))
      this.#order += 1
      const kept = (): void => signal?.removeEventListener('abort', cancel)
      const job: Job = {
        ...request,
        order: this.#order,
        owner,
        wants,
        since,
        settle: (done) => (kept(), settle(done)),
        fail: (problem) => (kept(), fail(problem)),
      }
      const cancel = (): void => this.#cancel(job)
      signal?.addEventListener('abort', cancel, { once: true })
      const home = memory === undefined ? undefined : this.#homes.get(memory)
      const queue = this.#queueOf(job)
      const waitsAtHome = home !== undefined && (!home.quickOnly || isQuick(queue))
      ;(waitsAtHome ? home.own : queue.jobs).push(job)
      this.#dispatch()
      if (patienceMs !== undefined) setTimeout(() => this.#giveUp(job), patienceMs).unref()
    })
  }

  /** The number of jobs that wait, and that threads run or have queued. */
  get load(): { readonly waiting: number; readonly running: number } {
    const running = this.#threads.reduce((sum, { jobs }) => sum + jobs.length, 0)
    return { waiting: this.waiting, running }
  }

  /** The number of jobs that wait for a thread. */
  get waiting(): number {
    return this.#waiting.reduce((sum, { size }) => sum + size, 0)
  }

  get #waiting(): FairQueue<Job>[] {
    return [...[...this.#queues.values()].map(({ jobs }) => jobs), ...this.#threads.map(({ own }) => own)]
  }

  #giveUp(job: Job): void {
    if (this.#waiting.some((jobs) => jobs.remove(job))) job.fail(new BotsBusy('all bot threads are busy'))
  }

  /** Drops the bots of a memory. With `over`, they get a final notification. */
  forget(memory: BotMemory, over = false): void {
    const home = this.#homes.get(memory)
    this.#homes.delete(memory)
    const table = home?.tables.get(memory)
    if (home === undefined || table === undefined) return
    home.tables.delete(memory)
    post(home, over ? { forget: table, since: memory.untold } : { forget: table })
  }

  /** Removes a waiting job, or asks a running one to stop. */
  #cancel(job: Job): void {
    if (this.#waiting.some((jobs) => jobs.remove(job)))
      return job.fail(new BotFailed('the job was cancelled'))
    const thread = this.#threads.find(({ jobs }) => jobs.includes(job))
    if (thread !== undefined) post(thread, { stop: job.order })
  }

  #queueOf({ agent, game }: BotJobRequest): Queue {
    const key = `${agent} ${game.fingerprint}`
    let queue = this.#queues.get(key)
    if (queue === undefined) {
      if (this.#queues.size >= MAX_QUEUES)
        for (const [old, { jobs }] of this.#queues) if (jobs.size === 0) this.#queues.delete(old)
      queue = { jobs: new FairQueue(this.#used), ms: undefined, presumedQuick: PRESUMED_QUICK.has(agent) }
      this.#queues.set(key, queue)
    }
    return queue
  }

  /**
   * Dispatches jobs, in the order of `FairQueue`. Quick jobs overtake slow ones, but only in the reserved thread. A job
   * whose bots live in a thread waits for that thread, unless another one is idle.
   */
  #dispatch(): void {
    for (;;) {
      const [quick, slow] = [this.#next(true), this.#next(false)]
      const [first, second] = this.#isBefore(slow, quick) ? [slow, quick] : [quick, slow]
      const dispatched =
        this.#runAtHome(first?.jobs.head) ||
        (first !== undefined && this.#assign(first.jobs, this.#freeThread(isQuick(first), true))) ||
        (second !== undefined && this.#assign(second.jobs, this.#freeThread(isQuick(second), false))) ||
        this.#runElsewhere()
      if (!dispatched) break
    }
    if (this.#look === undefined && this.waiting > 0) this.#lookLater()
  }

  #lookLater(): void {
    this.#look = setTimeout(() => {
      this.#look = undefined
      this.#preempt()
      if (this.waiting > 0) this.#lookLater()
    }, LOOK_MS).unref()
  }

  /** Asks bots for their best answer so far if they have thought long and an address that has used less time waits. */
  #preempt(): void {
    const heads = this.#waiting.flatMap(({ head }) => head ?? [])
    for (const thread of this.#threads) {
      const [job] = thread.jobs
      const ms = thread.started === undefined ? 0 : performance.now() - thread.started
      if (job === undefined || ms < SLICE_MS) continue
      const { address } = job.owner
      const used = this.#used.of(address) + ms
      const isShared = heads.some(
        ({ owner }) => owner.address !== address && this.#used.of(owner.address) < used,
      )
      if (!isShared) continue
      thread.started = undefined
      post(thread, { stop: job.order })
    }
  }

  /** Returns the queue of quick or slow jobs whose first job comes next. */
  #next(quick: boolean): Queue | undefined {
    let next: Queue | undefined
    for (const queue of this.#queues.values())
      if (isQuick(queue) === quick && queue.jobs.size > 0 && this.#isBefore(queue, next)) next = queue
    return next
  }

  /** Checks whether the first job of a queue comes before that of another. An empty queue comes last. */
  #isBefore(one: Pick<Queue, 'jobs'> | undefined, other: Pick<Queue, 'jobs'> | undefined): boolean {
    const [a, b] = [one?.jobs.head, other?.jobs.head]
    return a !== undefined && (b === undefined || comesBefore(a, b, this.#used))
  }

  /** Lets a thread take a job of its own queue, if it comes before all others. */
  #runAtHome(first: Job | undefined): boolean {
    const thread = this.#threads.find(({ own: { head: job }, jobs }) => {
      if (job === undefined || (first !== undefined && comesBefore(first, job, this.#used))) return false
      return (
        jobs.length === 0 || (isQuick(this.#queueOf(job)) && jobs.length < MAX_QUEUED && this.#isQuick(jobs))
      )
    })
    return thread !== undefined && this.#assign(thread.own, thread)
  }

  /** Work stealing: an idle thread takes a job that waits for another, and creates the bots again. */
  #runElsewhere(): boolean {
    let waiting: Thread | undefined
    for (const thread of this.#threads)
      if (this.#isBefore({ jobs: thread.own }, waiting && { jobs: waiting.own })) waiting = thread
    const job = waiting?.own.head
    if (waiting === undefined || job === undefined) return false
    return this.#assign(waiting.own, this.#freeThread(isQuick(this.#queueOf(job)), true))
  }

  #isQuick(jobs: readonly Job[]): boolean {
    return jobs.every((job) => isQuick(this.#queueOf(job)))
  }

  /** Returns a thread for a job. `first` means that no other job has waited longer. */
  #freeThread(quick: boolean, first: boolean): Thread | undefined {
    const slow = this.#threads.filter(({ quickOnly }) => !quickOnly)
    const idle = slow.find(({ jobs }) => jobs.length === 0)
    if (idle !== undefined && (first || !quick)) return idle
    if (slow.length < Math.max(1, this.size - 1)) return this.#start(false)
    if (!quick) return undefined
    const reserved = this.#threads.find(({ quickOnly }) => quickOnly)
    if (reserved === undefined && this.size > 1) return this.#start(true)
    return this.#threads
      .filter(({ quickOnly }) => quickOnly || first)
      .filter(({ jobs, known }) => jobs.length < MAX_QUEUED && known.size <= MAX_RULES)
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
      own: new FairQueue(this.#used),
      ready: false,
      timer: undefined,
      started: undefined,
    }
    worker.on('message', (message: FromThread) => {
      if ('spent' in message) return thread.jobs[0]?.progress?.(message.spent)
      if (!('ready' in message)) return this.#done(thread, message)
      thread.ready = true
      if (thread.jobs.length > 0) this.#startClock(thread)
    })
    worker.on('error', (error) => this.#fail(thread, error instanceof Error ? error.message : String(error)))
    worker.on('exit', () => this.#fail(thread, 'its thread ended'))
    worker.unref()
    this.#threads.push(thread)
    return thread
  }

  #assign(jobs: FairQueue<Job>, thread: Thread | undefined): boolean {
    const job = thread === undefined ? undefined : jobs.shift()
    if (thread === undefined || job === undefined) return false
    const { game, state, seat, agent, seed, wants, order: id } = job
    const { fingerprint, def } = game
    thread.jobs.push(job)
    if (thread.jobs.length === 1) this.#startClock(thread)
    const isNew = !thread.known.has(fingerprint)
    thread.known.add(fingerprint)
    const known = this.#makeHome(job, thread)
    const position =
      known === undefined || known.isNew ? { position: game.save(state) } : { since: job.since }
    const task: Task = {
      id,
      fingerprint,
      seat,
      agent,
      seed,
      wants,
      ...position,
      ...(known === undefined ? {} : { table: known.table }),
      ...(isNew ? { def } : {}),
    }
    post(thread, { task })
    return true
  }

  /** Makes this thread the home of the job's bots. Drops the least recently used ones above the limit. */
  #makeHome(
    { memory }: Job,
    thread: Thread,
  ): { readonly table: number; readonly isNew: boolean } | undefined {
    if (memory === undefined) return undefined
    const before = thread.tables.get(memory)
    if (before === undefined) this.forget(memory)
    this.#tables += before === undefined ? 1 : 0
    const table = before ?? this.#tables
    thread.tables.delete(memory)
    thread.tables.set(memory, table)
    this.#homes.set(memory, thread)
    for (const old of thread.tables.keys()) {
      if (thread.tables.size <= MAX_TABLES) break
      this.forget(old)
    }
    return { table, isNew: before === undefined }
  }

  /** Starts the clock of the thread's first job. The start of the thread, slow on a busy machine, doesn't count. */
  #startClock(thread: Thread): void {
    clearTimeout(thread.timer)
    const { budgetMs } = this
    if (!thread.ready) {
      thread.timer = setTimeout(() => this.#fail(thread, 'its thread did not start'), START_MS)
      return
    }
    const [job] = thread.jobs
    thread.started = performance.now()
    const most = job?.wants === 'hint' ? Math.min(HINT_MS, budgetMs * SOFT_LIMIT) : budgetMs * SOFT_LIMIT
    thread.timer = setTimeout(() => {
      if (job !== undefined) post(thread, { stop: job.order })
      const problem = `it did not answer within ${budgetMs / 1000} s`
      thread.timer = setTimeout(() => this.#fail(thread, problem), budgetMs - most)
    }, most)
  }

  #done(thread: Thread, done: TaskDone): void {
    if (thread.jobs[0]?.order !== done.id) return
    const job = thread.jobs.shift()
    if (job === undefined) return
    if (thread.jobs.length > 0) this.#startClock(thread)
    else clearTimeout(thread.timer)
    const queue = this.#queueOf(job)
    const { ms } = done
    this.#used.add(job.owner.address, ms)
    // The first answer runs before JIT compilation, so it never marks an agent as slow.
    queue.ms = queue.ms === undefined ? Math.min(ms, QUICK_MS - 1) : queue.ms * 0.8 + ms * 0.2
    if ('problem' in done) job.fail(new BotFailed(done.problem))
    else job.settle(done)
    if (thread.known.size > MAX_RULES && thread.jobs.length === 0) this.#drop(thread)
    this.#dispatch()
  }

  /** Fails the running job and queues the jobs behind it again. */
  #fail(thread: Thread, problem: string): void {
    if (!this.#threads.includes(thread)) return
    const [job, ...others] = thread.jobs
    this.#drop(thread)
    for (const other of others.toReversed()) this.#queueOf(other).jobs.unshift(other)
    if (job !== undefined) {
      this.#queueOf(job).ms = this.budgetMs
      this.#used.add(job.owner.address, this.budgetMs)
      job.fail(new BotFailed(problem))
    }
    this.#dispatch()
  }

  /** Terminates the thread and queues its waiting jobs again. */
  #drop(thread: Thread): void {
    clearTimeout(thread.timer)
    this.#threads.splice(this.#threads.indexOf(thread), 1)
    for (const memory of thread.tables.keys()) this.#homes.delete(memory)
    for (const job of thread.own.clear().toReversed()) this.#queueOf(job).jobs.unshift(job)
    void thread.worker.terminate()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#look)
    const waiting = this.#waiting.flatMap((jobs) => jobs.clear())
    const threads = this.#threads.splice(0)
    for (const { jobs } of threads) waiting.push(...jobs.splice(0))
    for (const { timer } of threads) clearTimeout(timer)
    for (const { fail } of waiting) fail(new BotFailed('The server is closing.'))
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }
}

function post({ worker }: Thread, message: ToThread): void {
  worker.postMessage(message)
}

function isQuick({ ms, presumedQuick }: Queue): boolean {
  return ms === undefined ? presumedQuick : ms < QUICK_MS
}
