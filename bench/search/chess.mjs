/**
 * Chess by plain alpha-beta over material, of a fixed depth, which is the argument. It sees checkmates and stalemates. It
 * doesn't castle or capture en passant, and always promotes to a queen. It knows nothing of LudoForge but the line protocol.
 *
 *   ludoforge tournament chess --agents search:1s --against 'cmd:node bench/search/chess.mjs 2'
 */
import { bestOf, playLines } from './play-lines.mjs'

const DEPTH = Number(process.argv[2] ?? 2)
const MATE = 1_000_000
const VALUES = { king: 0, queen: 900, rook: 500, bishop: 300, knight: 300, pawn: 100 }
const STRAIGHT = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
]
const SLANTED = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
]
const JUMPS = [-2, -1, 1, 2].flatMap((dx) =>
  [-2, -1, 1, 2].flatMap((dy) => (dx * dx === dy * dy ? [] : [[dx, dy]])),
)
/** The directions in which a piece moves, and whether it moves more than one step. */
const STEPS = {
  king: [[...STRAIGHT, ...SLANTED], false],
  queen: [[...STRAIGHT, ...SLANTED], true],
  rook: [STRAIGHT, true],
  bishop: [SLANTED, true],
  knight: [JUMPS, false],
}

const isOnBoard = (x, y) => x >= 0 && x < 8 && y >= 0 && y < 8

/** Calls `visit` with every square that a piece there moves to or attacks, until it returns true. */
function reach(board, x, y, { kind, side }, visit) {
  if (kind === 'pawn') {
    for (const dx of [-1, 1]) if (isOnBoard(x + dx, y + side) && visit(x + dx, y + side, true)) return true
    for (let n = 1; n <= (y === (side > 0 ? 1 : 6) ? 2 : 1); n += 1) {
      if (!isOnBoard(x, y + n * side) || board[8 * (y + n * side) + x] !== null) break
      if (visit(x, y + n * side, false)) return true
    }
    return false
  }
  const [steps, slides] = STEPS[kind]
  for (const [dx, dy] of steps)
    for (let n = 1; isOnBoard(x + n * dx, y + n * dy); n += 1) {
      if (visit(x + n * dx, y + n * dy, true)) return true
      if (!slides || board[8 * (y + n * dy) + x + n * dx] !== null) break
    }
  return false
}

/** Whether the king of `side` is attacked. */
function isInCheck(board, side) {
  return board.some(
    (piece, from) =>
      piece?.side === -side &&
      reach(board, from % 8, from >> 3, piece, (x, y, attacks) => {
        const target = board[8 * y + x]
        return attacks && target?.kind === 'king' && target.side === side
      }),
  )
}

function after(board, { from, to }) {
  const next = [...board]
  const piece = board[from]
  next[to] =
    piece.kind === 'pawn' && (to >> 3 === 0 || to >> 3 === 7) ? { kind: 'queen', side: piece.side } : piece
  next[from] = null
  return next
}

/** Every legal move, captures of the most valuable pieces first. */
function movesOf(board, side) {
  const moves = []
  board.forEach((piece, from) => {
    if (piece?.side !== side) return
    reach(board, from % 8, from >> 3, piece, (x, y, attacks) => {
      const to = 8 * y + x
      const target = board[to]
      if (piece.kind === 'pawn' && attacks !== (target !== null)) return false
      if (target?.side !== side) moves.push({ from, to, gain: target === null ? -1 : VALUES[target.kind] })
      return false
    })
  })
  return moves.filter((move) => !isInCheck(after(board, move), side)).sort((a, b) => b.gain - a.gain)
}

/** What the position is to `side`, which moves next. */
function search(board, side, depth, low, high) {
  if (depth === 0)
    return board.reduce(
      (sum, piece) => sum + (piece === null ? 0 : side * piece.side * VALUES[piece.kind]),
      0,
    )
  const moves = movesOf(board, side)
  if (moves.length === 0) return isInCheck(board, side) ? -MATE - depth : 0
  let best = -Infinity
  for (const move of moves) {
    best = Math.max(best, -search(after(board, move), -side, depth - 1, -high, -Math.max(low, best)))
    if (best >= high) break
  }
  return best
}

const nameOf = (square) => 'abcdefgh'[square % 8] + ((square >> 3) + 1)

/** Returns the best move from the squares offered, as the names of two squares. */
function bestMove(seat, origins, { zones }, pick) {
  const own = seat === 'white' ? 1 : -1
  const board = Array.from({ length: 64 }, (_, square) => {
    const [name] = Object.keys(zones[nameOf(square)].pieces)
    if (name === undefined) return null
    const [colour, kind] = name.split('-')
    return { kind, side: colour === 'white' ? 1 : -1 }
  })
  const moves = movesOf(board, own).filter(({ from }) => origins.includes(nameOf(from)))
  if (moves.length === 0) return undefined // only captures en passant are left
  const best = pick(
    bestOf(moves, (move) => -search(after(board, move), -own, DEPTH - 1, -Infinity, Infinity)),
  )
  return { origin: nameOf(best.from), goal: nameOf(best.to) }
}

await playLines('alpha-beta', ({ seat, decision, view, memory, pick }) => {
  const ids = decision.options.map(({ id }) => id)
  const squareOf = (id) => id.split('@')[1]
  if (decision.name === 'piece') memory.move = bestMove(seat, ids.map(squareOf), view, pick)
  // If only one piece can move, the first question is about its goal.
  const moving = decision.name === 'goal' ? squareOf(decision.subject.id) : undefined
  if (moving !== undefined && moving !== memory.move?.origin)
    memory.move = bestMove(seat, [moving], view, pick)
  const { origin, goal } = memory.move ?? {}
  const planned = ids.find((id) => (decision.name === 'piece' ? id.endsWith(`@${origin}`) : id === goal))
  return planned ?? ids.find((id) => id.includes('queen')) ?? ids[0]
})
