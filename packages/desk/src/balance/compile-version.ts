/** Compiles a version of the rules, to play it. */
import { CompileCache } from '@ludoforge/compiler/editing'
import {
  byCodeUnit,
  compileExpression,
  compileFiles,
  CompileError,
  isRuleFile,
} from '@ludoforge/compiler/files'
import { effectTree } from '@ludoforge/effect-tree'
import { canonical, type Game } from '@ludoforge/kernel'
import { lookOfFiles } from '@ludoforge/look/files'
import type { GameScore } from '@ludoforge/sim/evaluate'
import type { Files } from '../files.js'
import { gameScore } from './game-score.js'

/** The rules can't be played. The message is for the designer. */
export class Unplayable extends Error {
  override readonly name = 'Unplayable'
}

/** A version of the rules. */
export interface PlayableVersion {
  readonly files: Files
  /** Not linked: only the workers that play it do that, because a large game takes seconds. */
  readonly game: Pick<Game, 'def'>
  /** Equal for versions that play in the same way, bots included. */
  readonly meaning: string
  /** The score that its table shows. */
  readonly score: GameScore | undefined
}

/** Compiles files, and keeps the last versions. */
export class VersionCache {
  readonly #cache = new CompileCache()
  #versions: readonly PlayableVersion[] = []

  /** Compiles the files of a project. Throws `Unplayable` if they have errors. */
  compile(files: Files): PlayableVersion {
    const known = this.#versions.find((version) => equalFiles(version.files, files))
    const version = known ?? compiled(files, this.#cache)
    this.#versions = [version, ...this.#versions.filter((one) => one !== version)].slice(0, KEPT)
    return version
  }
}

const KEPT = 4

function compiled(files: Files, cache: CompileCache): PlayableVersion {
  const all = Object.entries(files)
    .map(([path, text]) => ({ path, text }))
    .toSorted((a, b) => byCodeUnit(a.path, b.path))
  const rules = all.filter(({ path }) => isRuleFile(path))
  const { def, world, blocks, diagnostics, sources } = compileFiles(rules, { dialects: [effectTree] }, cache)
  if (def !== undefined) {
    const game = { def, blocks, expression: (text: string) => compileExpression(text, world) }
    const { look } = lookOfFiles(all, game, 'words')
    return { files, game: { def }, meaning: canonical(def), score: gameScore(game, look) }
  }
  const [first] = diagnostics.filter(({ severity }) => severity === 'error')
  const at = first?.span === undefined ? '' : `${first.span.file}:${first.span.line}: `
  throw new Unplayable(
    first === undefined ? new CompileError(diagnostics, sources).message : `${at}${first.message}`,
  )
}

function equalFiles(a: Files, b: Files): boolean {
  const paths = Object.keys(a)
  return paths.length === Object.keys(b).length && paths.every((path) => a[path] === b[path])
}
