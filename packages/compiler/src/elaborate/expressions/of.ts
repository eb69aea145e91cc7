/** `X of Y` and `Y.X`: a variable, attribute, property, zone or pieces that belong to something. */
import { DIRECTION, type Expr, isEnum, isList, isRow, tableId, type TypeName } from '@ludoforge/kernel'
import type { ExprNode, Word } from '../../parser/index.js'
import { type NonEmpty, ownValue, type Span } from '../../source/index.js'
import { cardsIn, type Context, elaborate, filterOf, type Typed } from './expressions.js'
import { DiagnosticError, unknownName, wrongType } from '../diagnostic-error.js'
import { phraseFilter, phraseWords, seatProperty } from './phrases.js'
import { actionOfToken } from '../statements/token-actions.js'
import { describe } from '../types.js'
import type { SymbolTable } from '../symbols.js'

export function elaborateOf(cx: Context, words: NonEmpty<Word>, objectNode: ExprNode, span: Span): Typed {
  const { world } = cx
  const object = elaborate(cx, objectNode)
  const [word] = words
  const found = words.length === 1 ? member(world, word.text, object) : undefined
  if (found !== undefined) return found
  if (object.type === 'seat') {
    const owned = seatProperty(world)
    if (owned !== undefined) {
      const phrase = phraseFilter(world, cx.scope, words, [{ prop: owned, eq: object.expr }])
      if ('filter' in phrase) return { expr: { kinds: phrase.filter }, type: 'kind' }
    }
  }
  const text = words.map((w) => w.text).join(' ')
  if (isList(object.type))
    throw wrongType(span, `A list has no \`${text}\`.`, 'Go through its items with `each` or `collect`.')
  throw unknownName(
    word.span,
    text,
    `something that ${describe(object.type)} has`,
    membersOf(world, object.type),
  )
}

/** The built-in members of each type. */
const FIXED: Readonly<Record<string, Readonly<Record<string, (of: Expr) => Typed>>>> = {
  zone: {
    neighbors: (zone) => ({ expr: { query: 'adjacentZones', zone }, type: 'list zone' }),
    neighbours: (zone) => ({ expr: { query: 'adjacentZones', zone }, type: 'list zone' }),
    size: (zone) => ({ expr: { ref: 'zoneCount', zone }, type: 'number' }),
    owner: (zone) => ({ expr: { ref: 'zoneOwner', zone }, type: 'seat' }),
    cards: (zone) => cardsIn(zone),
    pieces: (zone) => cardsIn(zone),
  },
  seat: { next: (player) => ({ expr: { ref: 'nextSeat', player }, type: 'seat' }) },
  token: {
    zone: (token) => ({ expr: { ref: 'tokenZone', token }, type: 'zone' }),
    space: (token) => ({ expr: { ref: 'tokenZone', token }, type: 'zone' }),
  },
}

const fixed = (type: TypeName) => ownValue(FIXED, type) ?? {}

/** The variable, attribute or property of a space, seat or piece by name. */
export function propertyOf(world: SymbolTable, name: string, { expr: of, type }: Typed): Typed | undefined {
  const found = (expr: Expr, as: TypeName | undefined): Typed | undefined =>
    as === undefined ? undefined : { expr, type: as }
  const variable = world.variables.get(name)
  if (variable !== undefined && variable.scope === type) {
    world.use(`variable:${name}`)
    return type === 'zone'
      ? { expr: { ref: 'markerState', marker: name, space: of }, type: variable.type }
      : { expr: { ref: 'pvar', var: name, player: of }, type: variable.type }
  }
  if (type === 'zone') return found({ ref: 'zoneProp', zone: of, prop: name }, world.attributes.get(name))
  if (type === 'seat') return found({ ref: 'seatProp', seat: of, prop: name }, world.seatProps.get(name))
  if (type !== 'token') return undefined
  return found({ ref: 'tokenProp', token: of, prop: name }, world.properties.get(name)?.type)
}

/** The names and types of all attributes, properties and variables of a space or seat. */
export function propertiesOf(world: SymbolTable, type: TypeName): (readonly [string, TypeName])[] {
  const own = type === 'zone' ? world.attributes : type === 'seat' ? world.seatProps : []
  const variables = [...world.variables.values()].filter((v) => v.scope === type)
  return [...own, ...variables.map((v) => [v.id, v.type] as const)]
}

function member(world: SymbolTable, name: string, object: Typed): Typed | undefined {
  const { expr: of, type } = object
  const known = ownValue(fixed(type), name)
  if (type === 'seat' && world.families.has(name) && world.variables.get(name)?.scope !== 'seat')
    return { expr: { ref: 'zoneOf', family: name, player: of }, type: 'zone' }
  if (known !== undefined && !(type === 'seat' && world.variables.get(name)?.scope === 'seat'))
    return known(of)
  if (type === 'kind') {
    const [only, ...others] = filterOf(of)
    if (only === undefined || !('type' in only) || others.length > 0) return undefined
    const action = actionOfToken(world, only.type, name)
    return action === undefined ? undefined : { expr: action, type: 'action' }
  }
  if (isRow(type)) {
    const table = tableId(type)
    const column = world.tables.get(table)?.columns.find((c) => c.id === name)
    if (column === undefined) return undefined
    return { expr: { ref: 'column', table, row: of, column: name }, type: column.type }
  }
  if (type === DIRECTION && name === 'opposite' && world.boards.size > 0)
    return { expr: { ref: 'opposite', direction: of }, type: DIRECTION }
  const ofThings = world.thingValues.get(name)
  const fn = world.functions.get(name)
  if (ofThings?.type === type && fn?.params.length === 1) {
    const as = fn.returns()
    if (as === undefined)
      throw new DiagnosticError('circular', ofThings.span, `\`${name}\` is defined in terms of itself.`)
    world.use(`function:${name}`)
    return { expr: { call: name, args: [of] }, type: as }
  }
  if (isEnum(type) && name === 'level') return { expr: { op: 'level', value: of }, type: 'number' }
  return propertyOf(world, name, object)
}

/** The names of what a value of a type has. */
export function membersOf(world: SymbolTable, type: TypeName): string[] {
  const own = [
    ...Object.keys(fixed(type)),
    ...propertiesOf(world, type).map(([name]) => name),
    ...[...world.thingValues].flatMap(([name, things]) => (things.type === type ? [name] : [])),
  ]
  if (type === 'seat') return [...own, ...world.families, ...phraseWords(world)]
  if (type === 'token') return [...own, ...world.properties.keys()]
  if (type === 'kind')
    return [...world.properties.values()].filter((p) => p.type === 'action').map((p) => p.id)
  if (isRow(type)) return world.tables.get(tableId(type))?.columns.map((c) => c.id) ?? []
  return type === DIRECTION ? ['opposite', 'level'] : own
}
