/** The order of files in a run: those that take long come first, so that none is left over at the end. */
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, by their names. They are few: the others fill the gaps. */
export const LONGEST: readonly string[] = [
  'test/browser/desk-editor.test.ts',
  'test/browser/lessons.test.ts',
  'test/packages.test.ts',
  'test/browser/desk-table.test.ts',
  'test/properties/hidden.test.ts',
  'test/browser/shell.test.ts',
  'test/browser/guided.test.ts',
  'test/browser/desk-balance.test.ts',
  'test/browser/table.test.ts',
  'test/browser/pixels.test.ts',
  'test/python.test.ts',
  'test/browser/desk-hosted.test.ts',
  'test/properties/fuzzed-specs.test.ts',
  'test/browser/desk-access.test.ts',
  'test/external-programs.test.ts',
  'test/module.test.ts',
  'test/search-lines.test.ts',
  'test/properties/compile.test.ts',
  'test/browser/deciding.test.ts',
  'packages/server/test/bots.test.ts',
  'test/browser/rulebook.test.ts',
  'packages/runs/test/spread.test.ts',
  'test/browser/camera.test.ts',
  'packages/server/test/accounts.test.ts',
  'test/browser/desk-reading.test.ts',
  'packages/server/test/operations.test.ts',
  'test/properties/states.test.ts',
  'test/browser/fitl.test.ts',
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
