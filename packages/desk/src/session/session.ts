/** Follows a rulebook while it is edited: builds it, replays the table, and runs the examples. */
import type { StoredTable } from '@ludoforge/table'
import type { Files } from '../files.js'
import { DeskExamples } from './desk-examples.js'
import { DeskTable } from './desk-table.js'
import { type BuildResult, GameBuilder } from './game-builder.js'
import type { GameVersion } from './game-version.js'

/** The session of one project. Its generators pause after each step, so that a new edit can end what runs. */
export class DeskSession {
  readonly #builder = new GameBuilder()
  readonly table: DeskTable
  readonly examples = new DeskExamples()
  #version: GameVersion | undefined

  /** `changed` gets the record of the table after each decision. */
  constructor(changed?: (table: StoredTable) => void) {
    this.table = new DeskTable(changed)
  }

  /** The last version that compiled. */
  get version(): GameVersion | undefined {
    return this.#version
  }

  /** Builds the files. If they compile, they are the current version. */
  *update(files: Files, revision: number): Generator<void, BuildResult, void> {
    const result = yield* this.#builder.build(files, revision)
    if ('version' in result) {
      this.#version = result.version
      this.examples.update(result.version)
    }
    return result
  }
}

/** Runs a generator to its end, for callers that don't pause. */
export function finish<T>(steps: Generator<unknown, T, void>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
