/** Charges each client for the computing time of its requests: per account, else per address. */
import type { Work } from '@ludoforge/table'
import type { BucketRule, Buckets } from '../limits/index.js'
import type { Client } from '../tables/index.js'
import { tooFrequent } from './refusals.js'

/** Milliseconds: 10 s at once, then a quarter of a processor. */
const WORK_LIMIT: BucketRule = { size: 10_000, perSecond: 250 }

export class WorkBudget {
  /** Without `buckets`, there is no limit. */
  constructor(
    private readonly buckets: Buckets | undefined,
    private readonly limit: BucketRule = WORK_LIMIT,
  ) {}

  /** Returns the work of a client, or throws a `Refusal` that says when to try again. */
  async workOf(client: Client): Promise<Work> {
    const person = client.account ?? client.origin
    const key = `work ${person}`
    const { buckets, limit } = this
    const seconds = (await buckets?.secondsUntil(key, limit)) ?? 0
    if (seconds > 0) throw tooFrequent('Your requests have cost the server too much time.', seconds)
    return {
      owner: { address: client.origin, person },
      spent: (ms) => {
        // If the database fails, the charge is lost: a client can't be refused for what nobody can count.
        buckets?.charge(key, limit, ms).catch(() => undefined)
      },
      ...(client.signal === undefined ? {} : { signal: client.signal }),
    }
  }
}
