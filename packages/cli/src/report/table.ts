/** Tables as text, for reports in the terminal. */
import type { Paint } from '../terminal/terminal.js'

/** Aligns columns. The first `left` columns are aligned left, the others right. */
export function table(rows: readonly (readonly string[])[], left: number, paint: Paint): string[] {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row, i) => {
    const cells = widths.map((width, column) => {
      const text = row[column] ?? ''
      return column < left ? text.padEnd(width) : text.padStart(width)
    })
    const line = `  ${cells.join('  ')}`.trimEnd()
    if (i === 0) return paint.dim(line)
    return row[0] === '' ? line : paint.bold(line)
  })
}
