/** One game folder that is open in an editor: its files, as they are while you type, and their compilation. */
import {
  type Compilation,
  CompileCache,
  compileFiles,
  compileInSteps,
  type CompileOptions,
  type Diagnostic,
  type ExampleResult,
  type LoadedGame,
  loadCompilation,
  type SourceFile,
  stepDiagnostics,
} from '@ludoforge/compiler/editing'
import { effectTree } from '@ludoforge/effect-tree'
import { LinkError } from '@ludoforge/kernel'
import { readLook } from '@ludoforge/look/reader'
import { NameIndex } from './names/name-index.js'
import { childUri, gameFiles, pathBelow, type Workspace } from './workspace.js'

const OPTIONS: CompileOptions = { dialects: [effectTree] }

/** The file with the result of `ludoforge evaluate --json`, for the lenses of actions. */
const EVALUATION = 'evaluation.json'

/** The key of an example's result: its file and the line of its title. */
export const resultKey = (path: string, line: number): string => `${path}:${line}`

/** What a check found so far, and what it has checked: the rules without policies, the game, or also its look. */
export interface Found {
  readonly of: 'rules' | 'game' | 'look'
  readonly diagnostics: readonly Diagnostic[]
}

/** A game folder in an editor. */
export class Project {
  readonly #files = new Map<string, SourceFile>() // sorted by path before each compilation
  readonly #steps = new WeakMap<Compilation['blocks'][number], readonly Diagnostic[]>()
  readonly #indexes = new WeakMap<Compilation, NameIndex>()
  readonly #cache = new CompileCache()
  #compilation: Compilation | undefined // of the files as they are now
  #recent: Compilation | undefined
  /** Counts changes. A result of an older generation is stale. */
  generation = 0
  /** The results of the examples that ran since the last change, by file and line (`resultKey`). */
  readonly results = new Map<string, ExampleResult>()
  /** The JSON of the last evaluation, if there is one. */
  evaluation: string | undefined

  constructor(readonly folder: string) {}

  /** Reads all files of the folder. */
  async load(workspace: Workspace): Promise<void> {
    const paths = (await gameFiles(workspace, this.folder)) ?? []
    for (const path of paths) this.change(path, await workspace.read(childUri(this.folder, path)))
    this.evaluation = await workspace.read(childUri(this.folder, EVALUATION))
  }

  /** Sets the text of a file; `undefined` removes it. */
  change(path: string, text: string | undefined): void {
    const known = this.#files.get(path)
    if (known?.text === text) return
    if (text === undefined) this.#files.delete(path)
    else this.#files.set(path, { path, text })
    this.#compilation = undefined
    this.results.clear()
    this.generation += 1
  }

  uriOf(path: string): string {
    return childUri(this.folder, path)
  }

  pathOf(uri: string): string | undefined {
    return pathBelow(this.folder, uri)
  }

  text(path: string): string | undefined {
    return this.#files.get(path)?.text
  }

  /** The paths of all files. */
  get paths(): readonly string[] {
    return [...this.#files.keys()]
  }

  /** The files that the compiler reads. */
  get sources(): SourceFile[] {
    const own = [...this.#files.values()].filter(({ path }) => !/^(?:look|words)\//.test(path))
    return own.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }

  /** The compilation of the files as they are now. */
  get compilation(): Compilation {
    this.#compilation ??= compileFiles(this.sources, OPTIONS, this.#cache)
    this.#recent = this.#compilation
    return this.#compilation
  }

  /** The names of the game as it is now. */
  get names(): NameIndex {
    return this.#namesOf(this.compilation)
  }

  /** The names of the last compilation. Typing doesn't wait for a new one. */
  get recentNames(): NameIndex {
    return this.#namesOf(this.#recent ?? this.compilation)
  }

  #namesOf(compilation: Compilation): NameIndex {
    const known = this.#indexes.get(compilation) ?? new NameIndex(compilation)
    this.#indexes.set(compilation, known)
    return known
  }

  /**
   * Compiles in steps. Each yields the diagnostics that are known so far: those of the rules, then all of them, then those
   * of the look. The caller stops between the steps if a file changed.
   */
  *check(): Generator<Found, void, void> {
    const steps = compileInSteps(this.sources, OPTIONS, this.#cache)
    let step = steps.next()
    if (step.done !== true) {
      yield { of: 'rules', diagnostics: [...step.value.diagnostics, ...this.#ofSteps(step.value)] }
      step = steps.next()
    }
    if (step.done !== true) return
    this.#compilation = step.value
    this.#recent = step.value
    const diagnostics = [...step.value.diagnostics, ...this.#ofSteps(step.value)]
    yield { of: 'game', diagnostics }
    if (step.value.def !== undefined) yield { of: 'look', diagnostics: [...diagnostics, ...this.#ofLook()] }
  }

  /** The diagnostics of examples, lessons and guides. */
  #ofSteps({ blocks }: Compilation): Diagnostic[] {
    return blocks.flatMap((block) => {
      const known = this.#steps.get(block) ?? stepDiagnostics(block)
      this.#steps.set(block, known)
      return known
    })
  }

  #game: { readonly of: Compilation; readonly game: LoadedGame } | undefined

  /** The linked game. Returns `undefined` if it has errors. */
  get game(): LoadedGame | undefined {
    const { compilation } = this
    if (compilation.def === undefined) return undefined
    if (this.#game?.of.def === compilation.def) {
      const { world, blocks } = compilation
      return Object.assign(this.#game.game, { world, blocks })
    }
    const game = loadCompilation(compilation)
    this.#game = { of: compilation, game }
    return game
  }

  #ofLook(): readonly Diagnostic[] {
    const files = [...this.#files.values()].filter(({ path }) => /^look\/[^/]+\.ya?ml$/i.test(path))
    if (files.length === 0) return []
    try {
      const { game } = this
      return game === undefined ? [] : readLook(files, game.def, (text) => game.expression(text)).diagnostics
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      return [{ severity: 'error', code: error.code, message: error.message }]
    }
  }
}
