/** Runs examples and lessons alike. */
import type { Constant, Game } from '@ludoforge/kernel'
import type { Reporter } from '../diagnostics/index.js'
import type { SymbolTable } from '../elaborate/index.js'
import type { LessonNode } from '../lessons/parse.js'
import { LessonTester } from '../lessons/test-lesson.js'
import type { Example } from './parse.js'
import { type ExampleResult, ExampleRunner } from './run.js'

/** An example or a lesson. */
export type Case = Example | LessonNode

export class CaseRunner {
  readonly #examples: ExampleRunner
  readonly #lessons: LessonTester

  /** With a reporter, warns about expectations that hold vacuously and lines that are never reached. */
  constructor(game: Game, world: SymbolTable, reporter?: Reporter) {
    this.#examples = new ExampleRunner(game, world, reporter)
    this.#lessons = new LessonTester(game, world, reporter)
  }

  /** `options`: game options in addition to those of the case. */
  run(one: Case, options: Readonly<Record<string, Constant>> = {}): ExampleResult {
    return 'teaches' in one ? this.#lessons.run(one, options) : this.#examples.run(one, options)
  }
}
