/**
 * A reporter for `npm test`: the files that a run began and didn't finish, and those that it never began. If a worker dies,
 * Vitest's own report doesn't name its file.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule, TestSpecification } from 'vitest/node'

interface Unfinished {
  readonly begun: readonly string[]
  readonly waiting: readonly string[]
}

export default class UnfinishedFiles implements Reporter {
  readonly #waiting = new Set<string>()
  readonly #begun = new Set<string>()

  onTestRunStart(files: readonly TestSpecification[]): void {
    for (const { moduleId } of files) this.#waiting.add(moduleId)
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#waiting.delete(moduleId)
    this.#begun.add(moduleId)
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#waiting.delete(moduleId)
    this.#begun.delete(moduleId)
  }

  /** Writes them to the file that the variable names. */
  onTestRunEnd(): void {
    const file = process.env['LUDOFORGE_UNFINISHED']
    if (file === undefined) return
    const names = (files: Iterable<string>): string[] =>
      [...files].map((name) => path.relative(process.cwd(), name)).toSorted()
    const unfinished: Unfinished = { begun: names(this.#begun), waiting: names(this.#waiting) }
    writeFileSync(file, JSON.stringify(unfinished))
  }
}
