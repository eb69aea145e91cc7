/** Limits mail by mailbox and requester. The buckets are in the database, so a restart or a second server doesn't fill them. */
import { type BucketRule, StoredBuckets } from '../limits/index.js'
import type { Db } from '../store/index.js'
import { hashSecret } from '../tables/credentials.js'

const HOUR = 3600 // seconds

/** `confirm`: mails to an unconfirmed mailbox; `notice`: mails to a confirmed one; `sender`: mails that one requester causes. */
const RULES = {
  confirm: { size: 3, perSecond: 1 / (8 * HOUR) },
  notice: { size: 30, perSecond: 30 / HOUR },
  sender: { size: 10, perSecond: 1 / HOUR },
} as const satisfies Readonly<Record<string, BucketRule>>

export class MailLimits {
  readonly #buckets: StoredBuckets

  constructor(db: Db, now?: () => number) {
    this.#buckets = new StoredBuckets(db, now)
  }

  /** Takes a token for this mailbox or requester. Returns `false` if its bucket is empty. */
  async take(rule: keyof typeof RULES, whose: string): Promise<boolean> {
    const key = hashSecret(`${rule} ${whose.toLowerCase()}`) // mailboxes aren't stored in clear
    return (await this.#buckets.take(`mail ${key}`, RULES[rule])) === 0
  }
}
