/** Games that were played, as files. */
export { readTrace } from './read.js'
export { TraceWriter } from './write.js'
