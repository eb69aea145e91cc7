/** Token buckets by key, in memory. */
import { type BucketRule, TokenBucket } from './token-bucket.js'

/** Token buckets by key, so that all requests of a client share one. A key always has the same rule. */
export interface Buckets {
  /** Takes tokens. Returns 0, or after how many seconds the bucket has as many. */
  take(key: string, rule: BucketRule, count?: number): Promise<number>
  /** Takes tokens also if the bucket has too few. */
  charge(key: string, rule: BucketRule, count: number): Promise<void>
  /** Returns after how many seconds the bucket has `count` tokens. */
  secondsUntil(key: string, rule: BucketRule, count?: number): Promise<number>
}

/** The most keys that a server remembers. It drops the least recently used ones. */
const MAX_KEYS = 10_000

/** The buckets of a server that shares them with nobody. */
export class LocalBuckets implements Buckets {
  /** Most recently used last. */
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(private readonly now?: () => number) {}

  async take(key: string, rule: BucketRule, count = 1): Promise<number> {
    const bucket = this.#bucket(key, rule)
    return bucket.take(count) ? 0 : bucket.secondsUntil(count)
  }

  async charge(key: string, rule: BucketRule, count: number): Promise<void> {
    this.#bucket(key, rule).charge(count)
  }

  async secondsUntil(key: string, rule: BucketRule, count = 1): Promise<number> {
    return this.#bucket(key, rule).secondsUntil(count)
  }

  #bucket(key: string, rule: BucketRule): TokenBucket {
    const bucket = this.#buckets.get(key) ?? new TokenBucket(rule, this.now)
    rememberLast(this.#buckets, key, bucket)
    return bucket
  }
}

/** Puts a key last, and drops the first ones if there are too many. */
export function rememberLast<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  for (const old of map.keys()) {
    if (map.size <= MAX_KEYS) break
    map.delete(old)
  }
}
