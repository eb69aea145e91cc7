/** Traces: the format of save files, reading and replay. */
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
export { type RebasedTrace, rebaseTrace } from './rebase.js'
export { beginningOf, replay, type ReplayedStep, ReplayMismatch, startOf } from './replay.js'
