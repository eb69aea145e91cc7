/**
 * Token buckets that several servers on one database share, exactly: each accepted request is a write. A refusal is
 * remembered until the bucket can have enough tokens, so requests above the limit cost the database nothing. A client
 * never uses more than one connection of a server for its bucket, however many requests it sends at once.
 */
import { type Buckets, rememberLast } from './buckets.js'
import { KeyedQueue } from './keyed-queue.js'
import type { BucketRule } from './token-bucket.js'

const ANSWER_MS = 1000 // for the database; then the request is accepted, and refused by what it needs

/** The bucket has fewer than `count` tokens before the time `until`. */
interface Refused {
  readonly count: number
  readonly until: number
}

export class SharedBuckets implements Buckets {
  /** Most recently used last. */
  readonly #refused = new Map<string, Refused>()
  readonly #queue = new KeyedQueue()
  /** Charges that wait for their key's turn. They are stored together. */
  readonly #charges = new Map<string, number>()
  /** Questions that wait for their answer. Who asks the same gets the same answer. */
  readonly #asked = new Map<string, Promise<number>>()

  /** `stored` are the buckets that all servers use. */
  constructor(
    private readonly stored: Buckets,
    private readonly now: () => number = () => Date.now(),
  ) {}

  async take(key: string, rule: BucketRule, count = 1): Promise<number> {
    const known = this.#knownWait(key, rule, count)
    if (known > 0) return known
    return this.#queue.run(key, () => this.#take(key, rule, count))
  }

  async #take(key: string, rule: BucketRule, count: number): Promise<number> {
    const known = this.#knownWait(key, rule, count) // an earlier request may have been refused meanwhile
    if (known > 0) return known
    const seconds = await inTime(this.stored.take(key, rule, count))
    if (seconds === undefined || seconds === 0) return 0
    rememberLast(this.#refused, key, { count, until: this.now() + seconds * 1000 })
    return seconds
  }

  async charge(key: string, rule: BucketRule, count: number): Promise<void> {
    this.#charges.set(key, (this.#charges.get(key) ?? 0) + count)
    await this.#queue.run(key, async () => {
      const all = this.#charges.get(key)
      this.#charges.delete(key)
      if (all !== undefined) await this.stored.charge(key, rule, all)
    })
  }

  secondsUntil(key: string, rule: BucketRule, count = 1): Promise<number> {
    const asking = `${count} ${key}`
    const asked = this.#asked.get(asking)
    if (asked !== undefined) return asked
    const answer = this.stored.secondsUntil(key, rule, count).finally(() => this.#asked.delete(asking))
    this.#asked.set(asking, answer)
    return answer
  }

  /** Returns after how many seconds the bucket has `count` tokens at the earliest, by what is known here. */
  #knownWait(key: string, { perSecond }: BucketRule, count: number): number {
    const refused = this.#refused.get(key)
    if (refused === undefined || count < refused.count) return 0
    const seconds = (refused.until - this.now()) / 1000
    if (seconds > 0) return seconds + (count - refused.count) / perSecond
    this.#refused.delete(key)
    return 0
  }
}

/** Resolves to the result of the work, or to `undefined` if it fails or takes too long. The health check reports it. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_MS)
  })
  try {
    return await Promise.race([work.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
