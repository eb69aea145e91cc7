import type { BatchTask } from './messages.js'

/** The first games run before the code is warm, so batches grow step by step. */
const GROWTH = 8
const MOST_GAMES = 100_000
const SHORTEST = 8 // times shorter than others

/** Hands out games in order, in batches that take about as long as they should. */
export class BatchScheduler {
  #next: number
  #size: number

  /** `first`: so many games in the first batches, of which nobody knows how long they take. */
  constructor(
    readonly games: number,
    readonly ms: number,
    { from = 0, first = 1 } = {},
  ) {
    this.#next = from
    this.#size = first
  }

  /** How many games were not handed out. */
  get left(): number {
    return this.games - this.#next
  }

  /**
   * The next batch; of at most this share of the games that are left, but not much shorter than the others: so
   * those who play end together.
   */
  take(share = 1): BatchTask | undefined {
    if (this.#next >= this.games) return undefined
    const from = this.#next
    const most = Math.max(this.#size / SHORTEST, this.left * share)
    this.#next = Math.min(this.games, from + Math.max(1, Math.min(this.#size, Math.ceil(most))))
    return { from, to: this.#next }
  }

  /** A batch took so long. One of a time when batches were much shorter tells nothing new. */
  learn({ from, to }: BatchTask, ms: number): void {
    if ((to - from) * GROWTH < this.#size) return
    const wanted = Math.round(((to - from) * this.ms) / Math.max(ms, 0.1))
    this.#size = Math.max(1, Math.min(wanted, (to - from) * GROWTH, MOST_GAMES))
  }
}

/** Brings batches that come in any order into theirs. */
export class ReorderBuffer<Value> {
  readonly #held = new Map<number, { readonly to: number; readonly value: Value }>()
  #next: number

  constructor(
    private readonly deliver: (value: Value, batch: BatchTask) => void,
    from = 0,
  ) {
    this.#next = from
  }

  /** How many are waiting for one before them. */
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
