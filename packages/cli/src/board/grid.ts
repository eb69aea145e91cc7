import type { ZoneDef } from '@ludoforge/kernel'
import { fit, pad, widthOf } from './text.js'

/** What is shown in one space: its name, and below it what it holds. */
export interface Cell {
  readonly name: string
  readonly content: readonly string[]
}

export type CellOf = (space: ZoneDef) => Cell

const MAX_CELL = 16

interface Placed {
  readonly x: number
  readonly y: number
  readonly cell: Cell
}

/** The spaces that lie on a grid of columns and rows, drawn as one; undefined if it does not fit. */
export function gridLines(spaces: readonly ZoneDef[], cellOf: CellOf, width: number): string[] | undefined {
  const placed = place(spaces, 'column', 'row', cellOf)
  if (placed.length === 0) return undefined
  const { x0, x1, y0, y1 } = bounds(placed)
  const inner = cellWidth(placed)
  const across = x1 - x0 + 1
  if (across * (inner + 3) + 1 > width) return undefined
  const byPlace = new Map(placed.map((item) => [`${item.x},${item.y}`, item.cell]))
  const rule = (left: string, middle: string, right: string) =>
    left + Array.from({ length: across }, () => '─'.repeat(inner + 2)).join(middle) + right
  const lines = [rule('┌', '┬', '┐')]
  for (let y = y0; y <= y1; y += 1) {
    const row = Array.from({ length: across }, (_, i) => byPlace.get(`${x0 + i},${y}`))
    const height = Math.max(1, ...row.map((cell) => cell?.content.length ?? 0))
    lines.push(`│${row.map((cell) => ` ${fit(cell?.name ?? '', inner)} `).join('│')}│`)
    for (let i = 0; i < height; i += 1) {
      lines.push(`│${row.map((cell) => ` ${fit(cell?.content[i] ?? '', inner)} `).join('│')}│`)
    }
    lines.push(y === y1 ? rule('└', '┴', '┘') : rule('├', '┼', '┤'))
  }
  return lines
}

/**
 * The spaces with axial coordinates q and r, drawn as hexes in columns: each column lies half a hex lower
 * than the one to its left.
 */
export function hexLines(spaces: readonly ZoneDef[], cellOf: CellOf, width: number): string[] | undefined {
  const placed = place(spaces, 'q', 'r', cellOf).map((item) => ({ ...item, y: 2 * item.y + item.x }))
  if (placed.length === 0) return undefined
  const { x0, x1, y0, y1 } = bounds(placed)
  const inner = cellWidth(placed)
  const step = inner + 4
  if ((x1 - x0 + 1) * step + 1 > width) return undefined
  const rows: Map<number, string>[] = Array.from({ length: y1 - y0 + 2 }, () => new Map())
  for (const { x, y, cell } of placed) {
    const content = cell.content.join(' ')
    rows[y - y0]?.set(x - x0, `/ ${fit(cell.name, inner)}\\`)
    rows[y - y0 + 1]?.set(x - x0, `\\ ${fit(content, inner)}/`)
  }
  return rows.map((row) => {
    const cells = Array.from({ length: x1 - x0 + 1 }, (_, x) => pad(row.get(x) ?? '', step - 1))
    return cells.join(' ').trimEnd()
  })
}

function place(spaces: readonly ZoneDef[], xName: string, yName: string, cellOf: CellOf): Placed[] {
  return spaces.flatMap((space) => {
    const x = space.attributes[xName]
    const y = space.attributes[yName]
    return typeof x === 'number' && typeof y === 'number' ? [{ x, y, cell: cellOf(space) }] : []
  })
}

function bounds(placed: readonly Placed[]) {
  const xs = placed.map(({ x }) => x)
  const ys = placed.map(({ y }) => y)
  return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) }
}

function cellWidth(placed: readonly Placed[]): number {
  const widths = placed.flatMap(({ cell }) => [cell.name, ...cell.content].map(widthOf))
  return Math.min(MAX_CELL, Math.max(3, ...widths))
}

/** Hexes have columns and rows too. */
export function liesOnGrid(space: ZoneDef): boolean {
  if (liesOnHexes(space)) return false
  return typeof space.attributes['column'] === 'number' && typeof space.attributes['row'] === 'number'
}

export function liesOnHexes(space: ZoneDef): boolean {
  return typeof space.attributes['q'] === 'number' && typeof space.attributes['r'] === 'number'
}
