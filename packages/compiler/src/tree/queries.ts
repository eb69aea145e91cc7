/** Queries: expressions that give a list. */
import type { Expr, Query, TypeName } from '@ludoforge/kernel'
import { enumType, isList, itemOf, listOf, rowType } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import { describe, Fault, needType, type Typed, unknownName } from '../elaborate/index.js'
import type { YamlMap, YamlNode } from '../yaml/index.js'
import { boardColumn, boardRow, straight } from './boards.js'
import { type Cx, itemsOf, Keys, spelled, textOf } from './context.js'
import { isTokenFilter, lowerFilter } from './filters.js'
import { enumValues, named, typeNamed } from './words.js'

interface Form {
  readonly keys: readonly string[]
  readonly read: (cx: Cx, keys: Keys, expected?: TypeName) => Typed
}

const zones = (expr: Expr): Typed => ({ expr, type: 'list zone' })
const spaces: Form = { keys: [], read: () => zones({ query: 'mapSpaces' }) }

/** Each form can have `filter`: predicates for tokens, a condition for everything else. */
const FORMS: Readonly<Record<string, Form>> = {
  zones: spaces,
  mapSpaces: spaces,
  zoneFamily: {
    keys: ['family'],
    read: (cx, keys) => {
      const { text, span } = keys.word('family')
      const family = spelled(text, (one) => cx.world.families.has(one))
      if (family === undefined) throw unknownName(span, text, 'a family of zones', cx.world.families)
      return zones({ query: 'zoneFamily', family })
    },
  },
  adjacentZones: {
    keys: ['zone'],
    read: (cx, keys) => zones({ query: 'adjacentZones', zone: cx.expr(keys.need('zone'), 'zone').expr }),
  },
  connectedZones: { keys: ['zone', 'bind', 'to', 'via', 'steps', 'maxDepth'], read: connected },
  ray: { keys: ['zone', 'direction'], read: (cx, keys) => straight(cx, keys, 'ray') },
  line: { keys: ['zone', 'direction'], read: (cx, keys) => straight(cx, keys, 'line') },
  boardRow: { keys: ['board', 'row'], read: boardRow },
  boardColumn: { keys: ['board', 'column'], read: boardColumn },
  tokensInZone: { keys: ['zone'], read: (cx, keys) => tokens(cx, keys, placesOf(cx, keys.need('zone'))) },
  tokensInAdjacentZones: {
    keys: ['zone'],
    read: (cx, keys) =>
      tokens(cx, keys, { query: 'adjacentZones', zone: cx.expr(keys.need('zone'), 'zone').expr }),
  },
  tokensInMapSpaces: { keys: [], read: (cx, keys) => tokens(cx, keys, { query: 'mapSpaces' }) },
  supply: {
    keys: [],
    read: (cx, keys) => ({ expr: { query: 'supply', filter: tokenFilter(cx, keys) }, type: 'list token' }),
  },
  binding: {
    keys: ['name'],
    read: (cx, keys) => {
      const { text, span } = keys.word('name')
      const list = named(cx, text, span)
      if (list.type === 'any') return { ...list, type: 'list any' }
      if (!isList(list.type))
        throw new Fault('wrong-type', span, `\`${text}\` is ${describe(list.type)}, not a list.`)
      return list
    },
  },
  enums: { keys: ['values'], read: enumsOf },
  intsInRange: {
    keys: ['min', 'max'],
    read: (cx, keys) => ({
      expr: { query: 'intsInRange', min: cx.number(keys.need('min')), max: cx.number(keys.need('max')) },
      type: 'list number',
    }),
  },
  players: { keys: [], read: () => ({ expr: { query: 'players' }, type: 'list seat' }) },
  playersFrom: {
    keys: ['player'],
    read: (cx, keys) => ({
      expr: { query: 'playersFrom', player: cx.player(keys.need('player')) },
      type: 'list seat',
    }),
  },
  values: {
    keys: ['of'],
    read: (cx, keys) => {
      const { text, span } = keys.word('of')
      if (enumValues(cx.world, text) === undefined)
        throw unknownName(span, text, 'an enumeration', cx.world.enums.keys())
      cx.world.use(`enum:${text}`)
      return { expr: { query: 'values', of: text }, type: listOf(enumType(text)) }
    },
  },
  rows: {
    keys: ['table'],
    read: (cx, keys) => {
      const { text, span } = keys.word('table')
      if (!cx.world.tables.has(text)) throw unknownName(span, text, 'a table', cx.world.tables.keys())
      cx.world.use(`table:${text}`)
      return { expr: { query: 'rows', table: text }, type: listOf(rowType(text)) }
    },
  },
  actions: {
    keys: ['class', 'tag'],
    read: (_, keys) => {
      const [cls, tag] = [keys.text('class'), keys.text('tag')]
      const expr: Query = {
        query: 'actions',
        ...(cls === undefined ? {} : { class: cls }),
        ...(tag === undefined ? {} : { tag }),
      }
      return { expr, type: 'list action' }
    },
  },
  list: {
    keys: ['type', 'items'],
    read: (cx, keys, expected) => {
      const type = keys.get('type')
      const word = type === undefined ? undefined : textOf(type, '`type` of a list')
      const wanted =
        word === undefined || type === undefined ? expected : listOf(typeNamed(cx.world, word, type.span))
      const items = keys.need('items')
      itemsOf(items, '`items` of a list')
      return cx.expr(items, wanted)
    },
  },
  filter: {
    keys: ['over', 'bind', 'where'],
    read: (cx, keys) => {
      const { list, inner, bind } = through(cx, keys)
      return where(cx, list, inner, bind, keys.need('where'))
    },
  },
  collect: {
    keys: ['over', 'bind', 'value'],
    read: (cx, keys) => {
      const { list, inner, bind } = through(cx, keys)
      const value = inner.expr(keys.need('value'))
      if (isList(value.type))
        throw new Fault('wrong-type', keys.span, '`collect` gathers single values, not lists.')
      return {
        expr: { query: 'collect', over: list.expr, bind, value: value.expr },
        type: listOf(value.type),
      }
    },
  },
  sort: {
    keys: ['over', 'bind', 'by', 'order'],
    read: (cx, keys) => {
      const { list, inner, bind } = through(cx, keys)
      const by = inner.expr(keys.need('by'))
      if (!/^(number|flag|any|enum:.*)$/s.test(by.type))
        throw new Fault('wrong-type', keys.span, `Nothing can be sorted by ${describe(by.type)}.`)
      const order = keys.has('order') ? keys.oneOf('order', ['up', 'down'] as const) : 'up'
      return { expr: { query: 'sort', over: list.expr, bind, by: by.expr, order }, type: list.type }
    },
  },
  take: {
    keys: ['over', 'count'],
    read: (cx, keys) => {
      const list = cx.list(keys.need('over'), keys.what)
      return {
        expr: { query: 'take', over: list.expr, count: cx.number(keys.need('count')) },
        type: list.type,
      }
    },
  },
  leading: {
    keys: ['over', 'bind', 'while', 'end'],
    read: (cx, keys) => {
      const { list, inner, bind } = through(cx, keys)
      const goesOn = inner.flag(keys.need('while'))
      const node = keys.get('end')
      const end = node === undefined ? {} : { end: inner.flag(node) }
      return { expr: { query: 'leading', over: list.expr, bind, while: goesOn, ...end }, type: list.type }
    },
  },
  reverse: { keys: ['over'], read: (cx, keys) => rearranged(cx, keys, 'reverse') },
  distinct: { keys: ['over'], read: (cx, keys) => rearranged(cx, keys, 'distinct') },
  union: { keys: ['left', 'right'], read: (cx, keys) => joined(cx, keys, 'union') },
  except: { keys: ['left', 'right'], read: (cx, keys) => joined(cx, keys, 'except') },
  concat: { keys: ['left', 'right'], read: (cx, keys) => joined(cx, keys, 'concat') },
}

