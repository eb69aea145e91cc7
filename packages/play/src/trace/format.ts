import type { Choice, Constant } from '@ludoforge/kernel'
import { bytesOf } from './text.js'

/**
 * A game that was played, as text: JSON Lines. First a header, twice, so that damage to one does not lose the
 * game; then one line for each decision. Lines are only ever added, so a game that is cut off loses at most the
 * line being written.
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

/** Takes back decision `undo` and all after it. Behind a damaged line it says where the game goes on. */
export interface TraceUndo {
  readonly undo: number
  /** What had been seen since, where it was not free. */
  readonly beyond?: readonly string[]
}

export interface Trace {
  readonly header: TraceHeader
  readonly decisions: readonly TraceDecision[]
  /** The same with what was taken back, in the order in which it was written; without what cannot be read. */
  readonly record: readonly (TraceDecision | TraceUndo)[]
  /** What was odd about the file, for people. */
  readonly notes: readonly string[]
  /** The first thing that is wrong with it, if decisions are left out because of that. */
  readonly problem?: string | undefined
  /** Its last line has no end: whoever adds to it ends that first. */
  readonly cut?: 'header' | 'entry' | undefined
}

/** A file that is not a trace, or a broken one. The message says what to do about it. */
export class BadTrace extends Error {
  override readonly name = 'BadTrace'
}

/** The header with a sum over it, which tells a damaged one. */
export function headerLines(header: TraceHeader): string {
  const line = `${JSON.stringify({ ...header, sum: checksumOf(header) })}\n`
  return line + line
}

export function checksumOf(header: object): string {
  return crc32(bytesOf(JSON.stringify(header))).toString(16)
}

/** The checksum of zip and PNG files. */
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

/** A whole save file: of a game that was kept elsewhere. */
export function traceText(header: TraceHeader, entries: readonly (TraceDecision | TraceUndo)[]): string {
  return headerLines(header) + entries.map(entryLine).join('')
}
