import type { Rng } from '@ludoforge/kernel'

/**
 * Tic-tac-toe written by hand, the baseline for the kernel's speed. It uses the same random generator in the same
 * order as the random agent, so it plays the same games.
 */

const LINES: readonly (readonly number[])[] = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
]

export interface HandwrittenGame {
  readonly cells: readonly number[] // 0 empty, 1 and 2 the seats
  readonly moves: readonly number[]
  readonly winner: number // 0: a draw
}

/** Plays one game. Each seat has its own random generator. */
export function playHandwritten(first: Rng, second: Rng): HandwrittenGame {
  const cells = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  const moves: number[] = []
  for (let turn = 0; turn < 9; turn += 1) {
    const seat = (turn % 2) + 1
    const empty: number[] = []
    for (let i = 0; i < 9; i += 1) if (cells[i] === 0) empty.push(i)
    const cell = empty[(seat === 1 ? first : second).below(empty.length)] ?? 0
    cells[cell] = seat
    moves.push(cell)
    if (LINES.some((line) => line.includes(cell) && line.every((i) => cells[i] === seat))) {
      return { cells, moves, winner: seat }
    }
  }
  return { cells, moves, winner: 0 }
}
