/** Draws boards of squares, with the names of columns and rows along the edges. */
import type { ZoneDef } from '@ludoforge/kernel'
import { rowsGoUp } from '@ludoforge/look'
import type { Cell, CellOf } from './cells.js'
import type { Labels } from './labels.js'
import { fit, pad, widthOf } from './text.js'

/** Boards up to this size have lines between their squares. */
const MAX_RULED = 4

interface Grid {
  readonly columns: readonly string[] // column labels
  readonly rows: readonly string[] // row labels
  readonly at: (column: number, row: number) => Cell | undefined
  readonly cell: number // width of a square
}

/**
 * Draws the spaces of a grid. Returns the drawings that fit, the largest first.
 */
export function gridDrawings(
  spaces: readonly ZoneDef[],
  cellOf: CellOf,
  labels: Labels,
  width: number,
): string[][] {
  const grid = gridOf(spaces, cellOf)
  const small = grid.columns.length <= MAX_RULED && grid.rows.length <= MAX_RULED
  const drawings = [...(small ? [ruled(grid, labels)] : []), dense(grid, labels)]
  return drawings.filter((lines) => lines.every((line) => widthOf(line) <= width))
}

function gridOf(spaces: readonly ZoneDef[], cellOf: CellOf): Grid {
  const isUpward = rowsGoUp(spaces)
  const placed = spaces.map((space) => {
    const { x, y } = positionOf(space)
    return { space, x, y: isUpward ? -y : y, cell: cellOf(space) }
  })
  const [x0, y0] = [Math.min(...placed.map(({ x }) => x)), Math.min(...placed.map(({ y }) => y))]
  const across = Math.max(...placed.map(({ x }) => x)) - x0 + 1
  const down = Math.max(...placed.map(({ y }) => y)) - y0 + 1
  const edges = edgesOf(placed)
  const byPosition = new Map(
    placed.map(({ x, y, cell }) => [
      `${x - x0},${y - y0}`,
      edges === undefined ? { ...cell, held: `${cell.name} ${cell.held}`.trim() } : cell,
    ]),
  )
  const columns = Array.from({ length: across }, (_, i) => edges?.columns.get(i + x0) ?? '')
  const widths = [...byPosition.values()].map((cell) => widthOf(contentOf(cell)))
  return {
    columns,
    rows: Array.from({ length: down }, (_, i) => edges?.rows.get(i + y0) ?? ''),
    at: (column, row) => byPosition.get(`${column},${row}`),
    cell: Math.max(1, ...widths, ...columns.map(widthOf)),
  }
}

const positionOf = ({ attributes }: ZoneDef): { x: number; y: number } => ({
  x: Number(attributes['column']),
  y: Number(attributes['row']),
})

interface Edges {
  readonly columns: ReadonlyMap<number, string>
  readonly rows: ReadonlyMap<number, string>
}

/** The labels of the edges, if every name consists of a column and a row, like `c4`. */
function edgesOf(
  placed: readonly { readonly x: number; readonly y: number; readonly cell: Cell }[],
): Edges | undefined {
  const columns = new Map<number, string>()
  const rows = new Map<number, string>()
  for (const { x, y, cell } of placed) {
    const [, column, row] = /^(.*\D)(\d+)$/.exec(cell.name) ?? []
    if (column === undefined || row === undefined) return undefined
    if ((columns.get(x) ?? column) !== column || (rows.get(y) ?? row) !== row) return undefined
    columns.set(x, column)
    rows.set(y, row)
  }
  return new Set(columns.values()).size === columns.size && new Set(rows.values()).size === rows.size
    ? { columns, rows }
    : undefined
}

/** Marks an option: in the place of an empty square, or after a piece. */
const OFFERED = '+'
const EMPTY = '·'

function contentOf({ held, ground, offered }: Cell): string {
  if (held !== '') return [held, ground].filter((part) => part !== '').join(' ') + (offered ? OFFERED : '')
  return offered ? OFFERED + ground : ground
}

/** One line per row. */
function dense({ columns, rows, at, cell }: Grid, { paint }: Labels): string[] {
  const edge = Math.max(...rows.map(widthOf))
  const before = edge === 0 ? '' : ' '.repeat(edge + 1)
  const head = columns.every((name) => name === '')
    ? []
    : [paint.dim((before + columns.map((name) => pad(name, cell)).join(' ')).trimEnd())]
  const lines = rows.map((name, y) => {
    const squares = columns.map((_, x) => {
      const square = at(x, y)
      if (square === undefined) return ' '.repeat(cell)
      const content = contentOf(square)
      if (content === '') return pad(paint.dim(EMPTY), cell)
      return fit(square.offered ? paint.bold(content) : content, cell)
    })
    const start = edge === 0 ? '' : `${paint.dim(name.padStart(edge))} `
    return (start + squares.join(' ')).trimEnd()
  })
  return [...head, ...lines]
}

/** With lines between the squares. */
function ruled({ columns, rows, at, cell }: Grid, { paint }: Labels): string[] {
  const edge = Math.max(...rows.map(widthOf))
  const before = ' '.repeat(edge)
  const rule = paint.dim(`${before} ${columns.map(() => '─'.repeat(cell + 2)).join('┼')}`)
  const head = columns.every((name) => name === '')
    ? []
    : [paint.dim(`${before}  ${columns.map((name) => pad(name, cell)).join('   ')}`.trimEnd())]
  return [
    ...head,
    ...rows.flatMap((name, y) => {
      const squares = columns.map((_, x) => {
        const square = at(x, y)
        return ` ${fit(square === undefined ? '' : contentOf(square), cell)} `
      })
      const line = `${paint.dim(name.padStart(edge))} ${squares.join(paint.dim('│'))}`.trimEnd()
      return y === 0 ? [line] : [rule, line]
    }),
  ]
}

/** Whether the space is on a grid of squares. Hexes have columns and rows as well. */
export function isOnGrid(space: ZoneDef): boolean {
  if (isOnHexes(space)) return false
  return typeof space.attributes['column'] === 'number' && typeof space.attributes['row'] === 'number'
}

export function isOnHexes(space: ZoneDef): boolean {
  return typeof space.attributes['q'] === 'number' && typeof space.attributes['r'] === 'number'
}
