/** `X of Y` and `Y.X`: a variable, attribute, property, zone or pieces that belong to something. */
import { DIRECTION, isEnum, isList, isRow, tableId, type TypeName } from '@ludoforge/kernel'
import type { ExprNode, Word } from '../notation/index.js'
import type { Span } from '../source/index.js'
import { type Context, elaborate, filterOf, type Typed } from './expressions.js'
import { Fault, unknownName } from './fault.js'
import { phraseFilter, phraseWords, seatProperty } from './phrases.js'
import { tiedAction } from './tied.js'
import { describe } from './types.js'

export function elaborateOf(cx: Context, words: readonly Word[], objectNode: ExprNode, span: Span): Typed {
  const object = elaborate(cx, objectNode)
  const [word] = words
  const found = words.length === 1 ? member(cx, word.text, object) : undefined
  if (found !== undefined) return found
  if (object.type === 'seat') {
    const phrase = phraseFilter(cx.world, cx.scope, words)
    const owned = seatProperty(cx.world)
    if ('filter' in phrase && owned !== undefined)
      return { expr: { kinds: [{ prop: owned, eq: object.expr }, ...phrase.filter] }, type: 'kind' }
  }
  const text = words.map((w) => w.text).join(' ')
  if (isList(object.type))
    throw new Fault('wrong-type', span, `\`${text}\` of a list: go through it with \`each\` or \`collect\`.`)
  throw unknownName(word.span, text, `something that ${describe(object.type)} has`, members(cx, object.type))
}

function member(cx: Context, name: string, object: Typed): Typed | undefined {
  const { world } = cx
  const of = object.expr
  switch (object.type) {
    case 'zone': {
      if (name === 'neighbors' || name === 'neighbours')
        return { expr: { query: 'adjacentZones', zone: of }, type: 'list zone' }
      if (name === 'size') return { expr: { ref: 'zoneCount', zone: of }, type: 'number' }
      if (name === 'owner') return { expr: { ref: 'zoneOwner', zone: of }, type: 'seat' }
      if (name === 'cards' || name === 'pieces')
        return { expr: { query: 'tokensInZone', zone: of, filter: [] }, type: 'list token' }
      const variable = world.zoneVariable(name)
      if (variable !== undefined) {
        world.use(`variable:${name}`)
        return { expr: { ref: 'markerState', marker: name, space: of }, type: variable.type }
      }
      const attribute = world.attributes.get(name)
      return attribute === undefined
        ? undefined
        : { expr: { ref: 'zoneProp', zone: of, prop: name }, type: attribute }
    }
    case 'seat': {
      const variable = world.seatVariable(name)
      if (variable !== undefined) {
        world.use(`variable:${name}`)
        return { expr: { ref: 'pvar', var: name, player: of }, type: variable.type }
      }
      if (world.families.has(name)) return { expr: { ref: 'zoneOf', family: name, player: of }, type: 'zone' }
      if (name === 'next') return { expr: { ref: 'nextSeat', player: of }, type: 'seat' }
      const prop = world.seatProps.get(name)
      return prop === undefined ? undefined : { expr: { ref: 'seatProp', seat: of, prop: name }, type: prop }
    }
    case 'token': {
      if (name === 'zone' || name === 'space') return { expr: { ref: 'tokenZone', token: of }, type: 'zone' }
      const property = world.properties.get(name)
      return property === undefined
        ? undefined
        : { expr: { ref: 'tokenProp', token: of, prop: name }, type: property.type }
    }
    case 'kind': {
      const [only, ...others] = filterOf(of)
      if (only === undefined || !('type' in only) || others.length > 0) return undefined
      const action = tiedAction(world, only.type, name)
      return action === undefined ? undefined : { expr: action, type: 'action' }
    }
  }
  if (isRow(object.type)) {
    const table = tableId(object.type)
    const column = world.tables.get(table)?.columns.find((c) => c.id === name)
    return column === undefined
      ? undefined
      : { expr: { ref: 'column', table, row: of, column: name }, type: column.type }
  }
  if (object.type === DIRECTION && name === 'opposite' && world.boards.size > 0)
    return { expr: { ref: 'opposite', direction: of }, type: DIRECTION }
  if (isEnum(object.type) && name === 'level') return { expr: { op: 'level', value: of }, type: 'number' }
  return undefined
}

function members(cx: Context, type: TypeName): string[] {
  const { world } = cx
  const variables = (scope: string): string[] =>
    [...world.variables.values()].filter((v) => v.scope === scope).map((v) => v.id)
  if (type === 'zone')
    return ['neighbors', 'size', 'owner', 'cards', 'pieces', ...variables('zone'), ...world.attributes.keys()]
  if (type === 'seat')
    return ['next', ...variables('seat'), ...world.families, ...world.seatProps.keys(), ...phraseWords(world)]
  if (type === 'token') return ['zone', ...world.properties.keys()]
  if (type === 'kind')
    return [...world.properties.values()].filter((p) => p.type === 'action').map((p) => p.id)
  if (isRow(type)) return world.tables.get(tableId(type))?.columns.map((c) => c.id) ?? []
  if (type === DIRECTION) return ['opposite', 'level']
  return []
}