const TOKEN_FORMS = ['tokensInZone', 'tokensInAdjacentZones', 'tokensInMapSpaces', 'supply']

export function lowerQuery(cx: Cx, node: YamlMap, expected?: TypeName): Typed {
  const written = node.entries.find(({ key }) => key === 'query')?.value
  const name = written?.kind === 'scalar' ? written.raw : ''
  if (!Object.hasOwn(FORMS, name)) {
    const known = Object.keys(FORMS)
    const hint = didYouMean(name, known) ?? `known are ${known.join(', ')}`
    throw new Fault('unknown-name', written?.span ?? node.span, `There is no query \`${name}\`.`, hint)
  }
  const keys = new Keys(node, `a query \`${name}\``, ['query', 'filter', ...FORMS[name].keys], cx)
  const list = FORMS[name].read(cx, keys, expected)
  const filter = keys.get('filter')
  if (filter === undefined || (TOKEN_FORMS.includes(name) && isTokenFilter(filter))) return list
  const { bind, inner } = filtering(cx, itemOf(list.type), filter)
  return where(cx, list, inner, bind, filter)
}

/** In a filter the item is `$zone`, `$token` or `$player`; in the GameDef it is `it`, as in the rules notation. */
function filtering(cx: Cx, type: TypeName, filter: YamlNode): { bind: string; inner: Cx } {
  const own = type === 'token' ? 'token' : type === 'seat' ? 'player' : 'zone'
  const bind = mentions(filter, 'it') ? own : 'it'
  const names = cx.names.inner()
  names.set(own, type, bind)
  names.set(bind, type)
  return { bind, inner: cx.with(names) }
}

/** Does a name that the filter uses stand in the way of calling the item so? */
function mentions(node: YamlNode, name: string): boolean {
  if (node.kind === 'scalar') return node.raw === name || node.raw === `$${name}`
  if (node.kind === 'list') return node.items.some((item) => mentions(item, name))
  return node.entries.some(({ value }) => mentions(value, name))
}

