/** Parses the examples of a game or of separate files. */
import { Reporter } from '../diagnostics/index.js'
import { type Block, extractBlocks } from '../folder/index.js'
import type { LoadedGame } from '../load-game.js'
import type { SourceFile } from '../source/index.js'
import { type Example, parseExamples } from './parse.js'

export interface CollectedExamples {
  readonly examples: readonly Example[]
  readonly reporter: Reporter // has their errors
}

/** Parses the examples of these files. Default: those of the game folder. */
export function collectExamples(
  loaded: LoadedGame,
  files: readonly SourceFile[] | undefined,
): CollectedExamples {
  const reporter = new Reporter()
  for (const file of files ?? []) loaded.sources.add(file)
  const blocks: readonly Block[] = files === undefined ? loaded.blocks : extractBlocks(files, reporter)
  const examples = blocks.filter((b) => b.lang === 'example').flatMap((b) => parseExamples(b, reporter))
  return { examples, reporter }
}
