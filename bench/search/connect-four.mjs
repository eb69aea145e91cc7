/**
 * Connect Four by plain alpha-beta of a fixed depth, which is the argument. It knows nothing of LudoForge but the line
 * protocol.
 *
 *   ludoforge tournament connect-four --agents search:1s --against 'cmd:node bench/search/connect-four.mjs 6'
 */
import { bestOf, playLines } from './play-lines.mjs'

const DEPTH = Number(process.argv[2] ?? 6)
const COLUMNS = 7
const ROWS = 6
const WON = 1_000_000
const ORDER = [3, 2, 4, 1, 5, 0, 6] // from the middle
const WORTH = [0, 0, 2, 5] // of a line that only one side has discs in, by their number
const CENTRE = 3 // of a disc in the middle column

/** Cells are numbered from the bottom left: 7 * row + column. */
const LINES = []
for (let row = 0; row < ROWS; row += 1)
  for (let column = 0; column < COLUMNS; column += 1)
    for (const [up, right] of [
      [0, 1],
      [1, 0],
      [1, 1],
      [1, -1],
    ]) {
      const [top, end] = [row + 3 * up, column + 3 * right]
      if (top >= ROWS || end < 0 || end >= COLUMNS) continue
      LINES.push([0, 1, 2, 3].map((i) => COLUMNS * (row + i * up) + column + i * right))
    }
const LINES_OF = Array.from({ length: ROWS * COLUMNS }, (_, cell) =>
  LINES.filter((line) => line.includes(cell)),
)

const fills = (cells, cell, side) => LINES_OF[cell].some((line) => line.every((one) => cells[one] === side))

function evaluate(cells, side) {
  let sum = 0
  for (const line of LINES) {
    let own = 0
    let other = 0
    for (const cell of line) {
      if (cells[cell] === side) own += 1
      else if (cells[cell] !== 0) other += 1
    }
    if (other === 0) sum += WORTH[own]
    else if (own === 0) sum -= WORTH[other]
  }
  for (let row = 0; row < ROWS; row += 1) sum += CENTRE * side * cells[COLUMNS * row + 3]
  return sum
}

/** What the position is to `side`, which drops a disc next. */
function search(cells, heights, side, depth, low, high) {
  if (depth === 0) return evaluate(cells, side)
  let best = -Infinity
  for (const column of ORDER) {
    if (heights[column] === ROWS) continue
    const value = drop(cells, heights, column, side, depth, Math.max(low, best), high)
    best = Math.max(best, value)
    if (best >= high) break
  }
  return best === -Infinity ? 0 : best
}

/** What it is to `side` to drop a disc into this column. */
function drop(cells, heights, column, side, depth, low, high) {
  const cell = COLUMNS * heights[column] + column
  cells[cell] = side
  heights[column] += 1
  const value = fills(cells, cell, side)
    ? WON + depth
    : -search(cells, heights, -side, depth - 1, -high, -low)
  heights[column] -= 1
  cells[cell] = 0
  return value
}

await playLines('alpha-beta', ({ seat, decision, view, pick }) => {
  const cells = Array(ROWS * COLUMNS).fill(0)
  const heights = Array(COLUMNS).fill(0)
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1) {
      const [piece] = Object.keys(view.zones['abcdefg'[column] + (ROWS - row)].pieces)
      if (piece === undefined) continue
      cells[COLUMNS * row + column] = piece.startsWith(seat) ? 1 : -1
      heights[column] = row + 1
    }
  const valueOf = ({ id }) => drop(cells, heights, 'abcdefg'.indexOf(id[0]), 1, DEPTH, -Infinity, Infinity)
  return pick(bestOf(decision.options, valueOf)).id
})
