/** Saved games (traces) as files. */
export { isInUse } from './lock.js'
export { readTrace, recoverFile } from './read.js'
export { TraceWriter } from './write.js'
