/** The name at a source location, for an editor that runs the game and can evaluate it. */
import type { Position, Range } from 'vscode-languageserver'
import type { NameKind } from '../names/name-index.js'
import { resolveAt } from '../names/resolve.js'
import { rangeOf } from '../positions.js'
import type { Project } from '../project.js'
import { signatureOf } from './describe-name.js'

/** The request for the name at a place. Its parameters are those of a hover. */
export const NAME_AT = 'ludoforge/nameAt'

/** A name of the game at a place of a document. */
interface NameAt {
  readonly name: string
  readonly kind: NameKind
  /** What it is, in one line. */
  readonly signature: string
  readonly range: Range
}

/** The kinds of names that have a value in a position. */
const VALUED: ReadonlySet<NameKind> = new Set(['variable', 'function', 'option'])

/** Returns the name at a position, preferably one with a value. Returns `null` for words of the language and local names. */
export function nameAt(project: Project, path: string, position: Position): NameAt | null {
  const found = resolveAt(project.names, path, position)
  const meanings = found?.meanings ?? []
  const meaning = meanings.find(({ kind }) => VALUED.has(kind)) ?? meanings[0]
  if (found === undefined || meaning === undefined) return null
  const { name, kind } = meaning
  return { name, kind, signature: signatureOf(project, meaning), range: rangeOf(found.span) }
}
