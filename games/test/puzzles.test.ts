/** The stored puzzles of every game: they are of these rules, their positions are legal, and so are their solutions. */
import { playTurn, puzzlePosition, verifyPuzzle } from '@ludoforge/agents'
import { describe, expect, it } from 'vitest'
import { gameOf } from '../../test/support/games.js'
import { gamesWithPuzzles, puzzleSetOf } from '../../test/support/puzzles.js'

const games = gamesWithPuzzles()

describe('the puzzles', () => {
  it.each(games)('of %s load, and their solutions are whole turns', async (name) => {
    const game = await gameOf(name)
    const { header, puzzles } = puzzleSetOf(name)
    expect(header.fingerprint).toBe(game.fingerprint)
    expect(new Set(puzzles.map(({ hash }) => hash)).size).toBe(puzzles.length)
    for (const puzzle of puzzles) {
      const start = puzzlePosition(game, puzzle)
      const { steps, isOver } = playTurn(game, start, puzzle.seat, puzzle.solution)
      expect([steps.length, isOver]).toEqual([puzzle.solution.length, true])
      expect(puzzle.margins.map(({ iterations }) => iterations)).toEqual(header.budgets)
      for (const { best, next } of puzzle.margins) expect(best - next).toBeGreaterThanOrEqual(header.margin)
    }
  })

  // All of them, with every budget: puzzles.slow.test.ts.
  it.each(games)('of %s: a search with the first budget finds the first two again', async (name) => {
    const game = await gameOf(name)
    const { header, puzzles } = puzzleSetOf(name)
    for (const puzzle of puzzles.slice(0, 2)) {
      const [margin] = await verifyPuzzle(game, { ...puzzle, margins: puzzle.margins.slice(0, 1) })
      expect((margin?.best ?? 0) - (margin?.next ?? 0)).toBeGreaterThanOrEqual(header.margin)
    }
  })
})
