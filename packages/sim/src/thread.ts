import type { Worker } from 'node:worker_threads'
import type { BatchDone, BatchTask, WorkerReady, WorkerStart } from './messages.js'
import { startWorker } from '@ludoforge/agents/node'

/** The thread broke: what it played last is lost. */
export class WorkerCrashed extends Error {
  override readonly name = 'ThreadBroke'

  constructor(
    message: string,
    /** It could not even link the game, and would not do better the next time. */
    readonly hopeless: boolean,
  ) {
    super(message)
  }
}

/** A thread that plays batches of games, one after the other. */
export class GameThread<Result> {
  readonly #worker: Worker
  #ready = false
  #broken: WorkerCrashed | undefined
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
    this.#worker.on('error', (error) => this.#break(error instanceof Error ? error.message : String(error)))
    this.#worker.on('exit', (code) => this.#break(`it ended with code ${code}`))
  }

  #break(message: string): void {
    this.#broken ??= new WorkerCrashed(message, !this.#ready)
    this.#waiting?.fail(this.#broken)
    this.#waiting = undefined
  }

  /** Throws ThreadBroke if the thread breaks, or has broken before. */
  play(task: BatchTask): Promise<BatchDone<Result>> {
    return new Promise((settle, fail) => {
      if (this.#broken !== undefined) return fail(this.#broken)
      this.#waiting = { settle, fail }
      this.#worker.postMessage(task)
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
