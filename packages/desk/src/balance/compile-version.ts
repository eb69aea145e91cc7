/** Compiles a version of the rules, to play it. */
import {
  byCodeUnit,
  compileFiles,
  CompileError,
  isRuleFile,
  type LoadedGame,
  loadCompilation,
} from '@ludoforge/compiler/files'
import { effectTree } from '@ludoforge/effect-tree'
import { canonical } from '@ludoforge/kernel'
import type { Files } from '../files.js'

/** The rules can't be played. The message is for the designer. */
export class Unplayable extends Error {
  override readonly name = 'Unplayable'
}

/** A version of the rules. */
export interface PlayableVersion {
  readonly files: Files
  readonly game: LoadedGame
  /** Equal for versions that play in the same way, bots included. */
  readonly meaning: string
}

/** Compiles files, and keeps the last versions. */
export class VersionCache {
  #versions: readonly PlayableVersion[] = []

  /** Compiles the files of a project. Throws `Unplayable` if they have errors. */
  compile(files: Files): PlayableVersion {
    const known = this.#versions.find((version) => equalFiles(version.files, files))
    const version = known ?? compiled(files)
    this.#versions = [version, ...this.#versions.filter((one) => one !== version)].slice(0, KEPT)
    return version
  }
}

const KEPT = 4

function compiled(files: Files): PlayableVersion {
  const rules = Object.entries(files)
    .filter(([path]) => isRuleFile(path))
    .map(([path, text]) => ({ path, text }))
    .toSorted((a, b) => byCodeUnit(a.path, b.path))
  try {
    const game = loadCompilation(compileFiles(rules, { dialects: [effectTree] }))
    return { files, game, meaning: canonical(game.def) }
  } catch (error) {
    if (!(error instanceof CompileError)) throw error
    const [first] = error.diagnostics
    const at = first?.span === undefined ? '' : `${first.span.file}:${first.span.line}: `
    throw new Unplayable(first === undefined ? error.message : `${at}${first.message}`)
  }
}

function equalFiles(a: Files, b: Files): boolean {
  const paths = Object.keys(a)
  return paths.length === Object.keys(b).length && paths.every((path) => a[path] === b[path])
}
