import type { BatchTask } from './messages.js'

/**
 * The maximum factor between batch sizes. The first games run before the JIT has warmed up, so batches grow
 * gradually.
 */
const GROWTH = 8
const MAX_BATCH = 100_000 // games
const MAX_SHRINK = 8 // how much smaller than the others a last batch may be

/** Hands out the games in order, in batches of about `ms` milliseconds each. */
export class BatchScheduler {
  #next: number
  #size: number

  /** `first` is the size of the first batches, before their duration is known. */
  constructor(
    readonly games: number,
    readonly ms: number,
    { from = 0, first = 1 } = {},
  ) {
    this.#next = from
    this.#size = first
  }

  /** The number of games not handed out yet. */
  get left(): number {
    return this.games - this.#next
  }

  /**
   * Returns the next batch, with at most this share of the remaining games. Smaller batches at the end let all workers
   * finish at about the same time.
   */
  take(share = 1): BatchTask | undefined {
    if (this.#next >= this.games) return undefined
    const from = this.#next
    const most = Math.max(this.#size / MAX_SHRINK, this.left * share)
    this.#next = Math.min(this.games, from + Math.max(1, Math.min(this.#size, Math.ceil(most))))
    return { from, to: this.#next }
  }

  /** Adapts the batch size to a measured duration. Batches much smaller than the current size are ignored. */
  learn({ from, to }: BatchTask, ms: number): void {
    if ((to - from) * GROWTH < this.#size) return
    const target = Math.round(((to - from) * this.ms) / Math.max(ms, 0.1))
    this.#size = Math.max(1, Math.min(target, (to - from) * GROWTH, MAX_BATCH))
  }
}

/** A reorder buffer: batches arrive in any order and are delivered in order. */
export class ReorderBuffer<Value> {
  readonly #held = new Map<number, { readonly to: number; readonly value: Value }>()
  #next: number

  constructor(
    private readonly deliver: (value: Value, batch: BatchTask) => void,
    from = 0,
  ) {
    this.#next = from
  }

  /** The number of batches that wait for an earlier one. */
  get held(): number {
    return this.#held.size
  }

  add({ from, to }: BatchTask, value: Value): void {
    this.#held.set(from, { to, value })
    for (;;) {
      const first = this.#held.get(this.#next)
      if (first === undefined) return
      const batch = { from: this.#next, to: first.to }
      this.#held.delete(batch.from)
      this.#next = batch.to
      this.deliver(first.value, batch)
    }
  }
}
