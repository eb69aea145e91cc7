/** Games that were played: how they are written down, read and played again. */
export {
  BadTrace,
  entryLine,
  headerLines,
  type Trace,
  TRACE_FORMAT,
  type TraceDecision,
  type TraceHeader,
  traceText,
  type TraceUndo,
} from './format.js'
export { parseTrace, recoverTrace, requireIntact } from './read.js'
export { beginningOf, replay, type ReplayedStep, ReplayMismatch, startOf } from './replay.js'
