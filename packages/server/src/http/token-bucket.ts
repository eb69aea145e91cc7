const MOST_KEYS = 10_000

/** So many at once, and so many a second after that. */
export class TokenBucket {
  #left: number
  #at: number

  constructor(
    private readonly size: number,
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#left = size
    this.#at = this.now()
  }

  /** False: it is empty. */
  take(): boolean {
    const now = this.now()
    this.#left = Math.min(this.size, this.#left + ((now - this.#at) / 1000) * this.perSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}

/** One for each key: whoever comes by several ways has no more than others. */
export class KeyedTokenBuckets {
  /** Those used last at the end. */
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(
    private readonly size: number,
    private readonly perSecond: number,
  ) {}

  take(key: string): boolean {
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.size, this.perSecond)
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    for (const old of this.#buckets.keys()) {
      if (this.#buckets.size <= MOST_KEYS) break
      this.#buckets.delete(old)
    }
    return bucket.take()
  }
}
