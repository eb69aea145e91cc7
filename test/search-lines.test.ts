/** Search plays tic-tac-toe without a mistake. */
import { loadGame } from '@ludoforge/compiler'
import { expect, it } from 'vitest'
import { allLines } from './search-lines.js'

const game = await loadGame(new URL('../games/tic-tac-toe', import.meta.url).pathname)

it('search loses no line of tic-tac-toe as cross, and wins most', () => {
  const { won, drawn, lost } = allLines(game, 'search:800', 0)
  expect(lost).toBe(0)
  expect(won).toBeGreaterThan(drawn)
})
