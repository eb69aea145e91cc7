/** Go to definition, references and highlights. */
import type { Span } from '@ludoforge/compiler/editing'
import type { DocumentHighlight, Location, Position } from 'vscode-languageserver'
import { type Resolved, resolveAt } from '../names/resolve.js'
import { rangeOf } from '../positions.js'
import type { Project } from '../project.js'

const location = (project: Project, span: Span): Location => ({
  uri: project.uriOf(span.file),
  range: rangeOf(span),
})

/** Where the name at a position is defined. */
export function definitions(project: Project, path: string, position: Position): Location[] {
  const found = resolveAt(project.names, path, position)
  return found === undefined ? [] : definedAt(project, found).map((span) => location(project, span))
}

function definedAt({ names }: Project, { locals, meanings, span }: Resolved): Span[] {
  if (locals.length > 0) {
    // The last place above the use that introduces the name.
    const above = locals.map(({ token }) => token.span).filter(({ line }) => line <= span.line)
    return [above.at(-1) ?? locals[0]?.token.span].filter((place) => place !== undefined)
  }
  return meanings.flatMap((meaning) => names.placesOf(meaning))
}

/** All uses of the name at a position. */
export function references(
  project: Project,
  path: string,
  position: Position,
  withDefinition: boolean,
): Location[] {
  const found = resolveAt(project.names, path, position)
  if (found === undefined) return []
  const defined = definedAt(project, found)
  const isDefinition = (span: Span): boolean =>
    defined.some((one) => one.file === span.file && one.line === span.line && one.column === span.column)
  const uses = placesOf(project, found)
  const all = withDefinition
    ? [
        ...uses,
        ...defined.filter(
          (one) =>
            !uses.some((use) => use.file === one.file && use.line === one.line && use.column === one.column),
        ),
      ]
    : uses.filter((span) => !isDefinition(span))
  return all.map((span) => location(project, span))
}

/** All places of a resolved word. */
export function placesOf({ names }: Project, { locals, meanings, word }: Resolved): Span[] {
  const [local] = locals
  if (local !== undefined && word !== undefined) return names.localUses(word, local)
  return [...new Set(meanings.map(({ name }) => name))].flatMap((name) => names.uses(name))
}

/** The uses in the same file. */
export function highlights(project: Project, path: string, position: Position): DocumentHighlight[] {
  const found = resolveAt(project.names, path, position)
  if (found === undefined) return []
  return placesOf(project, found)
    .filter(({ file }) => file === path)
    .map((span) => ({ range: rangeOf(span) }))
}
