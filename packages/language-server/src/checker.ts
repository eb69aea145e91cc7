/** Checks a project after each change, in steps, and publishes what it finds. A stale result is never published. */
import type { Diagnostic, ExampleResult } from '@ludoforge/compiler/editing'
import { exampleResults } from '@ludoforge/compiler/editing'
import type { Diagnostic as Shown } from 'vscode-languageserver'
import { type Project, resultKey } from './project.js'
import { shownDiagnostic, shownFailure } from './to-diagnostic.js'

/** The time from the last keystroke to a check, in ms. */
const AFTER_KEY = 60
/** The time from a clean check to the one of the look, in ms. It links the game, so it waits for a pause in typing. */
const BEFORE_LOOK = 300
/** The time from that to the examples of the open files, in ms. */
const BEFORE_EXAMPLES = 400
/** How long examples run before the server looks for new messages, in ms. */
const SLICE = 30

/** What a checker needs of the connection. */
export interface Publisher {
  /** Publishes the diagnostics of a file, for the version of its document that is open now. */
  publish(uri: string, diagnostics: readonly Shown[]): void
  /** The paths of the files of a project whose examples run after each change: those that are open. */
  examplesOf(project: Project): readonly string[]
  /** New results of examples: editors request lenses again. */
  resultsChanged(): void
}

const pause = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Checks one project. */
export class Checker {
  /** By path, as JSON: unchanged diagnostics aren't sent again. */
  readonly #published = new Map<string, { readonly text: string; readonly generation: number }>()
  readonly #edited = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #found: readonly Diagnostic[] = []

  constructor(
    private readonly project: Project,
    private readonly publisher: Publisher,
  ) {}

  /** A file changed. Checks soon, unless another change follows. */
  changed(path: string, after = AFTER_KEY): void {
    this.#edited.add(path)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#check().catch((error: unknown) => {
        throw error // the host reports it
      })
    }, after)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async #check(): Promise<void> {
    const { project } = this
    const { generation } = project
    const isStale = (): boolean => project.generation !== generation
    const edited = [...this.#edited]
    for (const { of, diagnostics } of project.check()) {
      this.#found = diagnostics
      // The first step doesn't know everything about other files yet, and only the last one knows the look.
      this.#publish((path) =>
        of === 'rules' ? edited.includes(path) : of === 'look' || !path.startsWith('look/'),
      )
      await pause(of === 'game' ? BEFORE_LOOK : 0) // messages that arrived meanwhile come first
      if (isStale()) return
    }
    this.#edited.clear()
    if (project.compilation.def === undefined) return
    await pause(BEFORE_EXAMPLES)
    const paths = this.publisher.examplesOf(project)
    if (!isStale() && paths.length > 0) await this.runExamples(paths)
  }

  /** Runs the examples of some files, and stops when a file changes. Returns the results so far. */
  async runExamples(paths: readonly string[]): Promise<readonly ExampleResult[]> {
    const { project } = this
    const { generation, game } = project
    const done: ExampleResult[] = []
    if (game === undefined) return done
    for (const path of paths) {
      const ofFile = new Map<string, ExampleResult>()
      let since = Date.now()
      for (const result of exampleResults(game, path)) {
        ofFile.set(resultKey(path, result.span.line), result)
        done.push(result)
        if (Date.now() - since < SLICE) continue
        await pause()
        if (project.generation !== generation) return done
        since = Date.now()
      }
      for (const [key, result] of ofFile) project.results.set(key, result)
    }
    this.#publish(() => true)
    this.publisher.resultsChanged()
    return done
  }

  /** Publishes what was found, of the files that `concerns` names. */
  #publish(concerns: (path: string) => boolean): void {
    const { project } = this
    const { generation } = project
    const byPath = new Map<string, Shown[]>()
    const add = (path: string, shown: Shown): void => {
      const all = byPath.get(path)
      if (all === undefined) byPath.set(path, [shown])
      else all.push(shown)
    }
    const top = project.sources.find(({ text }) => /^game:/m.test(text))?.path
    for (const diagnostic of this.#found) {
      const path = diagnostic.span?.file ?? top
      if (path !== undefined)
        add(
          path,
          shownDiagnostic(diagnostic, (file) => project.uriOf(file)),
        )
    }
    for (const [key, result] of project.results) {
      const failure = shownFailure(result)
      if (failure !== undefined) add(key.slice(0, key.lastIndexOf(':')), failure)
    }
    for (const path of new Set([...byPath.keys(), ...this.#published.keys(), ...this.#edited])) {
      if (!concerns(path)) continue
      const shown = byPath.get(path) ?? []
      const text = JSON.stringify(shown)
      const last = this.#published.get(path)
      // An edited document gets its diagnostics for the new version, even if they are the same.
      const isNew = last?.text !== text || (this.#edited.has(path) && last.generation !== generation)
      this.#published.set(path, { text, generation })
      if (isNew) this.publisher.publish(project.uriOf(path), shown)
    }
  }
}
