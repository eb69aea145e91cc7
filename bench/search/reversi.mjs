/**
 * Reversi by plain alpha-beta of a fixed depth, which is the argument. A position is worth the cells by the usual table
 * of weights, and the number of moves. It knows nothing of LudoForge but the line protocol.
 *
 *   ludoforge tournament reversi --agents search:1s --against 'cmd:node bench/search/reversi.mjs 4'
 */
import { bestOf, playLines } from './play-lines.mjs'

const DEPTH = Number(process.argv[2] ?? 4)
const SIZE = 8
const DISC = 1000 // of the final lead
const MOVE = 5
const QUARTER = [
  [100, -20, 10, 5],
  [-20, -50, -2, -2],
  [10, -2, 1, 1],
  [5, -2, 1, 0],
]
const WEIGHTS = Array.from({ length: SIZE * SIZE }, (_, cell) => {
  const [row, column] = [Math.floor(cell / SIZE), cell % SIZE]
  return QUARTER[Math.min(row, SIZE - 1 - row)][Math.min(column, SIZE - 1 - column)]
})

/** For each cell, the cells in each of the eight directions. */
const RAYS = WEIGHTS.map((_, cell) =>
  [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].flatMap((right) => {
      const ray = []
      let [row, column] = [Math.floor(cell / SIZE) + down, (cell % SIZE) + right]
      for (; row >= 0 && row < SIZE && column >= 0 && column < SIZE; row += down, column += right) {
        if (down === 0 && right === 0) break
        ray.push(SIZE * row + column)
      }
      return ray.length > 0 ? [ray] : []
    }),
  ),
)

/** The discs that `side` turns by a disc in this cell. */
function turned(cells, cell, side) {
  if (cells[cell] !== 0) return []
  return RAYS[cell].flatMap((ray) => {
    const end = ray.findIndex((one) => cells[one] !== -side)
    return end > 0 && cells[ray[end]] === side ? ray.slice(0, end) : []
  })
}

function movesOf(cells, side) {
  return WEIGHTS.flatMap((_, cell) => {
    const discs = turned(cells, cell, side)
    return discs.length > 0 ? [{ cell, discs }] : []
  })
}

function after(cells, { cell, discs }, side) {
  const next = [...cells]
  for (const one of [cell, ...discs]) next[one] = side
  return next
}

/** What the position is to `side`, which moves next. */
function search(cells, side, depth, low, high) {
  const moves = movesOf(cells, side)
  const others = moves.length === 0 || depth === 0 ? movesOf(cells, -side) : []
  const sum = (weightOf) => cells.reduce((total, disc, cell) => total + disc * side * weightOf(cell), 0)
  if (moves.length === 0 && others.length === 0) return DISC * sum(() => 1)
  if (depth === 0) return sum((cell) => WEIGHTS[cell]) + MOVE * (moves.length - others.length)
  if (moves.length === 0) return -search(cells, -side, depth, -high, -low)
  let best = -Infinity
  for (const move of moves.sort((a, b) => WEIGHTS[b.cell] - WEIGHTS[a.cell])) {
    best = Math.max(best, -search(after(cells, move, side), -side, depth - 1, -high, -Math.max(low, best)))
    if (best >= high) break
  }
  return best
}

const nameOf = (cell) => 'abcdefgh'[cell % SIZE] + (Math.floor(cell / SIZE) + 1)

await playLines('alpha-beta', ({ seat, view, pick }) => {
  const cells = WEIGHTS.map((_, cell) => {
    const [piece] = Object.keys(view.zones[nameOf(cell)].pieces)
    return piece === undefined ? 0 : piece.startsWith(seat) ? 1 : -1
  })
  const valueOf = (move) => -search(after(cells, move, 1), -1, DEPTH - 1, -Infinity, Infinity)
  return nameOf(pick(bestOf(movesOf(cells, 1), valueOf)).cell)
})
