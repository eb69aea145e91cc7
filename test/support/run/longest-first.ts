/** The order of files in a run: those that take long come first, so that none is left over at the end. */
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, by their names. They are few: the others fill the gaps. */
export const LONGEST: readonly string[] = [
  'test/browser/lessons.test.ts',
  'test/python.test.ts',
  'test/browser/guided.test.ts',
  'test/properties/hidden.test.ts',
  'test/browser/pixels.test.ts',
  'test/module.test.ts',
  'test/browser/preparing.test.ts',
  'test/packages.test.ts',
  'packages/runs/test/spread.test.ts',
  'test/properties/memory.test.ts',
  'test/properties/fuzzed-specs.test.ts',
  'test/properties/compile.test.ts',
  'test/browser/fitl.test.ts',
  'test/browser/shell.test.ts',
  'test/external-programs.test.ts',
  'test/browser/table.test.ts',
  'test/browser/board.test.ts',
  'packages/kernel/test/hostile.test.ts',
  'test/external-agents-server.test.ts',
  'test/docs-engine.test.ts',
  'test/docs.test.ts',
  'test/docs-screens.test.ts',
  'test/engine-trouble.test.ts',
  'packages/server/test/conformance.test.ts',
  'packages/server/test/security.test.ts',
  'packages/server/test/tables.test.ts',
  'test/properties/states.test.ts',
  'test/properties/play.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(path.relative(this.ctx.config.root, moduleId).replaceAll(path.sep, '/'))
      return at < 0 ? LONGEST.length : at
    }
    return rest.toSorted((a, b) => rank(a) - rank(b))
  }
}
