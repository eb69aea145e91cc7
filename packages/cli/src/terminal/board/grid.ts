/** Boards of squares, with the names of columns and rows along the edges. */
import type { ZoneDef } from '@ludoforge/kernel'
import type { Cell, CellOf } from './cells.js'
import type { Labels } from './labels.js'
import { fit, pad, widthOf } from './text.js'

/** Boards up to this size have lines between their squares. */
const SMALL = 4

interface Grid {
  readonly columns: readonly string[] // what stands above each column
  readonly rows: readonly string[] // and before each row
  readonly at: (column: number, row: number) => Cell | undefined
  readonly cell: number // columns of the screen that a square takes
}

/**
 * The spaces that lie on a grid of columns and rows, drawn as one: the roomiest drawing first, then smaller ones. None if
 * it does not fit.
 */
export function gridDrawings(
  spaces: readonly ZoneDef[],
  cellOf: CellOf,
  labels: Labels,
  width: number,
): string[][] {
  const grid = gridOf(spaces, cellOf)
  const small = grid.columns.length <= SMALL && grid.rows.length <= SMALL
  const drawings = [...(small ? [ruled(grid, labels)] : []), dense(grid, labels)]
  return drawings.filter((lines) => lines.every((line) => widthOf(line) <= width))
}

function gridOf(spaces: readonly ZoneDef[], cellOf: CellOf): Grid {
  const placed = spaces.map((space) => ({ space, ...placeOf(space), cell: cellOf(space) }))
  const [x0, y0] = [Math.min(...placed.map(({ x }) => x)), Math.min(...placed.map(({ y }) => y))]
  const across = Math.max(...placed.map(({ x }) => x)) - x0 + 1
  const down = Math.max(...placed.map(({ y }) => y)) - y0 + 1
  const edges = edgesOf(placed)
  const byPlace = new Map(
    placed.map(({ x, y, cell }) => [
      `${x - x0},${y - y0}`,
      edges === undefined ? { ...cell, held: `${cell.name} ${cell.held}`.trim() } : cell,
    ]),
  )
  const columns = Array.from({ length: across }, (_, i) => edges?.columns.get(i + x0) ?? '')
  const widths = [...byPlace.values()].map((cell) => widthOf(contentOf(cell)))
  return {
    columns,
    rows: Array.from({ length: down }, (_, i) => edges?.rows.get(i + y0) ?? ''),
    at: (column, row) => byPlace.get(`${column},${row}`),
    cell: Math.max(1, ...widths, ...columns.map(widthOf)),
  }
}

const placeOf = ({ attributes }: ZoneDef): { x: number; y: number } => ({
  x: Number(attributes['column']),
  y: Number(attributes['row']),
})

interface Edges {
  readonly columns: ReadonlyMap<number, string>
  readonly rows: ReadonlyMap<number, string>
}

/** Where a name is that of its column and that of its row, these stand along the edges: `c4`. */
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

/** What is offered and empty has a sign of its own; behind a piece it stands where the next square is far enough. */
const OFFERED = '+'
const EMPTY = '·'

function contentOf({ held, ground, offered }: Cell): string {
  if (held !== '') return [held, ground].filter((part) => part !== '').join(' ') + (offered ? OFFERED : '')
  return offered ? OFFERED + ground : ground
}

/** One line a row. */
function dense({ columns, rows, at, cell }: Grid, { paint }: Labels): string[] {
  const edge = Math.max(...rows.map(widthOf))
  const before = edge === 0 ? '' : ' '.repeat(edge + 1)
  const head = columns.every((name) => name === '')
    ? []
    : [paint.dim((before + columns.map((name) => pad(name, cell)).join(' ')).trimEnd())]
  const lines = rows.map((name, y) => {
    const squares = columns.map((_, x) => {
      const one = at(x, y)
      if (one === undefined) return ' '.repeat(cell)
      const content = contentOf(one)
      if (content === '') return pad(paint.dim(EMPTY), cell)
      return fit(one.offered ? paint.bold(content) : content, cell)
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
        const one = at(x, y)
        return ` ${fit(one === undefined ? '' : contentOf(one), cell)} `
      })
      const line = `${paint.dim(name.padStart(edge))} ${squares.join(paint.dim('│'))}`.trimEnd()
      return y === 0 ? [line] : [rule, line]
    }),
  ]
}

/** Hexes have columns and rows too. */
export function isOnGrid(space: ZoneDef): boolean {
  if (isOnHexes(space)) return false
  return typeof space.attributes['column'] === 'number' && typeof space.attributes['row'] === 'number'
}

export function isOnHexes(space: ZoneDef): boolean {
  return typeof space.attributes['q'] === 'number' && typeof space.attributes['r'] === 'number'
}
