/** Threads that think along with agents of one game. They are started when they are first needed. */
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { SearchTaskResult, SearchWorkers, SearchTask, ThinkOptions } from '@ludoforge/agents'
import type { Game, SavedState, State } from '@ludoforge/kernel'
import type { FromHelper, ToHelper } from './search-worker.js'
import { startWorker } from '@ludoforge/agents/node'

const ASK_MS = 20 // how often whoever waits is asked whether to stop

export class ThreadSearchWorkers implements SearchWorkers {
  readonly #threads: Worker[] = []

  /** For this game alone; without a size as many as there are cores. */
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
    if (game !== this.game) throw new Error('These threads know another game.')
    const position = game.save(state)
    const found: SearchTaskResult[] = []
    const spent = parts.map(() => 0)
    let next = 0
    const busy = new Set<Worker>()
    const oneAfterTheOther = async (thread: Worker): Promise<void> => {
      for (let i = next++; i < parts.length; i = next++) {
        const part = parts[i]
        if (part === undefined) break
        busy.add(thread)
        found[i] = await carriedOut(thread, position, part, (done) => {
          spent[i] = done
          progress?.(spent.reduce((a, b) => a + b, 0) / parts.length)
        })
        busy.delete(thread)
      }
    }
    const threads = Array.from({ length: Math.min(this.size, parts.length) }, (_, i) => this.#thread(i))
    const asking = setInterval(() => {
      if (stopped?.() === true)
        for (const thread of busy) thread.postMessage({ stop: true } satisfies ToHelper)
    }, ASK_MS)
    try {
      await Promise.all(threads.map(oneAfterTheOther))
      return found
    } catch (error) {
      await this.end() // the others are not waited for
      throw error
    } finally {
      clearInterval(asking)
    }
  }

  #thread(i: number): Worker {
    const thread = this.#threads[i] ?? startWorker(import.meta.url, 'helper', this.game.def)
    thread.unref()
    this.#threads[i] = thread
    return thread
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.terminate()))
  }
}

/** What a thread finds. Rejects if it breaks. */
function carriedOut(
  thread: Worker,
  position: SavedState,
  part: SearchTask,
  progress: (spent: number) => void,
): Promise<SearchTaskResult> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      thread.off('message', hear).off('error', fail).off('exit', leave)
    }
    const fail = (error: unknown): void => {
      done()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const leave = (code: number): void => fail(`A thread that thought along ended with code ${code}.`)
    const hear = (message: FromHelper): void => {
      if ('spent' in message) return progress(message.spent)
      if ('problem' in message) return fail(message.problem)
      done()
      resolve(message.found)
    }
    thread.on('message', hear).on('error', fail).on('exit', leave)
    thread.postMessage({ position, part } satisfies ToHelper)
  })
}
