/** What can be wrong with a line, whoever wrote it. Each side adds codes of its own for what it is asked. */
export type LineFault = 'too-long' | 'no-utf8' | 'no-json' | 'no-message'

/** A line that is no message. `id` is that of the message, where it can be told. */
export class LineError extends Error {
  override readonly name = 'LineError'
  constructor(
    readonly code: LineFault,
    message: string,
    readonly id: number | null = null,
  ) {
    super(message)
  }
}

const SHOWN = 200

/** The beginning of a line, for a message about it. */
export function excerpt(line: string): string {
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN)} … (${line.length} characters)`
}
