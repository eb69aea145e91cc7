/** Draws boards of hexes. */
import type { ZoneDef } from '@ludoforge/kernel'
import type { Cell, CellOf } from './cells.js'
import type { Labels } from './labels.js'
import { cut, widthOf } from './text.js'

interface Placed {
  readonly x: number
  readonly y: number // in half hexes
  readonly cell: Cell
}

/**
 * Draws the spaces with axial coordinates q and r as flat-topped hexes: each column is half a hex lower than the one to
 * its left, and neighbours share their sides. The upper half of a hex has its name and terrain, the lower half its
 * pieces. Returns no drawing if it doesn't fit.
 */
export function hexDrawings(
  spaces: readonly ZoneDef[],
  cellOf: CellOf,
  labels: Labels,
  width: number,
): string[][] {
  const placed = spaces.map((space): Placed => {
    const [q, r] = [Number(space.attributes['q']), Number(space.attributes['r'])]
    return { x: q, y: 2 * r + q, cell: cellOf(space) }
  })
  const [x0, y0] = [Math.min(...placed.map(({ x }) => x)), Math.min(...placed.map(({ y }) => y))]
  const across = Math.max(...placed.map(({ x }) => x)) - x0 + 1
  const needed = Math.max(...placed.flatMap(({ cell }) => [widthOf(upper(cell)), widthOf(cell.held)])) + 1
  const inner = Math.min(Math.max(4, needed), Math.floor((width - 1) / across) - 1)
  if (inner < Math.min(needed, 5)) return []
  const canvas = new Canvas()
  const { paint } = labels
  for (const { x, y, cell } of placed) {
    const [left, top] = [(x - x0) * (inner + 1), y - y0 + 1]
    canvas.fill(top - 1, left + 1, inner, '_')
    canvas.put(top, left, '/')
    canvas.put(top, left + inner + 1, '\\')
    canvas.put(top + 1, left, '\\')
    canvas.put(top + 1, left + inner + 1, '/')
    canvas.fill(top + 1, left + 1, inner, '_')
    const name = cut(upper(cell), inner)
    canvas.put(top, left + 1, cell.offered ? paint.bold(name) : name)
    canvas.put(top + 1, left + 1, cut(cell.held, inner))
  }
  return [canvas.lines()]
}

/** The upper half. Its width doesn't depend on `offered`, so that the board doesn't shift between questions. */
function upper({ name, ground, offered }: Cell): string {
  return `${name}${offered ? '+' : ground === '' ? '' : ' '}${ground}`
}

/** A character grid. Text overwrites what is below it. */
class Canvas {
  readonly #rows: (string | undefined)[][] = []

  put(row: number, column: number, text: string): void {
    const signs = (this.#rows[row] ??= [])
    for (let i = 0; i < widthOf(text); i += 1) signs[column + i] = i === 0 ? text : ''
  }

  /** Fills empty cells only. */
  fill(row: number, column: number, count: number, sign: string): void {
    const signs = (this.#rows[row] ??= [])
    for (let i = column; i < column + count; i += 1) signs[i] ??= sign
  }

  lines(): string[] {
    return Array.from(this.#rows, (row) =>
      Array.from(row ?? [], (sign) => sign ?? ' ')
        .join('')
        .trimEnd(),
    )
  }
}
