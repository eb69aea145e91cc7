/** The token buckets of a server, by its database. */
import type { Db } from '../store/index.js'
import { type Buckets, LocalBuckets } from './buckets.js'
import { SharedBuckets } from './shared-buckets.js'
import { StoredBuckets } from './stored-buckets.js'

/** Returns the buckets of a server. Servers on one Postgres share them. */
export function bucketsOf({
  engine: { kind, limits },
}: {
  readonly engine: { readonly kind: 'sqlite' | 'postgres'; readonly limits: Db }
}): Buckets {
  return kind === 'postgres' ? new SharedBuckets(new StoredBuckets(limits)) : new LocalBuckets()
}
