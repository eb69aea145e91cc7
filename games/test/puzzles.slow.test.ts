/** Searches the position of every stored puzzle again, with all budgets: the last is four times the one before. */
import { verifyPuzzle } from '@ludoforge/agents'
import { describe, expect, it } from 'vitest'
import { gameOf } from '../../test/support/games.js'
import { gamesWithPuzzles, puzzleSetOf } from '../../test/support/puzzles.js'

describe.each(gamesWithPuzzles())('the puzzles of %s', (name) => {
  const { header, puzzles } = puzzleSetOf(name)

  it('are at least fifty, and the last budget is four times the one before', () => {
    expect(puzzles.length).toBeGreaterThanOrEqual(50)
    const [second = 0, last = 0] = header.budgets.slice(-2)
    expect(last).toBe(4 * second)
  })

  it.each(puzzles.map((puzzle, i) => [i + 1, puzzle] as const))(
    'the solution of puzzle %i is ahead by the margin of the file, with every budget',
    async (_, puzzle) => {
      const margins = await verifyPuzzle(await gameOf(name), puzzle)
      expect(margins.map(({ iterations }) => iterations)).toEqual(header.budgets)
      for (const { best, next } of margins) expect(best - next).toBeGreaterThanOrEqual(header.margin)
    },
  )
})
