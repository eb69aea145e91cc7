/** Lowers queries, which are expressions of list type. */
import type { Expr, Filter, Query, TypeName } from '@ludoforge/kernel'
import { enumType, isList, itemOf, listOf } from '@ludoforge/kernel'
import {
  describe,
  DiagnosticError,
  onlyItem,
  type Typed,
  type YamlMap,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { type LoweringContext, itemsOf, type Keys, textOf } from './context.js'
import { isTokenFilter } from './filters.js'
import { conjuncts, oneOf, type Sugar } from './read-node.js'
import { ON_BOARD, DIRECTIONAL } from './references.js'
import { type Form, readTagged } from './tagged.js'
import { resolveName, typeNamed } from './bare-words.js'

/** Reads a `filter` on properties of tokens. Any other filter is a condition on each item. */
function filterOf(cx: LoweringContext, keys: Keys): Filter {
  const filter = keys.get('filter')
  return isTokenFilter(filter) ? cx.setting.parts.filter(cx, filter) : []
}

const tokens = (keys: readonly string[], zones: (cx: LoweringContext, keys: Keys) => Expr): Form => ({
  keys,
  read: (cx, given) => ({
    expr: { query: 'tokensInZone', zone: zones(cx, given), filter: filterOf(cx, given) },
    type: 'list token',
  }),
})

/** The queries of the specs that aren't in the table, or have another form there. */
const OWN: Readonly<Record<string, Form>> = {
  zones: { keys: [], read: () => ({ expr: { query: 'mapSpaces' }, type: 'list zone' }) },
  tokensInZone: tokens(['zone'], (cx, keys) => oneOf(cx, ['zone', 'list zone'], keys.need('zone')).expr),
  supply: {
    keys: [],
    read: (cx, keys) => ({ expr: { query: 'supply', filter: filterOf(cx, keys) }, type: 'list token' }),
  },
  tokensInAdjacentZones: tokens(['zone'], (cx, keys) => ({
    query: 'adjacentZones',
    zone: cx.expr(keys.need('zone'), 'zone').expr,
  })),
  tokensInMapSpaces: tokens([], () => ({ query: 'mapSpaces' })),
  binding: {
    keys: ['name'],
    read: (cx, keys) => {
      const { text, span } = keys.word('name')
      const list = resolveName(cx, text, span)
      if (list.type === 'any') return { ...list, type: 'list any' }
      if (!isList(list.type))
        throw new DiagnosticError('wrong-type', span, `\`${text}\` is ${describe(list.type)}, not a list.`)
      return list
    },
  },
  enums: { keys: ['values'], read: enumsOf },
  list: {
    keys: ['type', 'items'],
    read: (cx, keys, _, expected) => {
      const type = keys.get('type')
      const wanted =
        type === undefined
          ? expected
          : listOf(typeNamed(cx.world, textOf(type, '`type` of a list'), type.span))
      const items = keys.need('items')
      itemsOf(items, '`items` of a list')
      return cx.expr(items, wanted)
    },
  },
}

const SUGAR: Readonly<Record<string, Sugar>> = {
  connectedZones: { other: { steps: 'maxDepth' }, item: 'zone' },
  ray: DIRECTIONAL,
  line: DIRECTIONAL,
  boardRow: ON_BOARD,
  boardColumn: ON_BOARD,
  sort: { otherwise: { order: 'up' } },
}

const TOKEN_FORMS = ['tokensInZone', 'tokensInAdjacentZones', 'tokensInMapSpaces', 'supply']

export function lowerQuery(cx: LoweringContext, node: YamlMap, expected?: TypeName): Typed {
  const { keys, word, ...list } = readTagged(
    cx,
    node,
    { name: 'Query', noun: 'query', own: OWN, sugar: SUGAR, more: ['filter'] },
    expected,
  )
  const filter = keys.get('filter')
  if (filter === undefined || (TOKEN_FORMS.includes(word) && isTokenFilter(filter))) return list
  const { bind, inner } = filtering(cx, itemOf(list.type), filter)
  const clauses = conjuncts(filter).map((part) => cx.clause(part.span))
  const expr: Query = { query: 'filter', over: list.expr, bind, where: inner.flag(filter), clauses }
  return { expr, type: list.type }
}

/** In a filter the item is `$zone`, `$token` or `$player`. In the GameDef it is `it`, as in the rules notation. */
function filtering(
  cx: LoweringContext,
  type: TypeName,
  filter: YamlNode,
): { bind: string; inner: LoweringContext } {
  const own = type === 'token' ? 'token' : type === 'seat' ? 'player' : 'zone'
  const bind = mentions(filter, 'it') ? own : 'it'
  const names = cx.names.inner()
  names.set(own, type, bind)
  names.set(bind, type)
  return { bind, inner: cx.with(names) }
}

/** Whether a node uses the name, so that binding it would capture the use. */
function mentions(node: YamlNode, name: string): boolean {
  if (node.kind === 'scalar') return node.raw === name || node.raw === `$${name}`
  if (node.kind === 'list') return node.items.some((item) => mentions(item, name))
  return node.entries.some(({ value }) => mentions(value, name))
}

/**
 * Lowers options that are words: seats, or values of an enumeration of the game. Other words become an anonymous
 * enumeration, whose id lists its values: `yes|no`.
 */
function enumsOf(cx: LoweringContext, keys: Keys): Typed {
  const { world } = cx
  const node = keys.need('values')
  const words = itemsOf(node, '`values`').map((item) => textOf(item, 'a value'))
  if (words.length === 0)
    throw new DiagnosticError('wrong-type', node.span, '`values` is empty.', 'Add at least one value.')
  const twice = words.find((word, i) => words.indexOf(word) < i)
  if (twice !== undefined)
    throw new DiagnosticError('duplicate', node.span, `\`values\` has \`${twice}\` twice.`)
  if (words.every((word) => world.seats.has(word))) return cx.expr(node, 'list seat')
  const owners = [...world.enums].filter(
    ([id, values]) => !id.includes('|') && words.every((word) => values.includes(word)),
  )
  const same = owners.find(
    ([, values]) => values.length === words.length && values.every((v, i) => v === words[i]),
  )
  const owner = onlyItem(owners)?.[0]
  if (same === undefined && owner !== undefined) return cx.expr(node, listOf(enumType(owner)))
  const invalid = words.find((word) => !/^[\w-][\w -]*$/.test(word))
  if (invalid !== undefined)
    throw new DiagnosticError('bad-id', node.span, `\`${invalid}\` isn't a valid name.`)
  const id = same?.[0] ?? (words.length === 1 ? `${words[0]}|` : words.join('|'))
  if (same === undefined) world.enums.set(id, words)
  world.use(`enum:${id}`)
  return { expr: { query: 'values', of: id }, type: listOf(enumType(id)) }
}
