/** Hover: what the word at the pointer means. */
import { describe, type Span } from '@ludoforge/compiler/editing'
import type { Hover, Position } from 'vscode-languageserver'
import type { Local } from '../names/locals.js'
import type { Definition } from '../names/name-index.js'
import { type Resolved, resolveAt } from '../names/resolve.js'
import { rangeOf } from '../positions.js'
import type { Project } from '../project.js'
import { entriesOf, type Place, type ReferenceEntry } from '../reference.js'
import { proseOf, signatureOf, titleOf } from './describe-name.js'

/** The text for the word at a position. Returns `null` if there is nothing to say about it. */
export function hoverAt(project: Project, path: string, position: Position): Hover | null {
  const found = resolveAt(project.names, path, position)
  if (found === undefined) return null
  const place: Place = found.word?.block.lang ?? 'yaml'
  const [local] = found.locals
  const parts =
    local === undefined
      ? [
          ...found.meanings.map((meaning) => nameText(project, meaning)),
          ...(found.meanings.length > 0 ? [] : entriesOf(found.text, place).map(entryText)),
        ]
      : [localText(project, found, local)]
  if (parts.length === 0) return null
  return { contents: { kind: 'markdown', value: parts.join('\n\n---\n\n') }, range: rangeOf(found.span) }
}

const code = (text: string): string => `\`\`\`text\n${text}\n\`\`\``

/** A name of the game: its signature, the name for people, and the prose of its rule. */
function nameText(project: Project, definition: Definition): string {
  const title = titleOf(project, definition)
  const prose = definition.span === undefined ? undefined : proseOf(project, definition.span)
  return [code(signatureOf(project, definition)), title, prose]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n')
}

const WORDS = { parameter: 'parameter', choice: 'choice', name: 'local name' } as const

function localText(project: Project, found: Resolved, { token, kind }: Local): string {
  const type = typeAt(project, found.span) ?? typeOfUse(project, found)
  return code(`${WORDS[kind]} ${token.text}${type === undefined ? '' : `: ${type}`}`)
}

/** The type of the expression that begins at a place and ends with its word. */
function typeAt(
  { compilation: { world } }: Project,
  { file, line, column, length }: Span,
): string | undefined {
  const typed = (world.typed ?? []).findLast(
    ({ span }) =>
      span.line === line && span.column === column && span.length === length && span.file === file,
  )
  return typed === undefined || typed.type === 'any' ? undefined : describe(typed.type)
}

/** The type of a local name at any of its uses. */
function typeOfUse(project: Project, { word, locals: [local] }: Resolved): string | undefined {
  if (word === undefined || local === undefined) return undefined
  for (const span of project.names.localUses(word, local)) {
    const type = typeAt(project, span)
    if (type !== undefined) return type
  }
  return undefined
}

/** An entry of the reference. */
export const entryText = ({ construct, kind, text, page }: ReferenceEntry): string =>
  `**${construct}** (${kind})\n\n${text}\n\n*${page}*`
