/** The error codes for malformed lines, in both directions. Each side adds its own codes for requests. */
export type LineErrorCode = 'too-long' | 'no-utf8' | 'no-json' | 'no-message'

/** A malformed line. `id` is the id of the message, if it has a readable one. */
export class LineError extends Error {
  override readonly name = 'LineError'
  constructor(
    readonly code: LineErrorCode,
    message: string,
    readonly id: number | null = null,
  ) {
    super(message)
  }
}

const MAX_SHOWN = 200

/** Returns the first 200 characters of a line, for error messages. */
export function excerpt(line: string): string {
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN)} … (${line.length} characters)`
}
