/** Independent implementations of Reversi and Connect Four on a plain array. */

/** By cell: 0 empty, 1 and 2 the seats. Cells by row, then column. */
export type Cells = readonly number[]

export interface GridRules {
  readonly columns: number
  readonly rows: number
  readonly start: Cells
  /** The legal moves of a seat, as cells. */
  moves(cells: Cells, seat: number): number[]
  play(cells: Cells, seat: number, move: number): Cells
  /** The winning seat, 0 for a draw, or `undefined` while the game isn't over. */
  result(cells: Cells): number | undefined
}

const WAYS = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy] as const)).filter(([x, y]) => x || y)

/** The cells from one cell in a direction to the edge. */
function ray(columns: number, rows: number, cell: number, dx: number, dy: number): number[] {
  const cells: number[] = []
  let [x, y] = [(cell % columns) + dx, Math.floor(cell / columns) + dy]
  for (; x >= 0 && y >= 0 && x < columns && y < rows; x += dx, y += dy) cells.push(y * columns + x)
  return cells
}

function turned(cells: Cells, seat: number, move: number): number[] {
  return WAYS.flatMap(([dx, dy]) => {
    const way = ray(8, 8, move, dx, dy)
    const end = way.findIndex((cell) => cells[cell] !== 3 - seat)
    return end > 0 && cells[way[end] ?? -1] === seat ? way.slice(0, end) : []
  })
}

const count = (cells: Cells, seat: number): number => cells.filter((one) => one === seat).length

const MIDDLE: Readonly<Record<number, number>> = { 27: 2, 28: 1, 35: 1, 36: 2 }

export const reversi: GridRules = {
  columns: 8,
  rows: 8,
  start: Array.from({ length: 64 }, (_, cell) => MIDDLE[cell] ?? 0),
  moves: (cells, seat) =>
    cells.flatMap((one, cell) => (one === 0 && turned(cells, seat, cell).length > 0 ? [cell] : [])),
  play: (cells, seat, move) => {
    const own = new Set([move, ...turned(cells, seat, move)])
    return cells.map((one, cell) => (own.has(cell) ? seat : one))
  },
  result: (cells) => {
    if ([1, 2].some((seat) => reversi.moves(cells, seat).length > 0)) return undefined
    const lead = count(cells, 1) - count(cells, 2)
    return lead === 0 ? 0 : lead > 0 ? 1 : 2
  },
}

export const connectFour: GridRules = {
  columns: 7,
  rows: 6,
  start: Array.from({ length: 42 }, () => 0),
  moves: (cells) =>
    connectFour.result(cells) === undefined ? [0, 1, 2, 3, 4, 5, 6].filter((slot) => cells[slot] === 0) : [],
  play: (cells, seat, move) => {
    const column = [move, ...ray(7, 6, move, 0, 1)]
    const lowest = column.filter((cell) => cells[cell] === 0).at(-1)
    return cells.map((one, cell) => (cell === lowest ? seat : one))
  },
  result: (cells) => {
    for (const seat of [1, 2])
      for (const cell of cells.keys())
        for (const [dx, dy] of WAYS) {
          const four = [cell, ...ray(7, 6, cell, dx, dy).slice(0, 3)]
          if (four.length === 4 && four.every((one) => cells[one] === seat)) return seat
        }
    return cells.includes(0) ? undefined : 0
  },
}
