/** The geometry of regular boards: cells, directions and lines. */

/** A cell, with column and row from 0. `at` is the coordinate that steps are added to. */
export interface Cell {
  readonly column: number
  readonly row: number
  readonly at: readonly [number, number]
}

type Step = readonly [direction: string, dx: number, dy: number]

/** Clockwise, so that the opposite of a direction is half the list further. */
export const COMPASS = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const

const ORTHOGONAL: readonly Step[] = [
  ['north', 0, -1],
  ['west', -1, 0],
  ['east', 1, 0],
  ['south', 0, 1],
]
const DIAGONAL: readonly Step[] = [
  ['north-west', -1, -1],
  ['north-east', 1, -1],
  ['south-west', -1, 1],
  ['south-east', 1, 1],
]
/** The steps of a grid, by its `adjacency`. */
export const GRID_STEPS = {
  orthogonal: ORTHOGONAL,
  diagonal: DIAGONAL,
  all: [...ORTHOGONAL, ...DIAGONAL],
} as const
/** The steps of a hex board with hexes in columns, in axial coordinates q and r. */
export const HEX_STEPS: readonly Step[] = [
  ['north', 0, -1],
  ['north-east', 1, -1],
  ['north-west', -1, 0],
  ['south-east', 1, 0],
  ['south-west', -1, 1],
  ['south', 0, 1],
]
/** One of each pair of opposite directions, in the order in which lines are listed. */
const FORWARD = ['east', 'south', 'south-east', 'south-west']

export function rectangle(
  columns: number,
  rows: number,
  at: (x: number, y: number) => [number, number],
): Cell[] {
  return Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)]
    return { column: x, row: y, at: at(x, y) }
  })
}

/** The hexes at most `radius` steps from the centre. */
export function hexagon(radius: number): Cell[] {
  const side = 2 * radius + 1
  return rectangle(side, side, (x, y) => [x - radius, y - radius]).filter(
    ({ at: [q, r] }) => Math.abs(q + r) <= radius,
  )
}

export interface Line {
  readonly direction: string
  readonly cells: readonly Cell[]
}

/** Cells by their neighbours. */
export class Geometry {
  readonly #byCoordinate: ReadonlyMap<string, Cell>

  constructor(
    readonly cells: readonly Cell[],
    readonly steps: readonly Step[],
  ) {
    this.#byCoordinate = new Map(cells.map((cell) => [cell.at.join(), cell]))
  }

  /** The neighbours of a cell with their directions, in the order of the steps. */
  around(cell: Cell): readonly { readonly direction: string; readonly cell: Cell }[] {
    return this.steps.flatMap(([direction, dx, dy]) => {
      const next = this.#next(cell, dx, dy)
      return next === undefined ? [] : [{ direction, cell: next }]
    })
  }

  /** Every line of `length` cells. `whole`: every line of at least two cells from edge to edge. */
  lines(length: number | 'whole'): Line[] {
    return FORWARD.flatMap((direction) => {
      const step = this.steps.find(([name]) => name === direction)
      if (step === undefined) return []
      const [, dx, dy] = step
      return this.cells.flatMap((cell) => {
        if (length === 'whole' && this.#next(cell, -dx, -dy) !== undefined) return []
        const cells = [cell]
        for (let next = this.#next(cell, dx, dy); next !== undefined; next = this.#next(next, dx, dy)) {
          if (cells.length === length) break
          cells.push(next)
        }
        const fits = length === 'whole' ? cells.length > 1 : cells.length === length
        return fits ? [{ direction, cells }] : []
      })
    })
  }

  #next({ at: [x, y] }: Cell, dx: number, dy: number): Cell | undefined {
    return this.#byCoordinate.get(`${x + dx},${y + dy}`)
  }
}
