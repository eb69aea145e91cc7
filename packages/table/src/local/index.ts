/** A local host, for one person and bots. */
export { LocalHost } from './local-host.js'
export { MemoryRecord } from './memory-record.js'
export type { LocalOptions, Rules } from './options.js'
export { currentSeats, viewContextOf } from './start.js'
