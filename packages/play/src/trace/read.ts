import { type Choice, type Constant, isPrintable, type SavedState } from '@ludoforge/kernel'
import {
  BadTrace,
  checksumOf,
  type Trace,
  TRACE_FORMAT,
  type TraceDecision,
  type TraceHeader,
  type TraceUndo,
} from './format.js'
import { bytesOf, decodeLatin1, textOf } from './text.js'

/** Parses the text of a trace; `file` is its name. Throws BadTrace if it isn't a trace, or a damaged one. */
export function parseTrace(text: string, file: string): Trace {
  return requireIntact(recoverTrace(bytesOf(text), file))
}

/** Returns the trace if it could be read to its end. Throws BadTrace otherwise. */
export function requireIntact(trace: Trace): Trace {
  if (trace.problem === undefined) return trace
  throw new BadTrace(`${trace.problem} Run \`ludoforge play --resume\` to continue with the readable part.`)
}

/** Reads a damaged trace as far as possible; `problem` describes the damage. */
export function recoverTrace(bytes: Uint8Array, file: string): Trace {
  const lines = linesOf(bytes)
  const cut = bytes.length > 0 && bytes.at(-1) !== LINE_END
  const notes: string[] = []
  const { header, first } = findHeader(lines, file, notes)
  const end = cut && lines.length > first ? lines.length - 1 : lines.length
  if (end < lines.length) notes.push(`The last line of ${file} was cut off, so it is skipped.`)
  const entries = new Entries()
  for (const [n, line] of lines.slice(first, end).entries()) {
    const i = first + n
    const values = readEntries(line)
    // A crash can leave zeros or half a line at the end. Anywhere else it is damage.
    if (values.includes(undefined) && i === end - 1)
      notes.push(`The last line of ${file} is damaged, so it is skipped.`)
    else for (const value of values) entries.take(value, `${file}:${i + 1}`)
  }
  const part = !cut ? undefined : end < lines.length ? 'entry' : 'header'
  const { decisions, record, problem } = entries
  return { header, decisions, record, notes, problem, cut: part }
}

const LINE_END = 10

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(LINE_END, from)
    const to = at < 0 ? bytes.length : at
    lines.push(bytes.subarray(from, to))
    from = to + 1
  }
  return lines
}

/** Parses a line; undefined if it is damaged. Rejects control characters, so that the result is safe to print. */
function readJson(line: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(line), (_, value: unknown) => {
      if (typeof value === 'string' && !isPrintable(value)) throw new BadTrace('a control character')
      return value
    }) as unknown
  } catch {
    return undefined
  }
}

