/** Plays the games of the Balance page and posts their results, at most four times a second. */
import { BatchPool, type PlayerWorker } from './batch-pool.js'
import { BalanceRun } from './balance-run.js'
import { Unplayable, VersionCache } from './compile-version.js'
import type { FromBalance, ToBalance } from './messages.js'
import { SeriesCache } from './series-cache.js'
import { runSweep } from './sweep-run.js'

export class BalanceJobs {
  readonly #pool: BatchPool
  readonly #versions = new VersionCache()
  readonly #series = new SeriesCache()
  #current = new AbortController()

  /** `size`: the number of workers that play. */
  constructor(
    makeWorker: () => PlayerWorker,
    size: number,
    private readonly post: (message: FromBalance) => void,
  ) {
    this.#pool = new BatchPool(makeWorker, size)
  }

  /** Handles a message. Each request cancels the one before. */
  async handle(message: ToBalance): Promise<void> {
    this.#current.abort()
    const own = new AbortController()
    this.#current = own
    if ('stop' in message) return
    const { id } = 'sweep' in message ? message.sweep : message.balance
    const tools = {
      pool: this.#pool,
      versions: this.#versions,
      series: this.#series,
      signal: own.signal,
      post: (answer: FromBalance) => {
        if (!own.signal.aborted) this.post(answer)
      },
    }
    try {
      if ('sweep' in message) await runSweep(message.sweep, tools)
      else await new BalanceRun(message.balance, tools).play()
    } catch (error) {
      if (!(error instanceof Unplayable)) throw error
      tools.post({ failed: { id, message: error.message } })
    }
  }

  /** Ends all workers. */
  end(): void {
    this.#current.abort()
    this.#pool.end()
  }
}

/** What a run needs. */
export interface RunTools {
  readonly pool: BatchPool
  readonly versions: VersionCache
  readonly series: SeriesCache
  readonly signal: AbortSignal
  readonly post: (message: FromBalance) => void
}
