/** Runs other people's rules in threads of their own, with limits on time and memory. */
import type { Files } from '@ludoforge/desk'
import { startWorker } from '@ludoforge/agents/node'
import { type ProjectCheck, Refusal, type Work } from '@ludoforge/table'
import { FairQueue, type JobOwner, UsedTime } from '../bots/fair-queue.js'

/** The limits of one check. */
export interface SandboxLimits {
  readonly ms: number
  readonly megabytes: number
  /** Threads at the same time. */
  readonly threads: number
  /** Checks that wait. Others are refused. */
  readonly waiting: number
}

const DEFAULT_LIMITS: SandboxLimits = { ms: 15_000, megabytes: 256, threads: 1, waiting: 50 }

interface Job {
  readonly order: number
  readonly owner: JobOwner
  readonly files: Files
  readonly work: Work
  readonly settle: (check: ProjectCheck) => void
  readonly fail: (error: Error) => void
}

const NOBODY: JobOwner = { address: '', person: '' }

export class Sandbox {
  readonly #limits: SandboxLimits
  readonly #used = new UsedTime()
  readonly #waiting = new FairQueue<Job>(this.#used)
  readonly #running = new Set<{ readonly end: () => Promise<unknown> }>()
  #order = 0
  #isClosed = false

  constructor(limits: Partial<SandboxLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits }
  }

  /** Compiles the files, links the rules and plays a random game. Each check has a new thread, which ends with it. */
  check(files: Files, work: Work = {}): Promise<ProjectCheck> {
    if (this.#isClosed || this.#waiting.size >= this.#limits.waiting)
      return Promise.reject(busy('Too many games are being checked. Try again in a moment.'))
    return new Promise((settle, fail) => {
      this.#order += 1
      this.#waiting.push({ order: this.#order, owner: work.owner ?? NOBODY, files, work, settle, fail })
      this.#next()
    })
  }

  #next(): void {
    if (this.#isClosed || this.#running.size >= this.#limits.threads) return
    const job = this.#waiting.shift()
    if (job === undefined) return
    if (job.work.signal?.aborted === true) {
      job.fail(busy('Nobody waits for this check any more.'))
      this.#next()
      return
    }
    this.#run(job)
  }

  #run(job: Job): void {
    const { ms, megabytes } = this.#limits
    const began = performance.now()
    const worker = startWorker(import.meta.url, 'project-worker', job.files, {
      resourceLimits: {
        maxOldGenerationSizeMb: megabytes,
        maxYoungGenerationSizeMb: 32,
        codeRangeSizeMb: 32,
        stackSizeMb: 4,
      },
      env: {}, // no secrets of the server
    })
    const running = { end: () => worker.terminate() }
    this.#running.add(running)
    const done = (result: ProjectCheck | Refusal): void => {
      if (!this.#running.delete(running)) return
      clearTimeout(late)
      void worker.terminate()
      const spent = performance.now() - began
      this.#used.add(job.owner.address, spent)
      job.work.spent?.(spent)
      if (result instanceof Refusal) job.fail(result)
      else job.settle(result)
      this.#next()
    }
    const late = setTimeout(
      () => done(stopped(`The check took longer than ${ms / 1000} s. Look for rules that repeat too often.`)),
      ms,
    )
    worker.once('message', (check: ProjectCheck) => done(check))
    worker.once('error', (error: NodeJS.ErrnoException) =>
      done(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? stopped(`The check needed more than ${megabytes} MB of memory.`)
          : new Refusal('trouble', "The server couldn't check this game.", { cause: error }),
      ),
    )
    worker.once('exit', () => done(busy('The check was interrupted. Try again.')))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { fail } of this.#waiting.clear()) fail(busy('The server is closing.'))
    await Promise.all([...this.#running].map(({ end }) => end()))
  }
}

const busy = (message: string): Refusal => new Refusal('busy', message)

/** A limit is a finding about the game, not a failure of the server. */
const stopped = (message: string): ProjectCheck => ({ problems: [{ message }], decisions: 0 })
