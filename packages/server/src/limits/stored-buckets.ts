/**
 * Token buckets in the database, exact for all servers together, and across restarts. A clock that is ahead of the others
 * fills a bucket early, but only once.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../store/index.js'
import type { Buckets } from './buckets.js'
import type { BucketRule } from './token-bucket.js'

const CLEAN_MS = 10 * 60_000 // between two deletions of full buckets

export class StoredBuckets implements Buckets {
  #cleaned = 0

  constructor(
    private readonly db: Db,
    private readonly now: () => number = () => Date.now(),
  ) {}

  /** One statement, so it is atomic. */
  async take(key: string, rule: BucketRule, count = 1): Promise<number> {
    if (count > rule.size) return Number.POSITIVE_INFINITY
    const taken = await this.#add(key, rule, count, rule.size)
    return taken ? 0 : Math.max(0.001, await this.secondsUntil(key, rule, count))
  }

  async charge(key: string, rule: BucketRule, count: number): Promise<void> {
    await this.#add(key, rule, count, undefined)
  }

  async secondsUntil(key: string, { size, perSecond }: BucketRule, count = 1): Promise<number> {
    const row = await this.db
      .selectFrom('buckets')
      .select(['spent', 'at'])
      .where('key', '=', key)
      .executeTakeFirst()
    if (row === undefined) return 0
    const spent = Math.max(0, row.spent - (Math.max(0, this.now() - row.at) / 1000) * perSecond)
    return Math.max(0, spent + count - size) / perSecond
  }

  /** Adds to what is spent, unless it would be more than `most`. Returns whether it did. */
  async #add(
    key: string,
    { perSecond }: BucketRule,
    count: number,
    most: number | undefined,
  ): Promise<boolean> {
    const now = this.now()
    await this.#clean(now)
    const sinceMs = sql`(cast(${now} as double precision) - buckets.at)`
    const left = sql`buckets.spent - ${atLeastZero(sinceMs)} * ${sql.lit(perSecond / 1000)}`
    const spent = sql<number>`${atLeastZero(left)} + cast(${count} as double precision)`
    const full = now + (count / perSecond) * 1000
    const rows = await this.db
      .insertInto('buckets')
      .values({ key, spent: count, at: now, full: Math.ceil(full) })
      .onConflict((c) => {
        const update = c.column('key').doUpdateSet({
          spent,
          at: sql`case when buckets.at > excluded.at then buckets.at else excluded.at end`,
          full: sql`cast(${now} + (${spent}) * ${sql.lit(1000 / perSecond)} as bigint) + 1`,
        })
        return most === undefined ? update : update.where(sql<boolean>`${spent} <= ${sql.lit(most)}`)
      })
      .returning('key')
      .execute()
    return rows.length > 0
  }

  /** Deletes the buckets that are full: they are like new ones. */
  async #clean(now: number): Promise<void> {
    if (now - this.#cleaned < CLEAN_MS) return
    this.#cleaned = now
    await this.db.deleteFrom('buckets').where('full', '<', now).execute()
  }
}

function atLeastZero(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case when ${value} > 0 then ${value} else 0 end)`
}
