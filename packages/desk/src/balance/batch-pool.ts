/** A pool of workers that play batches of games. */
import { BatchScheduler, type BatchTask, defFor, type Series } from '@ludoforge/sim/evaluate'
import type { FromPlayer, ToPlayer } from './messages.js'

/** A worker, as the pool sees it. */
export interface PlayerWorker {
  post(message: ToPlayer): void
  /** Sets who receives the next answers and failures. */
  listen(answered: (message: FromPlayer) => void): void
  terminate(): void
}

const BATCH_MS = 60 // short, so that figures appear soon and a new edit waits for nothing

/** The part of a series that the pool needs. */
interface AnySeries extends Pick<Series<never, unknown>, 'def' | 'work'> {
  add(result: never): void
  lose(batch: BatchTask, message: string): void
}

/** A worker, and the numbers of the series whose games it has linked, the oldest first. */
interface Player {
  readonly worker: PlayerWorker
  readonly linked: number[]
}

const MAX_LINKED = 2 // the rules now and before; a large game takes seconds to link

/** A pool of workers that plays the batches of a series. A worker keeps the games that it linked last. */
export class BatchPool {
  readonly #idle: Player[] = []
  readonly #numbers = new WeakMap<AnySeries, number>()
  #count = 0

  constructor(
    private readonly makeWorker: () => PlayerWorker,
    readonly size: number,
  ) {}

  /** Plays games `from` to `to` - 1 of a series. `added` is called after each batch; if it returns false, no new batch starts. */
  async play(
    series: AnySeries,
    { from, to }: BatchTask,
    signal: AbortSignal,
    added: () => boolean,
  ): Promise<void> {
    const batches = new BatchScheduler(to, BATCH_MS, { from })
    const number = this.#numberOf(series)
    let isStopped = false
    const run = async (): Promise<void> => {
      let batch = batches.take(1 / (2 * this.size))
      if (batch === undefined) return
      const player = this.#idle.pop() ?? { worker: this.makeWorker(), linked: [] }
      const { worker } = player
      let hasPlayed = false
      const stop = (): void => worker.terminate()
      signal.addEventListener('abort', stop)
      try {
        this.#link(player, series, number)
        while (batch !== undefined && !signal.aborted && !isStopped) {
          const played = await ask(worker, { task: batch, series: number }, signal)
          if (played === undefined) return
          if ('problem' in played) {
            series.lose(batch, played.problem)
            worker.terminate()
            if (!hasPlayed) isStopped = true // it can't link the game, so another worker would fail as well
            return isStopped ? undefined : await run()
          }
          hasPlayed = true
          batches.learn(batch, played.ms)
          series.add(played.result as never)
          if (!added()) isStopped = true
          batch = isStopped ? undefined : batches.take(1 / (2 * this.size))
        }
        if (!signal.aborted) this.#idle.push(player)
      } finally {
        signal.removeEventListener('abort', stop)
      }
    }
    await Promise.all(Array.from({ length: this.size }, run))
  }

  /** Has a worker link the game of a series, unless it has. */
  #link({ worker, linked }: Player, series: AnySeries, number: number): void {
    if (linked.includes(number)) return
    for (const forget of linked.splice(0, linked.length - MAX_LINKED + 1)) worker.post({ forget })
    linked.push(number)
    worker.post({ start: { series: number, def: defFor(series.def, series.work), work: series.work } })
  }

  #numberOf(series: AnySeries): number {
    const number = this.#numbers.get(series) ?? ++this.#count
    this.#numbers.set(series, number)
    return number
  }

  /** Ends all idle workers. */
  end(): void {
    for (const { worker } of this.#idle.splice(0)) worker.terminate()
  }
}

type Played = Extract<FromPlayer, { done: unknown }> | { readonly problem: string }

/** Has a worker play a batch. Returns `undefined` if the run was stopped. */
function ask(
  worker: PlayerWorker,
  task: Extract<ToPlayer, { task: unknown }>,
  signal: AbortSignal,
): Promise<Played | undefined> {
  return new Promise((resolve) => {
    const stopped = (): void => settle(undefined)
    const settle = (played: Played | undefined): void => {
      signal.removeEventListener('abort', stopped)
      resolve(played)
    }
    signal.addEventListener('abort', stopped)
    worker.listen(settle)
    worker.post(task)
  })
}
