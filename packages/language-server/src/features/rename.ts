/** Renames a name everywhere. The result is compiled first: a rename that would break the game is refused. */
import { compileFiles, isReserved, type SourceFile, type Span } from '@ludoforge/compiler/editing'
import { effectTree } from '@ludoforge/effect-tree'
import { english } from '@ludoforge/play'
import type { Position, Range, WorkspaceEdit } from 'vscode-languageserver'
import { scopedParts } from '../names/name-index.js'
import { type Resolved, resolveAt } from '../names/resolve.js'
import { rangeOf } from '../positions.js'
import type { Project } from '../project.js'
import { placesOf } from './definition.js'

/** A rename that isn't done. The message tells why. */
export class RenameRefused extends Error {
  override readonly name = 'RenameRefused'
}

const NAME = /^[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*$/

/** The range of the name at a position. Returns `null` if it can't be renamed. */
export function prepareRename(
  project: Project,
  path: string,
  position: Position,
): { range: Range; placeholder: string } | null {
  const found = resolveAt(project.names, path, position)
  if (found === undefined || (found.locals.length === 0 && found.meanings.length === 0)) return null
  return { range: rangeOf(found.span), placeholder: nameOf(found) }
}

/** The name itself, of which the word may be the plural. */
const nameOf = ({ text, locals, meanings }: Resolved): string =>
  locals[0]?.token.text ?? meanings[0]?.name ?? text

/** The edit that renames the name at a position. Throws `RenameRefused` if the new name clashes or breaks a rule. */
export function renamed(project: Project, path: string, position: Position, newName: string): WorkspaceEdit {
  const found = resolveAt(project.names, path, position)
  if (found === undefined || (found.locals.length === 0 && found.meanings.length === 0))
    throw new RenameRefused('There is no name of this game here.')
  if (!NAME.test(newName))
    throw new RenameRefused(
      `\`${newName}\` isn't a valid name. Use letters, digits and hyphens, and start with a letter.`,
    )
  if (isReserved(newName)) throw new RenameRefused(`\`${newName}\` is a reserved word. Choose another name.`)
  const name = nameOf(found)
  needOneMeaning(found, name)
  needFree(project, found, newName)
  const places = placesOf(project, found)
  const edits = places.map((span) => ({ span, text: inflected(textAt(project, span), name, newName) }))
  const after = editedFiles(project, edits)
  refuseIfBroken(project, after, name, newName)
  const changes: NonNullable<WorkspaceEdit['changes']> = {}
  for (const { span, text } of edits) {
    const uri = project.uriOf(span.file)
    const list = (changes[uri] ??= [])
    list.push({ range: rangeOf(span), newText: text })
  }
  return { changes }
}

/** A word with several meanings can't be renamed: which of them a use means, only its type tells. */
function needOneMeaning({ locals, meanings }: Resolved, name: string): void {
  if (locals.length > 0) return
  const kinds = [...new Set(meanings.map(({ kind, of }) => (of === undefined ? kind : `${kind} of ${of}`)))]
  // A declared enumeration often has the name of the attribute or property that uses it.
  const others = kinds.filter((kind) => kind !== 'enumeration')
  if (others.length > 1)
    throw new RenameRefused(
      `\`${name}\` is the name of several things (${others.join(', ')}), so its uses can't be told apart. Rename it by hand.`,
    )
}

function needFree(project: Project, { locals, word }: Resolved, newName: string): void {
  const [taken] = project.names.definitions.get(newName) ?? []
  if (taken !== undefined)
    throw new RenameRefused(`There is already a ${taken.kind} \`${newName}\`. Choose another name.`)
  const scoped = locals.length > 0 && word !== undefined ? scopedParts(word.block) : project.names.parts()
  const clash = scoped.find(
    ({ part, locals: own }) =>
      (word === undefined || locals.length === 0 || part === word.part) &&
      own.some(({ token }) => token.text === newName),
  )
  if (clash !== undefined)
    throw new RenameRefused(
      `\`${newName}\` is already a local name at ${clash.block.file}:${clash.part.span.line}. Choose another name.`,
    )
}

const textAt = (project: Project, { file, line, column, length }: Span): string =>
  project.compilation.sources.line(file, line)?.slice(column - 1, column - 1 + length) ?? ''

/** The new word for a use, in the plural if the old one was. */
const inflected = (written: string, name: string, newName: string): string =>
  written === name ? newName : english.plural(newName)

interface Edit {
  readonly span: Span
  readonly text: string
}

function editedFiles(project: Project, edits: readonly Edit[]): SourceFile[] {
  return project.sources.map(({ path, text }) => {
    const own = edits.filter(({ span }) => span.file === path)
    if (own.length === 0) return { path, text }
    const lines = text.split(/(\r\n|\n|\r)/)
    for (const { span, text: word } of own.toSorted((a, b) => b.span.column - a.span.column)) {
      const at = (span.line - 1) * 2 // the line ends are in between
      const line = lines[at] ?? ''
      lines[at] = line.slice(0, span.column - 1) + word + line.slice(span.column - 1 + span.length)
    }
    return { path, text: lines.join('') }
  })
}

/** Compiles the result, and throws if it has an error that the game doesn't have now. */
function refuseIfBroken(project: Project, files: readonly SourceFile[], name: string, newName: string): void {
  const before = errorsIn(project.compilation)
  const { diagnostics } = compileFiles(files, { dialects: [effectTree] })
  const broken = diagnostics.filter(({ severity }) => severity === 'error')
  const [first] = broken
  if (broken.length <= before || first === undefined) return
  const place = first.span === undefined ? '' : ` (${first.span.file}:${first.span.line})`
  throw new RenameRefused(
    `Renaming \`${name}\` to \`${newName}\` would break a rule${place}: ${first.message} Rename it by hand.`,
  )
}

const errorsIn = ({ diagnostics }: Project['compilation']): number =>
  diagnostics.filter(({ severity }) => severity === 'error').length