/** A filter node, with a place for every part of a conjunction so that a refusal can be explained. */
function where(cx: Cx, list: Typed, inner: Cx, bind: string, condition: YamlNode): Typed {
  const clauses = conjuncts(condition).map((part) => cx.clause(part.span))
  const expr: Query = { query: 'filter', over: list.expr, bind, where: inner.flag(condition), clauses }
  return { expr, type: list.type }
}

export function conjuncts(node: YamlNode): readonly YamlNode[] {
  if (node.kind !== 'map') return [node]
  const [op, args] = ['op', 'args'].map((key) => node.entries.find((entry) => entry.key === key)?.value)
  return op?.kind === 'scalar' && op.raw === 'and' && args?.kind === 'list' ? args.items : [node]
}

/** A zone or several. */
function placesOf(cx: Cx, node: YamlNode): Expr {
  if (node.kind === 'list') return cx.expr(node, 'list zone').expr
  const scalar = node.kind === 'scalar' && typeof node.value === 'string' && !node.value.startsWith('$')
  const zone = cx.expr(node, scalar ? 'zone' : undefined)
  if (zone.type !== 'list zone') needType(node.span, 'zone', zone.type)
  return zone.expr
}

function tokenFilter(cx: Cx, keys: Keys): ReturnType<typeof lowerFilter> {
  const filter = keys.get('filter')
  return isTokenFilter(filter) ? lowerFilter(cx, filter) : []
}

function tokens(cx: Cx, keys: Keys, zone: Expr): Typed {
  return { expr: { query: 'tokensInZone', zone, filter: tokenFilter(cx, keys) }, type: 'list token' }
}

/** `via` says from which zones the way goes on, `to` which can be entered at all. */
function connected(cx: Cx, keys: Keys): Typed {
  const [to, via, steps] = [keys.get('to'), keys.get('via'), keys.get('steps', 'maxDepth')]
  const bind = keys.has('bind') ? keys.word('bind').text : 'it'
  const names = cx.names.inner()
  if (!keys.has('bind')) names.set('zone', 'zone', bind)
  names.set(bind, 'zone')
  const inner = cx.with(names)
  return zones({
    query: 'connectedZones',
    zone: cx.expr(keys.need('zone'), 'zone').expr,
    bind,
    ...(to === undefined ? {} : { to: inner.flag(to) }),
    ...(via === undefined ? {} : { via: inner.flag(via) }),
    ...(steps === undefined ? {} : { steps: cx.number(steps) }),
  })
}

/**
 * Options that are only words. Seats are seats, and words of one enumeration of the game are its values;
 * other words become an enumeration of their own, known by its values: `yes|no`.
 */
function enumsOf(cx: Cx, keys: Keys): Typed {
  const { world } = cx
  const node = keys.need('values')
  const words = itemsOf(node, '`values`').map((item) => textOf(item, 'a value'))
  if (words.length === 0) throw new Fault('wrong-type', node.span, 'A choice between no words is none.')
  const twice = words.find((word, i) => words.indexOf(word) < i)
  if (twice !== undefined)
    throw new Fault('duplicate', node.span, `The value \`${twice}\` stands here twice.`)
  if (words.every((word) => world.seats.has(word))) return cx.expr(node, 'list seat')
  const owners = [...world.enums].filter(
    ([id, values]) => !id.includes('|') && words.every((word) => values.includes(word)),
  )
  const same = owners.find(
    ([, values]) => values.length === words.length && values.every((v, i) => v === words[i]),
  )
  if (same === undefined && owners.length === 1) return cx.expr(node, listOf(enumType(owners[0][0])))
  const odd = words.find((word) => !/^[\w-][\w -]*$/.test(word))
  if (odd !== undefined) throw new Fault('bad-id', node.span, `\`${odd}\` is not a name.`)
  const id = same?.[0] ?? (words.length === 1 ? `${words[0]}|` : words.join('|'))
  if (same === undefined) world.enums.set(id, words)
  world.use(`enum:${id}`)
  return { expr: { query: 'values', of: id }, type: listOf(enumType(id)) }
}

function through(cx: Cx, keys: Keys): { list: Typed; inner: Cx; bind: string } {
  const list = cx.list(keys.need('over'), keys.what)
  const bind = keys.has('bind') ? keys.word('bind').text : 'it'
  return { list, bind, inner: cx.inside(bind, list.item) }
}

function rearranged(cx: Cx, keys: Keys, query: 'reverse' | 'distinct'): Typed {
  const list = cx.list(keys.need('over'), keys.what)
  return { expr: { query, over: list.expr }, type: list.type }
}

function joined(cx: Cx, keys: Keys, query: 'union' | 'except' | 'concat'): Typed {
  const left = cx.list(keys.need('left'), keys.what)
  return {
    expr: { query, left: left.expr, right: cx.expr(keys.need('right'), left.type).expr },
    type: left.type,
  }
}
