/** A pool of threads that run the search tasks of one game. It starts them on demand. */
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { SearchTaskResult, SearchWorkers, SearchTask, ThinkOptions } from '@ludoforge/agents'
import type { Game, SavedState, State } from '@ludoforge/kernel'
import type { FromSearchWorker, ToSearchWorker } from './search-worker.js'
import { startWorker } from '@ludoforge/agents/node'

const POLL_MS = 20 // between two polls of `stopped`

export class ThreadSearchWorkers implements SearchWorkers {
  readonly #threads: Worker[] = []

  /** For this game only. The default size is the number of cores. */
  constructor(
    private readonly game: Game,
    readonly size = availableParallelism(),
  ) {}

  async work(
    game: Game,
    state: State,
    parts: readonly SearchTask[],
    { stopped, progress }: ThinkOptions,
  ): Promise<readonly SearchTaskResult[]> {
    if (game !== this.game) throw new Error('These search workers belong to another game.')
    const position = game.save(state)
    const results: SearchTaskResult[] = []
    const spent = parts.map(() => 0)
    let next = 0
    const busy = new Set<Worker>()
    const runTasks = async (thread: Worker): Promise<void> => {
      for (let i = next++; i < parts.length; i = next++) {
        const part = parts[i]
        if (part === undefined) break
        busy.add(thread)
        results[i] = await runTask(thread, position, part, (done) => {
          spent[i] = done
          progress?.(spent.reduce((a, b) => a + b, 0) / parts.length)
        })
        busy.delete(thread)
      }
    }
    const threads = Array.from({ length: Math.min(this.size, parts.length) }, (_, i) => this.#thread(i))
    const polling = setInterval(() => {
      if (stopped?.() === true)
        for (const thread of busy) thread.postMessage({ stop: true } satisfies ToSearchWorker)
    }, POLL_MS)
    try {
      await Promise.all(threads.map(runTasks))
      return results
    } catch (error) {
      await this.end() // stops the other threads
      throw error
    } finally {
      clearInterval(polling)
    }
  }

  #thread(i: number): Worker {
    const thread = this.#threads[i] ?? startWorker(import.meta.url, 'search-worker', this.game.def)
    thread.unref()
    this.#threads[i] = thread
    return thread
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.terminate()))
  }
}

/** Runs a task on a thread. Rejects if the task fails or the thread ends. */
function runTask(
  thread: Worker,
  position: SavedState,
  part: SearchTask,
  progress: (spent: number) => void,
): Promise<SearchTaskResult> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      thread.off('message', receive).off('error', fail).off('exit', exited)
    }
    const fail = (error: unknown): void => {
      done()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const exited = (code: number): void => fail(`A search worker exited with code ${code}.`)
    const receive = (message: FromSearchWorker): void => {
      if ('spent' in message) return progress(message.spent)
      if ('problem' in message) return fail(message.problem)
      done()
      resolve(message.found)
    }
    thread.on('message', receive).on('error', fail).on('exit', exited)
    thread.postMessage({ position, part } satisfies ToSearchWorker)
  })
}
