/** Executable examples: runs the `example` blocks of a folder or of separate files on a game. */
import type { Game } from '@ludoforge/kernel'
import type { Diagnostic } from '../diagnostics/index.js'
import type { LoadedGame } from '../load-game.js'
import type { SourceFile } from '../source/index.js'
import { coverageOf, type CoverageReport, linkWithCoverage } from './coverage.js'
import { collectExamples } from './collect.js'
import { type ExampleResult, ExampleRunner } from './run.js'

export type { CoverageReport, UncoveredPoint, Share, Shares } from './coverage.js'
export { mutateExamples, type Mutation, type MutationRequest } from './mutate.js'
export type { ExampleFailure, ExampleResult } from './run.js'

/** The results of all examples, and the diagnostics of their text. */
export interface ExampleReport {
  readonly results: readonly ExampleResult[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Runs the examples of these files. Default: those of the game folder. */
export function runExamples(loaded: LoadedGame, files?: readonly SourceFile[]): ExampleReport {
  return runOn(loaded, loaded, files)
}

/** Runs the examples and measures coverage. */
export function coverExamples(
  loaded: LoadedGame,
  files?: readonly SourceFile[],
): ExampleReport & { readonly coverage: CoverageReport } {
  const { game, coverage } = linkWithCoverage(loaded.def)
  return { ...runOn(loaded, game, files), coverage: coverageOf(loaded.def, coverage) }
}

function runOn(loaded: LoadedGame, game: Game, files: readonly SourceFile[] | undefined): ExampleReport {
  const { examples, reporter } = collectExamples(loaded, files)
  const runner = new ExampleRunner(game, loaded.world, reporter)
  const results = examples.map((example) => runner.run(example))
  return { results, diagnostics: reporter.diagnostics }
}
