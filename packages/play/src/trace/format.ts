import type { Choice, Constant, SavedState } from '@ludoforge/kernel'
import { bytesOf } from './text.js'

/**
 * The format of traces: JSON Lines. First the header, twice, so that damage to one doesn't lose the game; then one line
 * per decision. The file is append-only, so a crash loses at most the line being written.
 */
export const TRACE_FORMAT = 'ludoforge-trace/2'

export interface TraceHeader {
  readonly format: typeof TRACE_FORMAT
  readonly game: string
  /** The path of the rules, as the user typed it. Only a hint: the fingerprint identifies the rules. */
  readonly path: string
  readonly fingerprint: string
  readonly scenario: string
  readonly seed: number | string
  readonly options: Readonly<Record<string, Constant>>
  readonly seats: Readonly<Record<string, string>> // the player of each seat: `human` or the name of an agent
  readonly hash: string // of the state at the start
  /** The position at which it starts, if that isn't the start of the scenario. */
  readonly position?: SavedState
}

export interface TraceDecision {
  readonly n: number // from 1
  readonly seat: string
  readonly name: string // of the decision in the rules
  readonly choice: Choice
  readonly hash: string // of the state after it
}

/** Undoes decision `undo` and all after it. After a damaged line it marks where the game continues. */
export interface TraceUndo {
  readonly undo: number
  /** What had been seen since, if the undo went beyond the horizon. */
  readonly beyond?: readonly string[]
}

export interface Trace {
  readonly header: TraceHeader
  readonly decisions: readonly TraceDecision[]
  /** All readable entries with the undone ones, in file order. */
  readonly record: readonly (TraceDecision | TraceUndo)[]
  /** Notes about repaired damage, for people. */
  readonly notes: readonly string[]
  /** The first problem, if decisions are missing because of it. */
  readonly problem?: string | undefined
  /** The last line has no line end. A writer must add it before appending. */
  readonly cut?: 'header' | 'entry' | undefined
}

/** The file is not a trace, or a damaged one. The message contains what to do. */
export class BadTrace extends Error {
  override readonly name = 'BadTrace'
}

/** Returns the header lines, with a checksum that detects damage. */
export function headerLines(header: TraceHeader): string {
  const line = `${JSON.stringify({ ...header, sum: checksumOf(header) })}\n`
  return line + line
}

export function checksumOf(header: object): string {
  return crc32(bytesOf(JSON.stringify(header))).toString(16)
}

/** CRC-32, as in zip and PNG files. */
function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

export function entryLine(entry: TraceDecision | TraceUndo): string {
  return `${JSON.stringify(entry)}\n`
}

/** Returns a whole save file, for a game that is stored elsewhere. */
export function traceText(header: TraceHeader, entries: readonly (TraceDecision | TraceUndo)[]): string {
  return headerLines(header) + entries.map(entryLine).join('')
}
