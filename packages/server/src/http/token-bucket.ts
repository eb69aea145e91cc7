/** Rate limiting by token buckets. */
const MAX_KEYS = 10_000

/** A token bucket: a burst of `size`, then `perSecond` a second. */
export class TokenBucket {
  #tokens: number
  #refilled: number

  constructor(
    private readonly size: number,
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#tokens = size
    this.#refilled = this.now()
  }

  /** Takes a token. Returns `false` if the bucket is empty. */
  take(): boolean {
    const now = this.now()
    this.#tokens = Math.min(this.size, this.#tokens + ((now - this.#refilled) / 1000) * this.perSecond)
    this.#refilled = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}

/** A token bucket per key, so that several connections share one limit. Drops the least recently used keys. */
export class KeyedTokenBuckets {
  /** Most recently used last. */
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
      if (this.#buckets.size <= MAX_KEYS) break
      this.#buckets.delete(old)
    }
    return bucket.take()
  }
}
