/** Exponential backoff by key: after `free` failures a key is blocked, twice as long each time. The clock is monotonic. */
const MAX_KEYS = 100_000
const MAX_DELAY_MS = 15 * 60_000

interface Count {
  failures: number
  closedUntil: number
}

export class Throttle {
  readonly #counts = new Map<string, Count>()

  constructor(
    private readonly free: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  isClosed(key: string): boolean {
    return (this.#counts.get(key)?.closedUntil ?? 0) > this.now()
  }

  count(key: string): void {
    const failures = (this.#counts.get(key)?.failures ?? 0) + 1
    const over = failures - this.free
    const closedUntil = over < 0 ? 0 : this.now() + Math.min(MAX_DELAY_MS, 1000 * 2 ** over)
    this.#counts.delete(key)
    this.#counts.set(key, { failures, closedUntil })
    for (const old of this.#counts.keys()) {
      if (this.#counts.size <= MAX_KEYS) break
      this.#counts.delete(old)
    }
  }

  forget(key: string): void {
    this.#counts.delete(key)
  }
}
