/** Resolves the declared names in fields of nodes. */
import { enumType, present, rowType, type TypeName } from '@ludoforge/kernel'
import { boardNamed, DiagnosticError, type Span, unknownName, windowNamed } from '@ludoforge/compiler/dialect'
import { type LoweringContext, resolveSpelling } from './context.js'
import { enumValues, resolveName, resolveWord as meaning } from './bare-words.js'

export interface Word {
  readonly text: string
  readonly span: Span
}

/** The id of a name in the GameDef, and the type of its value. */
interface Declared {
  readonly id: string
  readonly type?: TypeName
}

type Known = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>

export function lookUp({ text, span }: Word, what: string, all: Known): string {
  const id = resolveSpelling(text, (one) => all.has(one))
  if (id === undefined) throw unknownName(span, text, what, all.keys())
  return id
}

const OWNERS = { global: 'the game', seat: 'a seat', zone: 'a space' } as const

export function variableNamed(
  cx: LoweringContext,
  name: Word,
  scope: keyof typeof OWNERS,
): Required<Declared> {
  const all = [...cx.world.variables.values()]
  const own = new Set(all.filter((one) => one.scope === scope).map(({ id }) => id))
  const id = resolveSpelling(name.text, (one) => cx.world.variables.has(one))
  const other = id === undefined || own.has(id) ? undefined : cx.world.variables.get(id)
  if (other !== undefined)
    throw new DiagnosticError(
      'wrong-type',
      name.span,
      `\`${other.id}\` is a variable of ${OWNERS[other.scope]}, not of ${OWNERS[scope]}.`,
    )
  const found = lookUp(name, `a variable of ${OWNERS[scope]}`, own)
  cx.world.use(`variable:${found}`)
  return { id: found, type: cx.world.variables.get(found)?.type ?? 'any' }
}

/** By the words of the table. `before`: the fields of the same node that are already read. */
const NAMED: Readonly<
  Record<string, (cx: LoweringContext, name: Word, before: Readonly<Record<string, unknown>>) => Declared>
> = {
  seat: ({ world }, name) => ({ id: lookUp(name, 'a seat', world.seats) }),
  zone: ({ world }, name) => ({ id: lookUp(name, 'a zone', world.zones) }),
  enum: ({ world }, { text, span }) => {
    if (enumValues(world, text) === undefined)
      throw unknownName(span, text, 'an enumeration', world.enums.keys())
    world.use(`enum:${text}`)
    return { id: text, type: enumType(text) }
  },
  value: ({ world }, name, { of }) => ({
    id: lookUp(name, `a value of ${String(of)}`, new Set(enumValues(world, String(of)))),
  }),
  action: (cx, { text, span }) => {
    meaning(cx, text, span, 'action')
    return { id: text }
  },
  option: ({ world }, name) => {
    const id = lookUp(name, 'a game option', world.options)
    world.use(`option:${id}`)
    return { id, type: world.options.get(id)?.type ?? 'any' }
  },
  binding: (cx, { text, span }) => {
    const entry = cx.names.find(text)
    return entry === undefined
      ? { id: text, type: resolveName(cx, text, span).type }
      : { id: entry.actual, type: entry.type }
  },
  'global variable': (cx, name) => variableNamed(cx, name, 'global'),
  'seat variable': (cx, name) => variableNamed(cx, name, 'seat'),
  'zone variable': (cx, name) => variableNamed(cx, name, 'zone'),
  attribute: ({ world: { attributes } }, name) => {
    const id = lookUp(name, 'an attribute of spaces', attributes)
    return { id, type: attributes.get(id) ?? 'any' }
  },
  property: ({ world: { properties } }, name) => {
    const id = lookUp(name, 'a property of tokens', properties)
    return { id, type: properties.get(id)?.type ?? 'any' }
  },
  'seat property': ({ world: { seatProps } }, name) => {
    const id = lookUp(name, 'a property of seats', seatProps)
    return { id, type: seatProps.get(id) ?? 'any' }
  },
  family: ({ world }, name) => ({ id: lookUp(name, 'a family of zones', world.families) }),
  table: ({ world }, name) => {
    const id = lookUp(name, 'a table', world.tables)
    world.use(`table:${id}`)
    return { id, type: rowType(id) }
  },
  column: ({ world }, name, { table }) => {
    const columns = new Map(world.tables.get(String(table))?.columns.map(({ id, type }) => [id, type]))
    const id = lookUp(name, `a column of ${String(table)}`, columns)
    return { id, type: columns.get(id) ?? 'any' }
  },
  'token type': ({ world }, name) => ({ id: lookUp(name, 'a type of tokens', world.tokenTypes) }),
  group: ({ world }, name) => {
    const id = lookUp(name, 'a group', world.groups)
    world.use(`group:${id}`)
    return { id }
  },
  window: (cx, name) => ({ id: windowNamed({ world: cx.world, scope: cx.names.scope() }, name) }),
  board: (cx, { text, span }) => {
    boardNamed(cx.world, text, span)
    return { id: text }
  },
  class: (_, { text }) => ({ id: text }),
  tag: (_, { text }) => ({ id: text }),
}

export function declaredName(
  cx: LoweringContext,
  of: string,
  name: Word,
  before: Readonly<Record<string, unknown>>,
): Declared {
  return present(NAMED[of], `\`${of}\` has names.`)(cx, name, before)
}
