/** Converts between spans of the compiler and ranges of the protocol. Both count UTF-16 units. */
import type { Span } from '@ludoforge/compiler/editing'
import type { Range } from 'vscode-languageserver'

/** The range of a span. */
export const rangeOf = ({ line, column, length }: Span): Range => ({
  start: { line: line - 1, character: column - 1 },
  end: { line: line - 1, character: column - 1 + length },
})

/** The range of whole lines, both included, counted from 1. */
export const linesRange = (from: number, to: number, length = 0): Range => ({
  start: { line: from - 1, character: 0 },
  end: { line: to - 1, character: length },
})

/** The first position of a file. */
export const TOP: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }
