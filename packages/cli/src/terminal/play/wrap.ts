import { flow, widthOf } from '../board/index.js'

/** Wraps a line at spaces, with a hanging indent. */
export function wrapLine(line: string, width: number): string[] {
  if (widthOf(line) <= width) return [line]
  const indent = (/^ */.exec(line)?.[0] ?? '').length
  const lines = flow(line.trimStart().split(' '), ' ', width - indent - 4)
  return lines.map((part, i) => ' '.repeat(i === 0 ? indent : indent + 4) + part)
}
