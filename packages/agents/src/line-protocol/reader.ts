import { excerpt, LineError } from './errors.js'

/** The default limit for the length of a line, in bytes. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024

const NEWLINE = 10
const CARRIAGE_RETURN = 13
const SHOWN_BYTES = 100

/**
 * Splits a stream of bytes into lines. A line that is too long or isn't valid UTF-8 becomes a `LineError` in its place,
 * and reading continues with the next line. Empty lines are skipped.
 */
export class LineReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #chunks: Uint8Array[] = [] // the chunks of an unfinished line
  #length = 0
  #dropping = false // skips the rest of a line that was reported as too long

  constructor(private readonly longest: number = MAX_LINE_BYTES) {}

  /** Returns the lines that these bytes complete, in order. */
  push(bytes: Uint8Array): (string | LineError)[] {
    const lines: (string | LineError)[] = []
    let from = 0
    for (;;) {
      const end = bytes.indexOf(NEWLINE, from)
      const part = bytes.subarray(from, end < 0 ? bytes.length : end)
      this.#take(part, lines)
      if (end < 0) return lines
      this.#finish(lines)
      from = end + 1
    }
  }

  /** Returns the last line, if it has no newline at its end. */
  end(): (string | LineError)[] {
    const lines: (string | LineError)[] = []
    this.#finish(lines)
    return lines
  }

  #take(part: Uint8Array, lines: (string | LineError)[]): void {
    if (this.#dropping || part.length === 0) return
    this.#length += part.length
    this.#chunks.push(part)
    if (this.#length <= this.longest) return
    const start = new TextDecoder().decode(concatenate(this.#chunks, this.#length).subarray(0, SHOWN_BYTES))
    lines.push(
      new LineError('too-long', `A line is longer than ${this.longest} bytes. It begins: ${start} …`),
    )
    this.#chunks = []
    this.#dropping = true
  }

  #finish(lines: (string | LineError)[]): void {
    const bytes = concatenate(this.#chunks, this.#length)
    const text = this.#dropping
      ? ''
      : this.#textOf(bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes)
    this.#chunks = []
    this.#length = 0
    this.#dropping = false
    if (text !== '') lines.push(text)
  }

  #textOf(bytes: Uint8Array): string | LineError {
    try {
      return this.#decoder.decode(bytes)
    } catch {
      const shown = excerpt(new TextDecoder().decode(bytes))
      return new LineError('no-utf8', `Invalid UTF-8: ${shown}`)
    }
  }
}

function concatenate(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
