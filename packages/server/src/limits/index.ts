/** Limits of what clients may do: token buckets and counts of sockets, which servers on one Postgres share. */
export { type Buckets, LocalBuckets } from './buckets.js'
export { SharedBuckets } from './shared-buckets.js'
export { bucketsOf } from './server-buckets.js'
export { SocketCounts } from './socket-counts.js'
export { StoredBuckets } from './stored-buckets.js'
export { type BucketRule, TokenBucket } from './token-bucket.js'
