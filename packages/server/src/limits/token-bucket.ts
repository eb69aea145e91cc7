/** Token buckets in memory. */

/** A token bucket: a burst of `size`, then `perSecond` a second. */
export interface BucketRule {
  readonly size: number
  readonly perSecond: number
}

/** One token bucket. It may be in debt, after a charge. */
export class TokenBucket {
  #tokens: number
  #refilled: number

  constructor(
    private readonly rule: BucketRule,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#tokens = rule.size
    this.#refilled = this.now()
  }

  /** Takes tokens. Returns `false` if the bucket has too few. */
  take(count = 1): boolean {
    if (this.secondsUntil(count) > 0) return false
    this.#tokens -= count
    return true
  }

  /** Takes tokens also if the bucket has too few. */
  charge(count: number): void {
    this.#refill()
    this.#tokens -= count
  }

  /** Returns after how many seconds the bucket has `count` tokens. */
  secondsUntil(count = 1): number {
    this.#refill()
    return this.#tokens >= count ? 0 : (count - this.#tokens) / this.rule.perSecond
  }

  #refill(): void {
    const now = this.now()
    const { size, perSecond } = this.rule
    if (now !== this.#refilled)
      this.#tokens = Math.min(size, this.#tokens + ((now - this.#refilled) / 1000) * perSecond)
    this.#refilled = now
  }
}
