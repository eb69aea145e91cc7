/** Executable examples: the `example` blocks of a folder, or of files beside it, run against a game. */
import { type Diagnostic, Reporter } from '../diagnostics/index.js'
import { type Block, extractBlocks } from '../folder/index.js'
import type { LoadedGame } from '../game.js'
import type { SourceFile } from '../source/index.js'
import { parseExamples } from './parse.js'
import { type ExampleResult, ExampleRunner } from './run.js'

export type { ExampleFailure, ExampleResult } from './run.js'

export interface ExampleReport {
  readonly results: readonly ExampleResult[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The examples of these files; without files, those of the game's own folder. */
export function runExamples(loaded: LoadedGame, files?: readonly SourceFile[]): ExampleReport {
  const reporter = new Reporter()
  for (const file of files ?? []) loaded.sources.add(file)
  const blocks: readonly Block[] = files === undefined ? loaded.blocks : extractBlocks(files, reporter)
  const runner = new ExampleRunner(loaded, loaded.world, reporter)
  const results = blocks
    .filter((b) => b.lang === 'example')
    .flatMap((b) => parseExamples(b, reporter))
    .map((example) => runner.run(example))
  return { results, diagnostics: reporter.diagnostics }
}
