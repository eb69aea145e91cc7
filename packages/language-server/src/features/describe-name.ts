/** Describes names for hover and completion: what they are, their type, and the prose of their rule. */
import { describe, type Parameter, type Span } from '@ludoforge/compiler/editing'
import type { Definition } from '../names/name-index.js'
import type { Project } from '../project.js'

/** What a name is, in one line: `value held-by(seat: a seat): a number`. */
export function signatureOf({ compilation: { world } }: Project, { name, kind, of }: Definition): string {
  const typed = (type: string | null | undefined): string =>
    type === undefined || type === null ? '' : `: ${describe(type)}`
  switch (kind) {
    case 'function': {
      const info = world.functions.get(name)
      return `${name}${parametersOf(info?.params)}${typed(info?.returns())}`
    }
    case 'procedure':
    case 'action':
    case 'window': {
      const info = world.procedures.get(name)
      return `${kind} ${name}${parametersOf(info?.params)}${typed(info?.gives?.())}`
    }
    case 'variable': {
      const variable = world.variables.get(name)
      const owner =
        variable?.scope === 'seat' ? ' of a seat' : variable?.scope === 'zone' ? ' of a space' : ''
      return `variable ${name}${owner}${typed(variable?.type)}`
    }
    case 'attribute':
      return `attribute ${name}${typed(world.attributes.get(name))}`
    case 'seat property':
      return `property ${name} of a seat${typed(world.seatProps.get(name))}`
    case 'property':
      return `property ${name}${typed(world.properties.get(name)?.type)}`
    case 'option':
      return `option ${name}${typed(world.options.get(name)?.type)}`
    case 'value':
      return `value ${name} of ${of}`
    case 'enumeration':
      return `enumeration ${name}: ${(world.enums.get(name) ?? []).join(', ')}`
    case 'table':
      return `table ${name} (${world.tables
        .get(name)
        ?.columns.map(({ id, type }) => `${id}: ${describe(type)}`)
        .join(', ')})`
    default:
      return `${kind} ${name}`
  }
}

function parametersOf(params: readonly Parameter[] = []): string {
  if (params.length === 0) return ''
  const shown = params.map(
    ({ name, type, otherwise }) => `${name}: ${describe(type)}${otherwise ? ', optional' : ''}`,
  )
  return `(${shown.join('; ')})`
}

/** What people read instead of the id: the declared name. */
export function titleOf(
  { compilation: { world } }: Project,
  { name, kind, of }: Definition,
): string | undefined {
  const { declarations } = world
  const named = (
    all: readonly { readonly id: string; readonly name?: string | undefined }[],
  ): string | undefined => all.find(({ id }) => id === name)?.name
  switch (kind) {
    case 'seat':
      return named(declarations.seats)
    case 'space':
    case 'zone':
      return named(declarations.zones)
    case 'kind of piece':
      return named(declarations.tokens)
    case 'variable':
      return named(declarations.variables)
    case 'option':
      return declarations.options.find(({ id }) => id === name)?.about
    case 'scenario':
      return declarations.scenarios.find(({ id }) => id === name)?.title
    case 'value':
      return declarations.enums.find(({ id }) => id === of)?.names?.[name]
    default:
      return undefined
  }
}

/** The prose of a rule: the heading of its section, and the paragraph above its block. */
export function proseOf({ compilation: { sources } }: Project, { file, line }: Span): string | undefined {
  let at = line
  while (at > 0 && !/^\s*(?:`{3,}|~{3,})/.test(sources.line(file, at) ?? '')) at -= 1
  const paragraph: string[] = []
  let heading: string | undefined
  for (at -= 1; at > 0; at -= 1) {
    const text = sources.line(file, at) ?? ''
    const title = /^#+\s+(.+)$/.exec(text)?.[1]
    if (title !== undefined) {
      heading = title
      break
    }
    // Only the paragraph next to the block; above another block is the prose of that one.
    if (/^\s*(?:`{3,}|~{3,})/.test(text)) break
    if (text.trim() !== '') paragraph.unshift(text.trim())
    else if (paragraph.length > 0) paragraph.unshift('')
  }
  heading ??= sources.heading(file, line)?.title
  const prose = paragraph.join('\n').trim()
  if (heading === undefined && prose === '') return undefined
  return [heading === undefined ? '' : `**${heading}**`, prose].filter((part) => part !== '').join('\n\n')
}
