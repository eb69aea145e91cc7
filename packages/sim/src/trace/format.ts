import { crc32 } from 'node:zlib'
import type { Choice, Constant } from '@ludoforge/kernel'

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
}

export interface Trace {
  readonly header: TraceHeader
  readonly decisions: readonly TraceDecision[]
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
  const line = `${JSON.stringify({ ...header, sum: sumOf(header) })}\n`
  return line + line
}

export function sumOf(header: object): string {
  return crc32(JSON.stringify(header)).toString(16)
}

export function entryLine(entry: TraceDecision | TraceUndo): string {
  return `${JSON.stringify(entry)}\n`
}

/** A whole save file: of a game that was kept elsewhere. */
export function traceText(header: TraceHeader, entries: readonly (TraceDecision | TraceUndo)[]): string {
  return headerLines(header) + entries.map(entryLine).join('')
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

/** A file that cannot be written, said so that a user knows why. */
export function failed(file: string, error: unknown): BadTrace {
  const code = codeOf(error)
  if (code === 'EEXIST') return new BadTrace(`${file} is there already. Choose another name for the save.`)
  if (code === 'ENOENT') return new BadTrace(`Cannot write ${file}: there is no such folder.`)
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code))
    return new BadTrace(
      `Cannot write ${file}: there is no room for more (${code}). What was saved before is still there.`,
    )
  return new BadTrace(`Cannot write ${file} (${code}).`)
}
