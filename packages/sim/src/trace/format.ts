import type { Choice, Constant } from '@ludoforge/kernel'

/**
 * A game that was played, as text: JSON Lines. First a header, then one line for each decision. Lines are
 * only ever added, so a game that is cut off loses at most the line being written.
 */
export const TRACE_FORMAT = 'ludoforge-trace/2'

export interface TraceHeader {
  readonly format: typeof TRACE_FORMAT
  readonly game: string
  /** Where the rules were found, as the user typed it. A hint: the fingerprint is what counts. */
  readonly path: string
  readonly fingerprint: string
  readonly scenario: string
  readonly seed: number | string
  readonly options: Readonly<Record<string, Constant>>
  readonly seats: Readonly<Record<string, string>> // who decides: `human` or the name of an agent
  readonly hash: string // of the state at the start
}

export interface TraceDecision {
  readonly n: number // from 1
  readonly seat: string
  readonly name: string // what the rule calls it
  readonly choice: Choice
  readonly hash: string // of the state after it
}

/** Takes back decision `undo` and all after it. */
export interface TraceUndo {
  readonly undo: number
}

export interface Trace {
  readonly header: TraceHeader
  readonly decisions: readonly TraceDecision[]
  /** What was odd about the file, for people. */
  readonly notes: readonly string[]
  /** How many bytes of the file are whole lines: whoever adds to it cuts it off there first. */
  readonly bytes: number
}

/** A file that is not a trace, or a broken one. The message says what to do about it. */
export class BadTrace extends Error {
  override readonly name = 'BadTrace'
}

export function headerLine(header: TraceHeader): string {
  return `${JSON.stringify(header)}\n`
}

export function entryLine(entry: TraceDecision | TraceUndo): string {
  return `${JSON.stringify(entry)}\n`
}
