/** Builds a game from files in memory, again and again while they are edited. */
import {
  byCodeUnit,
  type Compilation,
  CompileCache,
  compileInSteps,
  type CompileOptions,
  type Diagnostic,
  isRuleFile,
  type LoadedGame,
  loadCompilation,
  type SourceFile,
} from '@ludoforge/compiler/editing'
import { effectTree } from '@ludoforge/effect-tree'
import { effectsIn, type GameDef, LinkError } from '@ludoforge/kernel'
import type { Book, Scene } from '@ludoforge/look'
import type { Look } from '@ludoforge/look/reader'
import { bookFrom, isLookFile, lookOfFiles, sceneOf } from '@ludoforge/look/files'
import type { Files } from '../files.js'
import { gameVersion, type GameVersion, type SessionProblem } from './game-version.js'

const OPTIONS: CompileOptions = { dialects: [effectTree] }

/** The result of a build: a version, or why there is none. */
export type BuildResult =
  | { readonly version: GameVersion }
  | { readonly revision: number; readonly problems: readonly SessionProblem[] }

/** The scene of the last build, and what it was drawn from. */
interface Drawn {
  readonly def: GameDef
  readonly names: string
  readonly drawings: readonly SourceFile[]
  readonly look: Look
  readonly scene: Scene
}

/**
 * What a look and its scene depend on: all declarations, the functions with their types, and the procedures with their titles
 * and the procedures that they call. Most changes inside of a rule leave it as it is.
 */
function namesOf(def: GameDef): string {
  const {
    procedures,
    functions,
    scenarios: _scenarios,
    setup: _setup,
    policies: _policies,
    sources: _sources,
    ...rest
  } = def
  return JSON.stringify({
    ...rest,
    procedures: procedures.map(({ id, kind, title, params, body }) => [
      id,
      kind,
      title,
      params,
      effectsIn(body).flatMap((effect) => ('call' in effect ? [effect.call.procedure] : [])),
    ]),
    functions: functions.map(({ id, params, returns }) => [id, params, returns]),
  })
}

/** Compiles, links and draws a game. What an edit doesn't concern is kept from the version before. */
export class GameBuilder {
  readonly #sources = new Map<string, SourceFile>()
  readonly #cache = new CompileCache()
  #last: GameVersion | undefined
  #drawn: Drawn | undefined;

  /** Builds a version in steps. The caller may pause or end it after each of them. */
  *build(files: Files, revision: number): Generator<void, BuildResult, void> {
    const sources = this.#sourcesOf(files)
    const rules = sources.filter(({ path }) => isRuleFile(path))
    const steps = compileInSteps(rules, OPTIONS, this.#cache)
    let step = steps.next()
    while (step.done !== true) {
      yield
      step = steps.next()
    }
    const compilation = step.value
    if (compilation.def === undefined)
      return { revision, problems: compilation.diagnostics.flatMap((found) => problemOf(found, rules)) }
    yield
    let game: LoadedGame
    try {
      game = this.#link(compilation)
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      return { revision, problems: [problemAt(error, rules)] }
    }
    yield
    const version = this.#draw(game, sources, files, revision)
    this.#last = version
    return { version }
  }

  /** Reads the look and builds the scene, as far as the edit concerns them. */
  #draw(game: LoadedGame, sources: readonly SourceFile[], files: Files, revision: number): GameVersion {
    const drawings = sources.filter(({ path }) => isLookFile(path))
    const known = this.#drawn
    const names = known?.def === game.def ? known.names : namesOf(game.def)
    const isSameLook =
      known?.names === names &&
      known.drawings.length === drawings.length &&
      known.drawings.every((source, i) => source === drawings[i])
    const look = isSameLook ? known.look : lookOfFiles(sources, game).look
    const scene = isSameLook ? known.scene : sceneOf(game.def, look)
    this.#drawn = { def: game.def, names, drawings, look, scene }
    let made: Book | undefined
    const book = (): Book => {
      made ??= bookFrom(sources, game, look)
      return made
    }
    const last = this.#last
    const isSameTable = last?.game === game && known?.def === game.def && last.scene === scene
    return isSameTable
      ? { ...last, revision, files, book }
      : gameVersion({ revision, files, game, scene, book })
  }

  /** Links a compilation. Unless the rules changed, the game stays the same object, with the new examples. */
  #link(compilation: Compilation): LoadedGame {
    const { def, world, blocks, sources } = compilation
    const known = this.#last?.game
    if (known === undefined || known.def !== def) return loadCompilation(compilation)
    return Object.assign(known, { world, blocks, sources })
  }

  /** The files in the order of the compiler. One that hasn't changed stays the same object, so that caches find it. */
  #sourcesOf(files: Files): readonly SourceFile[] {
    for (const path of this.#sources.keys()) if (!Object.hasOwn(files, path)) this.#sources.delete(path)
    return Object.keys(files)
      .toSorted(byCodeUnit)
      .map((path) => {
        const text = files[path] ?? ''
        const known = this.#sources.get(path)
        const source = known?.text === text ? known : { path, text }
        this.#sources.set(path, source)
        return source
      })
  }
}

function problemOf(
  { severity, message, hint, span }: Diagnostic,
  rules: readonly SourceFile[],
): SessionProblem[] {
  const text = hint === undefined ? message : `${message} ${hint}`
  const at = { path: span?.file ?? firstFile(rules), line: span?.line ?? 1, column: span?.column ?? 1 }
  return [{ ...at, severity, message: text }]
}

/** A rule that can't be linked, at its line. */
function problemAt(error: LinkError, rules: readonly SourceFile[]): SessionProblem {
  const [, path = firstFile(rules), line = '1'] = /^(.*):(\d+)$/.exec(error.where.place ?? '') ?? []
  return { path, line: Number(line), column: 1, severity: 'error', message: error.message }
}

/** The file that names the game, for problems without a place. */
const firstFile = (rules: readonly SourceFile[]): string =>
  (rules.find(({ text }) => /^game:/m.test(text)) ?? rules[0])?.path ?? ''
