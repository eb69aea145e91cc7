/** The puzzles in a game's folder. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Game } from '@ludoforge/kernel'
import { type Puzzle, PUZZLE_FILE, readPuzzles } from '@ludoforge/play'

/** Returns the puzzles of a folder. Those of other rules don't fit: they have to be found again. */
export function puzzlesIn(folder: string, { fingerprint }: Pick<Game, 'fingerprint'>): readonly Puzzle[] {
  const file = path.join(folder, PUZZLE_FILE)
  if (!existsSync(file)) return []
  const { header, puzzles } = readPuzzles(readFileSync(file, 'utf8'))
  return header.fingerprint === fingerprint ? puzzles : []
}