/** Reads the entries of a line. If a line end is missing, there are several. */
function readEntries(line: Uint8Array): unknown[] {
  const value = readJson(line)
  if (value !== undefined) return [value]
  const starts = [...decodeLatin1(line).matchAll(/\{"(?:n|undo)":/g)].map(({ index }) => index)
  if (starts.length === 0 || (starts.length === 1 && starts[0] === 0)) return [undefined]
  return starts.map((from, i) => {
    const piece = line.subarray(from, starts[i + 1])
    return readJson(piece) ?? readJson(piece.subarray(0, -1))
  })
}

/** Finds the header, which the file contains twice: the first with a valid checksum, or else the first readable one. */
function findHeader(lines: readonly Uint8Array[], file: string, notes: string[]) {
  const tries = lines.slice(0, 4).map((line, i) => tried(() => readHeader(line, `${file}:${i + 1}`)))
  const [line] = lines
  // If the first line end is missing, both headers are on one line.
  if (line !== undefined)
    tries.push(tried(() => readHeader(line.subarray(0, (line.length - 1) / 2), `${file}:1`)))
  const read = tries.flatMap((found) => (found instanceof BadTrace ? [] : found))
  const best = read.find(({ whole }) => whole === true) ?? read[0]
  if (best === undefined) {
    const [problem] = tries
    throw problem instanceof BadTrace
      ? problem
      : new BadTrace(`${file}:1: This is not a saved game: the line is not JSON.`)
  }
  if (tries[0] !== best || best.whole === false) notes.push(`The header of ${file} is damaged.`)
  const last = tries.slice(0, -1).findLastIndex((found) => !(found instanceof BadTrace))
  const between = tries.slice(1, Math.max(1, last)).findIndex((found) => found instanceof BadTrace)
  if (between >= 0)
    notes.push(`Line ${between + 2} of ${file} is not part of a saved game, so it is skipped.`)
  return { header: best.header, first: Math.max(0, last) + 1 }
}

function tried<T>(work: () => T): T | BadTrace {
  try {
    return work()
  } catch (error) {
    if (error instanceof BadTrace) return error
    throw error
  }
}

/** `whole`: whether its checksum is valid; undefined if it has none. */
function readHeader(line: Uint8Array, place: string): { header: TraceHeader; whole: boolean | undefined } {
  const value = readJson(line)
  if (value === undefined) throw new BadTrace(`${place}: This is not a saved game: the line is not JSON.`)
  if (!isRecord(value)) throw new BadTrace(`${place}: This is not a saved game: the line is not an object.`)
  if (value['format'] !== TRACE_FORMAT) {
    if (value['format'] === 'ludoforge-trace/1')
      throw new BadTrace(
        `${place}: An earlier version of ludoforge saved this game. Its seed produces other random numbers in this version, so it can't be continued.`,
      )
    const found = typeof value['format'] === 'string' ? `, but "${value['format'].slice(0, 40)}"` : ''
    throw new BadTrace(`${place}: This is not a saved game: its format is not "${TRACE_FORMAT}"${found}.`)
  }
  const text = (key: string): string => {
    const found = value[key]
    if (typeof found !== 'string') throw new BadTrace(`${place}: The header's "${key}" is not a text.`)
    return found
  }
  const { seed, options, seats, position } = value
  if (typeof seed !== 'string' && typeof seed !== 'number') {
    throw new BadTrace(`${place}: The header's "seed" is neither a number nor a text.`)
  }
  if (!isRecord(options) || !Object.values(options).every(isConstant)) {
    throw new BadTrace(`${place}: The header's "options" must map names to values.`)
  }
  if (!isRecord(seats) || !Object.values(seats).every((who) => typeof who === 'string')) {
    throw new BadTrace(`${place}: The header's "seats" must map names to texts.`)
  }
  if (position !== undefined && !isSavedState(position)) {
    throw new BadTrace(`${place}: The header's "position" is not a state.`)
  }
  const { sum, ...rest } = value
  return {
    header: {
      format: TRACE_FORMAT,
      game: text('game'),
      path: text('path'),
      fingerprint: text('fingerprint'),
      scenario: text('scenario'),
      seed,
      options: options as Record<string, Constant>,
      seats: seats as Record<string, string>,
      hash: text('hash'),
      ...(position === undefined ? {} : { position }),
    },
    whole: sum === undefined ? undefined : sum === checksumOf(rest),
  }
}

/** Whether it has the shape of a saved state. `game.restore` checks the rest. */
function isSavedState(value: unknown): value is SavedState {
  return isRecord(value) && typeof value['hash'] === 'string' && Array.isArray(value['data'])
}

/**
 * Collects decisions while reading. After damage, entries are ignored until the position in the game is known again: by
 * an `undo`, or by a decision right after a single damaged line whose number is not beyond the next.
 */
class Entries {
  readonly decisions: TraceDecision[] = []
  readonly record: (TraceDecision | TraceUndo)[] = []
  /** The current problem, until reading recovers. */
  problem: string | undefined
  #before = 0 // lines since the damage

  take(value: unknown, place: string): void {
    const lost = this.problem !== undefined
    const next = this.decisions.length + 1
    const entry = entryOf(value, place, next)
    if (typeof entry === 'string') this.#damage(entry)
    else if ('undo' in entry) {
      if (entry.undo >= next + (lost ? 1 : 0))
        this.#damage(`${place}: There is no decision ${entry.undo} to undo.`)
      else this.#resume(entry)
    } else if (lost ? this.#before > 1 && next > 1 : entry.n !== next)
      this.#damage(`${place}: Decision ${next} is missing. The line has decision ${entry.n}.`)
    else {
      this.#resume({ undo: entry.n })
      this.decisions.push(entry)
      this.record.push(entry)
    }
  }

  #damage(problem: string): void {
    this.problem ??= problem
    this.#before += 1
  }

  #resume(undo: TraceUndo): void {
    if (undo.undo <= this.decisions.length) this.record.push(undo)
    this.decisions.length = undo.undo - 1
    this.problem = undefined
    this.#before = 0
  }
}

/** Returns the entry of a line, or the error in it. */
function entryOf(value: unknown, place: string, next: number): TraceDecision | TraceUndo | string {
  if (value === undefined) return `${place}: This is not a decision: the line is not JSON.`
  if (!isRecord(value)) return `${place}: This is not a decision: the line is not an object.`
  if ('undo' in value) {
    const { undo, beyond } = value
    const seen = Array.isArray(beyond) && beyond.every((item) => typeof item === 'string') ? { beyond } : {}
    if (isNumber(undo)) return { undo, ...seen }
    return `${place}: There is no decision ${JSON.stringify(undo)} to undo.`
  }
  const { n, seat, name, choice, hash } = value
  if (!isNumber(n)) return `${place}: The number of a decision can't be ${JSON.stringify(n)}.`
  if (n > next) return `${place}: Decision ${next} is missing. The line has decision ${n}.`
  if (typeof seat !== 'string' || typeof name !== 'string' || typeof hash !== 'string' || !isChoice(choice))
    return `${place}: A decision needs "seat", "name", "choice" and "hash".`
  return { n, seat, name, choice, hash }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isChoice(value: unknown): value is Choice {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string')
  if (isRecord(value)) return typeof value['offer'] === 'string' && Object.keys(value).length === 1
  return typeof value === 'string' || typeof value === 'number'
}

function isConstant(value: unknown): value is Constant {
  if (Array.isArray(value)) return value.every(isConstant)
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
