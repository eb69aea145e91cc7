/** Runs the examples and lessons of a game one by one, so that an editor can stop between them. */
import { type Diagnostic, Reporter } from '../diagnostics/index.js'
import { CaseRunner } from '../examples/cases.js'
import { lessonsIn } from '../examples/collect.js'
import { parseExamples } from '../examples/parse.js'
import type { Block } from '../folder/index.js'
import { parseGuides } from '../lessons/parse-guides.js'
import { parseLessons } from '../lessons/parse.js'
import type { ExampleResult } from '../examples/run.js'
import type { LoadedGame } from '../loaded-game.js'

/** Yields the results of the examples and lessons of one file, in order. Each runs when it is requested. */
export function* exampleResults(game: LoadedGame, file: string): Generator<ExampleResult, void, void> {
  const runner = new CaseRunner(game, game.world)
  const blocks = game.blocks.filter((block) => block.file === file)
  const quiet = new Reporter() // `stepDiagnostics` reports their syntax
  const examples = blocks
    .filter(({ lang }) => lang === 'example')
    .flatMap((block) => parseExamples(block, quiet))
  for (const one of [...examples, ...lessonsIn(blocks, quiet)]) yield runner.run(one)
}

/** Returns the diagnostics of the syntax of an example, lesson or guide. What its names mean shows when it runs. */
export function stepDiagnostics(block: Block): readonly Diagnostic[] {
  const reporter = new Reporter()
  if (block.lang === 'example') parseExamples(block, reporter)
  if (block.lang === 'lesson') parseLessons(block, reporter)
  if (block.lang === 'guide') parseGuides(block, reporter)
  return reporter.diagnostics
}
