import type { Worker } from 'node:worker_threads'
import type { BatchDone, BatchTask, WorkerReady, WorkerStart } from './messages.js'
import { startWorker } from '@ludoforge/agents/node'

/** The thread crashed, and its current batch is lost. */
export class WorkerCrashed extends Error {
  override readonly name = 'WorkerCrashed'

  constructor(
    message: string,
    /** Whether it failed to link the game, so that another thread would fail as well. */
    readonly hopeless: boolean,
  ) {
    super(message)
  }
}

/** A thread that plays batches of games, one after the other. */
export class GameThread<Result> {
  readonly #worker: Worker
  #ready = false
  #crashed: WorkerCrashed | undefined
  #waiting: { settle: (done: BatchDone<Result>) => void; fail: (error: Error) => void } | undefined

  constructor(start: WorkerStart) {
    this.#worker = startWorker(import.meta.url, 'worker', start)
    this.#worker.on('message', (done: BatchDone<Result> | WorkerReady) => {
      this.#ready = true
      if ('ready' in done) return
      const waiting = this.#waiting
      this.#waiting = undefined
      waiting?.settle(done)
    })
    this.#worker.on('error', (error) => this.#crash(error instanceof Error ? error.message : String(error)))
    this.#worker.on('exit', (code) => this.#crash(`it exited with code ${code}`))
  }

  #crash(message: string): void {
    this.#crashed ??= new WorkerCrashed(message, !this.#ready)
    this.#waiting?.fail(this.#crashed)
    this.#waiting = undefined
  }

  /** Plays a batch. Rejects with `WorkerCrashed` if the thread crashes or has crashed before. */
  play(task: BatchTask): Promise<BatchDone<Result>> {
    return new Promise((settle, fail) => {
      if (this.#crashed !== undefined) return fail(this.#crashed)
      this.#waiting = { settle, fail }
      this.#worker.postMessage(task)
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
