// Random games of tic-tac-toe with boardgame.io, headless, for a number of seconds. Prints one line of JSON.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { Client } = require('boardgame.io/client')
const { INVALID_MOVE } = require('boardgame.io/core')

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
]

/** The game of the boardgame.io tutorial. */
const ticTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE
      G.cells[id] = playerID
    },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some((line) => line.every((i) => G.cells[i] !== null && G.cells[i] === G.cells[line[0]]))) {
      return { winner: ctx.currentPlayer }
    }
    if (G.cells.every((cell) => cell !== null)) return { draw: true }
  },
}

let seed = Number(process.argv[3] ?? 1) | 1
function below(n) {
  seed ^= seed << 13
  seed ^= seed >>> 17
  seed ^= seed << 5
  return (seed >>> 0) % n
}

function playOne() {
  const client = Client({ game: ticTacToe, numPlayers: 2, debug: false })
  let moves = 0
  for (let state = client.getState(); state.ctx.gameover === undefined; state = client.getState()) {
    const empty = []
    state.G.cells.forEach((cell, i) => cell === null && empty.push(i))
    client.moves.clickCell(empty[below(empty.length)])
    moves += 1
  }
  return moves
}

const milliseconds = Number(process.argv[2] ?? 1) * 1000
for (let i = 0; i < 200; i += 1) playOne() // warm
let decisions = 0
let games = 0
const start = performance.now()
while (performance.now() - start < milliseconds) {
  decisions += playOne()
  games += 1
}
console.log(JSON.stringify({ decisions, games, seconds: (performance.now() - start) / 1000 }))
