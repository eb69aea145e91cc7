/** Regular boards as lookup tables by zone, direction, column and row. Each is built on first use. */
import { type BoardPlace, DIRECTION } from '../def/index.js'
import { quote } from '../def/shape.js'
import type { Components, ReportError } from './components.js'

/** The zones of a board by column and row, starting at its first column and row; -1 for a hole. */
export interface Cells {
  readonly column: number
  readonly row: number
  readonly columns: number
  readonly rows: number
  readonly zones: readonly number[]
  readonly inRow: readonly (readonly number[])[] // starting at the first row
  readonly inColumn: readonly (readonly number[])[]
}

interface Placed {
  readonly zone: number
  readonly column: number
  readonly row: number
}

/** Limits columns × rows, and with it the size of the cell table. */
const MAX_CELLS = 1_000_000

export class Boards {
  readonly directions: number // their count
  /** By zone and direction: the next zone, -1 at the edge. */
  readonly toward: readonly number[]
  private readonly placed = new Map<string, Placed[]>()
  private readonly grids = new Map<string, Cells>()
  private readonly cachedLines = new Map<'ray' | 'line', readonly (readonly number[])[]>()

  constructor(
    private readonly components: Components,
    private readonly fail: ReportError,
  ) {
    this.directions = components.enums.get('direction')?.values.length ?? 0
    const toward = Array.from({ length: components.zones.length * this.directions }, () => -1)
    components.zones.forEach(({ def }, zone) => {
      if (def.board !== undefined) this.place(zone, def.board, toward)
    })
    this.toward = toward
  }

  private place(zone: number, place: BoardPlace, toward: number[]): void {
    const { components } = this
    for (const [direction, next] of Object.entries(place.toward)) {
      components.size(DIRECTION)
      toward[zone * this.directions + components.scalar(DIRECTION, direction)] = components.zone(next)
    }
    const placed = this.placed.get(place.id)
    if (placed === undefined) this.placed.set(place.id, [{ zone, ...place }])
    else placed.push({ zone, ...place })
  }

  /** By direction: the opposite one, half the number of directions further. */
  get opposites(): readonly number[] {
    const n = this.directions
    if (n === 0 || n % 2 !== 0)
      return this.fail('The number of directions must be even: only then does each have an opposite.')
    return Array.from({ length: n }, (_, i) => (i + n / 2) % n)
  }

  /** By zone and direction: the zones up to the edge (`ray`), or the whole board line from edge to edge (`line`). */
  lines(of: 'ray' | 'line'): readonly (readonly number[])[] {
    let lines = this.cachedLines.get(of)
    if (lines === undefined) {
      lines = of === 'ray' ? this.rays() : this.boardLines()
      this.cachedLines.set(of, lines)
    }
    return lines
  }

  private rays(): number[][] {
    return this.toward.map((_, at) => {
      const direction = at % this.directions
      const start = Math.floor(at / this.directions)
      const ray: number[] = []
      const seen = new Set([start]) // a board may wrap around
      for (
        let z = this.toward[at];
        z >= 0 && !seen.has(z);
        z = this.toward[z * this.directions + direction]
      ) {
        seen.add(z)
        ray.push(z)
      }
      return ray
    })
  }

  private boardLines(): number[][] {
    const rays = this.lines('ray')
    const { opposites } = this
    return rays.map((ray, at) => {
      const direction = at % this.directions
      const start = Math.floor(at / this.directions)
      const back = rays[start * this.directions + opposites[direction]].toReversed()
      return [...new Set([...back, start, ...ray])]
    })
  }

  /** Returns the cells of a board; without a name, of the only board. */
  cells(id: string | undefined): Cells {
    const [only, second] = this.placed.keys()
    if (only === undefined) return this.fail('The game has no board with columns and rows.')
    if (id === undefined && second !== undefined)
      return this.fail(`The game has several boards. Name one of ${[...this.placed.keys()].join(', ')}.`)
    const name = id ?? only
    const placed = this.placed.get(name) ?? this.fail(`There is no board ${quote(name)}.`)
    let cells = this.grids.get(name)
    if (cells === undefined) {
      cells = this.table(name, placed)
      this.grids.set(name, cells)
    }
    return cells
  }

  private table(id: string, placed: readonly Placed[]): Cells {
    const [left, right] = bounds(placed.map(({ column }) => column))
    const [above, below] = bounds(placed.map(({ row }) => row))
    const [columns, rows] = [right - left + 1, below - above + 1]
    if (columns * rows > MAX_CELLS) this.fail(`The columns and rows of the board '${id}' are too far apart.`)
    const zones = Array.from({ length: columns * rows }, () => -1)
    // If two zones share a cell, the first one counts.
    for (const { zone, column, row } of placed.toReversed())
      zones[(row - above) * columns + column - left] = zone
    const inRow: number[][] = Array.from({ length: rows }, () => [])
    const inColumn: number[][] = Array.from({ length: columns }, () => [])
    zones.forEach((zone, at) => {
      if (zone < 0) return
      inRow[Math.floor(at / columns)].push(zone)
      inColumn[at % columns].push(zone)
    })
    return { column: left, row: above, columns, rows, zones, inRow, inColumn }
  }
}

function bounds(numbers: readonly number[]): readonly [number, number] {
  return [
    numbers.reduce((a, b) => Math.min(a, b), Infinity),
    numbers.reduce((a, b) => Math.max(a, b), -Infinity),
  ]
}
