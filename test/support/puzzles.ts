/** The stored puzzles of a game. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { judgeTurn, playTurn, puzzlePosition } from '@ludoforge/agents'
import { gameFolder, gameNames } from '@ludoforge/games'
import type { Choice, Game } from '@ludoforge/kernel'
import { PUZZLE_FILE, type Puzzle, type PuzzleSet, readPuzzles } from '@ludoforge/play'

const fileOf = (game: string): string => path.join(gameFolder(game), PUZZLE_FILE)

/** Returns the games that have puzzles. */
export const gamesWithPuzzles = (): readonly string[] =>
  gameNames().filter((name) => existsSync(fileOf(name)))

/** Reads the file of a game's puzzles. */
export const puzzleSetOf = (game: string): PuzzleSet => readPuzzles(readFileSync(fileOf(game), 'utf8'))

/** Returns the puzzles of a game. */
export const puzzlesOf = (game: string): readonly Puzzle[] => puzzleSetOf(game).puzzles

/** Returns a turn of one or two answers that doesn't solve a puzzle. */
export async function wrongTurn(game: Game, puzzle: Puzzle | undefined): Promise<readonly Choice[]> {
  if (puzzle === undefined) throw new Error('There is no puzzle.')
  const start = puzzlePosition(game, puzzle)
  for (const { id } of game.decision(start, puzzle.seat)?.options ?? []) {
    const { state } = playTurn(game, start, puzzle.seat, [id])
    const [to] = game.decision(state, puzzle.seat)?.options ?? []
    const turn = to === undefined ? [id] : [id, to.id]
    const { isOver } = playTurn(game, start, puzzle.seat, turn)
    if (isOver && !(await judgeTurn(game, puzzle, turn)).isSolved) return turn
  }
  throw new Error('Every turn solves the puzzle.')
}
