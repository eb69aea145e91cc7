/** Executable examples and lessons: runs the `example` and `lesson` blocks of a folder or of separate files on a game. */
import { type Game, linkGame } from '@ludoforge/kernel'
import type { Diagnostic } from '../diagnostics/index.js'
import type { LoadedGame } from '../loaded-game.js'
import type { SourceFile } from '../source/index.js'
import { coverageOf, type CoverageReport, linkWithCoverage } from './coverage.js'
import { GuideTester } from '../lessons/test-guide.js'
import { checkWords } from '../lessons/check-words.js'
import { CaseRunner } from './cases.js'
import { collect, type Collected } from './collect.js'
import type { ExampleResult } from './run.js'

export { coverageOf, type CoverageReport, type UncoveredPoint, type Share, type Shares } from './coverage.js'
export { mutateExamples, type Mutation, type MutationRequest } from './mutate.js'
export type { ExampleFailure, ExampleResult } from './run.js'

/** The results of all examples and lessons, and the diagnostics of their text. */
export interface ExampleReport {
  readonly results: readonly ExampleResult[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Runs the examples and lessons of these files. Default: those of the game folder. */
export function runExamples(loaded: LoadedGame, files?: readonly SourceFile[]): ExampleReport {
  const collected = collect(loaded, files)
  return runOn(loaded, collected.guides.length === 0 ? loaded : linkGame(loaded.def), collected, files)
}

/** Runs the examples and lessons and measures coverage. */
export function coverExamples(
  loaded: LoadedGame,
  files?: readonly SourceFile[],
): ExampleReport & { readonly coverage: CoverageReport } {
  const { game, coverage } = linkWithCoverage(loaded.def)
  return {
    ...runOn(loaded, game, collect(loaded, files), files),
    coverage: coverageOf(loaded.def, coverage),
  }
}

/** Guides come first, on a game in which nothing else has run: linking the blocks of an example can change what policies sample. */
function runOn(
  loaded: LoadedGame,
  game: Game,
  { examples, lessons, guides, reporter }: Collected,
  files: readonly SourceFile[] | undefined,
): ExampleReport {
  const guided = new GuideTester(game, loaded.world, reporter).all(guides)
  const runner = new CaseRunner(game, loaded.world, reporter)
  const results = [...[...examples, ...lessons].map((one) => runner.run(one)), ...guided]
  const course = files === undefined || lessons.length === 0 ? [] : collect(loaded, undefined).lessons
  checkWords({ lessons, guides }, course, loaded.world, reporter)
  return { results, diagnostics: reporter.diagnostics }
}
