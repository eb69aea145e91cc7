/** Games that were played: how they are written down, read and played again. */
export {
  BadTrace,
  type Trace,
  TRACE_FORMAT,
  type TraceDecision,
  type TraceHeader,
  traceText,
  type TraceUndo,
} from './format.js'
export { parseTrace, readTrace } from './read.js'
export { openingOf, replay, type ReplayedStep, ReplayMismatch, startOf } from './replay.js'
export { TraceWriter } from './write.js'
