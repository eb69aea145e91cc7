/** The puzzles among the files of a game. */
import type { SourceFile } from '@ludoforge/compiler/files'
import type { Game } from '@ludoforge/kernel'
import { type Puzzle, PUZZLE_FILE, readPuzzles } from '@ludoforge/play'

/** Returns the puzzles of a game. Those of other rules don't fit: they have to be found again. */
export function puzzlesIn(
  files: readonly SourceFile[],
  { fingerprint }: Pick<Game, 'fingerprint'>,
): readonly Puzzle[] {
  const file = files.find(({ path }) => path === PUZZLE_FILE)
  if (file === undefined) return []
  const { header, puzzles } = readPuzzles(file.text)
  return header.fingerprint === fingerprint ? puzzles : []
}
