import { readFileSync, statSync } from 'node:fs'
import type { Choice, Constant } from '@ludoforge/kernel'
import { BadTrace, type Trace, TRACE_FORMAT, type TraceDecision, type TraceHeader } from './format.js'

const MAX_BYTES = 256 * 1024 * 1024

/** Reads a trace from a file. Throws BadTrace with a sentence about the file if it is none. */
export function readTrace(file: string): Trace {
  let text: string
  try {
    const stat = statSync(file)
    if (stat.isDirectory()) throw new BadTrace(`${file} is a folder, not a saved game.`)
    if (stat.size > MAX_BYTES) throw new BadTrace(`${file} is too big for a saved game (${stat.size} bytes).`)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof BadTrace) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new BadTrace(code === 'ENOENT' ? `There is no file ${file}.` : `Cannot read ${file} (${code}).`)
  }
  return parseTrace(text, file)
}

export function parseTrace(text: string, file: string): Trace {
  const lines = text.split('\n')
  const last = lines.pop() ?? '' // what follows the last line end: nothing, or a line that was cut off
  const notes: string[] = []
  let whole = text.length - last.length
  if (last !== '') {
    if (lines.length === 0) lines.push(last)
    else notes.push(`The last line of ${file} was cut off and is left out.`)
  }
  const [first = '', ...rest] = lines
  const header = readHeader(first, file)
  const decisions: TraceDecision[] = []
  for (const [index, line] of rest.entries()) {
    const place = `${file}:${index + 2}`
    // A crash can leave zeros or half a line at the end; anywhere else it is damage.
    if (index === rest.length - 1 && !isJson(line)) {
      notes.push(`The last line of ${file} is damaged and is left out.`)
      whole -= line.length + 1
      break
    }
    readEntry(line, place, decisions)
  }
  return { header, decisions, notes, bytes: Buffer.byteLength(text.slice(0, whole)) }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

function readJson(line: string, place: string, what: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new BadTrace(`${place}: This is not ${what}: the line is not JSON.`)
  }
  if (!isRecord(value)) throw new BadTrace(`${place}: This is not ${what}: the line holds no object.`)
  return value
}

function readHeader(line: string, file: string): TraceHeader {
  const place = `${file}:1`
  const value = readJson(line, place, 'a saved game')
  if (value['format'] !== TRACE_FORMAT) {
    if (value['format'] === 'ludoforge-trace/1')
      throw new BadTrace(
        `${place}: An earlier version of ludoforge saved this game. Its seed means other random numbers here, so it cannot be gone on with.`,
      )
    const found = typeof value['format'] === 'string' ? ` but "${value['format'].slice(0, 40)}"` : ''
    throw new BadTrace(`${place}: This is not a saved game: its format is not "${TRACE_FORMAT}"${found}.`)
  }
  const text = (key: string): string => {
    const found = value[key]
    if (typeof found !== 'string') throw new BadTrace(`${place}: The header's "${key}" is not a text.`)
    return found
  }
  const { seed, options, seats } = value
  if (typeof seed !== 'string' && typeof seed !== 'number') {
    throw new BadTrace(`${place}: The header's "seed" is neither a number nor a text.`)
  }
  if (!isRecord(options) || !Object.values(options).every(isConstant)) {
    throw new BadTrace(`${place}: The header's "options" are not names with values.`)
  }
  if (!isRecord(seats) || !Object.values(seats).every((who) => typeof who === 'string')) {
    throw new BadTrace(`${place}: The header's "seats" are not names with texts.`)
  }
  return {
    format: TRACE_FORMAT,
    game: text('game'),
    path: text('path'),
    fingerprint: text('fingerprint'),
    scenario: text('scenario'),
    seed,
    options: options as Record<string, Constant>,
    seats: seats as Record<string, string>,
    hash: text('hash'),
  }
}

function readEntry(line: string, place: string, decisions: TraceDecision[]): void {
  const value = readJson(line, place, 'a decision')
  if ('undo' in value) {
    const { undo } = value
    if (typeof undo !== 'number' || !Number.isInteger(undo) || undo < 1 || undo > decisions.length) {
      throw new BadTrace(`${place}: There is no decision ${JSON.stringify(undo)} to take back.`)
    }
    decisions.length = undo - 1
    return
  }
  const { n, seat, name, choice, hash } = value
  if (n !== decisions.length + 1) {
    throw new BadTrace(`${place}: Decision ${decisions.length + 1} is missing: this is ${JSON.stringify(n)}.`)
  }
  if (typeof seat !== 'string' || typeof name !== 'string' || typeof hash !== 'string' || !isChoice(choice)) {
    throw new BadTrace(`${place}: A decision needs "seat", "name", "choice" and "hash".`)
  }
  decisions.push({ n: decisions.length + 1, seat, name, choice, hash })
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
