/**
 * Counts failures by key. Counts halve with time. After `free` failures a key is blocked, twice as long with each further
 * one. The clock is monotonic.
 */
const MAX_KEYS = 100_000
const MAX_DELAY_MS = 15 * 60_000
const HALF_LIFE_MS = 10 * 60_000

interface Count {
  readonly failures: number
  readonly at: number
  readonly closedUntil: number
}

export class Throttle {
  readonly #counts = new Map<string, Count>()

  constructor(
    private readonly free: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  isClosed(key: string): boolean {
    return this.closedMs(key) > 0
  }

  /** Returns for how long the key is still blocked. */
  closedMs(key: string): number {
    return Math.max(0, (this.#counts.get(key)?.closedUntil ?? 0) - this.now())
  }

  /** Returns the failures of a key, of which half are forgotten every ten minutes. */
  failures(key: string): number {
    const count = this.#counts.get(key)
    return count === undefined ? 0 : count.failures * 0.5 ** ((this.now() - count.at) / HALF_LIFE_MS)
  }

  count(key: string): void {
    const at = this.now()
    const failures = this.failures(key) + 1
    const over = Math.round(failures) - this.free
    const closedUntil = over < 0 ? 0 : at + Math.min(MAX_DELAY_MS, 1000 * 2 ** over)
    this.#counts.delete(key)
    this.#counts.set(key, { failures, at, closedUntil })
    for (const old of this.#counts.keys()) {
      if (this.#counts.size <= MAX_KEYS) break
      this.#counts.delete(old)
    }
  }

  forget(key: string): void {
    this.#counts.delete(key)
  }
}
