/** Search plays tic-tac-toe without a mistake. */
import { loadGame } from '@ludoforge/compiler'
import { expect, it } from 'vitest'
import { allLines } from './search-lines.js'

const game = await loadGame(new URL('../games/tic-tac-toe', import.meta.url).pathname)

it.each([0, 1])('search loses no line of tic-tac-toe in seat %i, and wins most', (seat) => {
  const { won, drawn, lost } = allLines(game, 'search:1600', seat)
  expect(lost).toBe(0)
  expect(won).toBeGreaterThan(drawn)
})
