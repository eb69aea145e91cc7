import { excerpt, LineError } from './errors.js'

/** How long a line may be, in bytes, where nobody says otherwise. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024

const NEWLINE = 10
const RETURN = 13
const SHOWN = 100

/**
 * Makes lines of bytes as they come in. A line that is too long, or not in UTF-8, is told as an error in its place and
 * what follows is read on. Empty lines are left out.
 */
export class LineReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #kept: Uint8Array[] = [] // the beginning of a line whose end has not come yet
  #length = 0
  #dropping = false // the line under way is too long, and was told

  constructor(private readonly longest: number = MAX_LINE_BYTES) {}

  /** The lines that end in these bytes, in their order. */
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

  /** The last line, if the bytes did not end with the end of a line. */
  end(): (string | LineError)[] {
    const lines: (string | LineError)[] = []
    this.#finish(lines)
    return lines
  }

  #take(part: Uint8Array, lines: (string | LineError)[]): void {
    if (this.#dropping || part.length === 0) return
    this.#length += part.length
    this.#kept.push(part)
    if (this.#length <= this.longest) return
    const start = new TextDecoder().decode(joined(this.#kept, this.#length).subarray(0, SHOWN))
    lines.push(
      new LineError('too-long', `A line is longer than ${this.longest} bytes. It begins: ${start} …`),
    )
    this.#kept = []
    this.#dropping = true
  }

  #finish(lines: (string | LineError)[]): void {
    const bytes = joined(this.#kept, this.#length)
    const text = this.#dropping ? '' : this.#textOf(bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes)
    this.#kept = []
    this.#length = 0
    this.#dropping = false
    if (text !== '') lines.push(text)
  }

  #textOf(bytes: Uint8Array): string | LineError {
    try {
      return this.#decoder.decode(bytes)
    } catch {
      const shown = excerpt(new TextDecoder().decode(bytes))
      return new LineError('no-utf8', `A line is not in UTF-8: ${shown}`)
    }
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
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
