/** Expressions of the tree: numbers, flags, words, lists, and maps that say by their first key what they are. */
import { isList, itemOf, listOf, type TypeName } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import { argumentsFor, Fault, needType, type Typed, unknownName } from '../elaborate/index.js'
import { describeNode, type YamlList, type YamlMap, type YamlNode } from '../yaml/index.js'
import { written } from './calling.js'
import { type Cx, integerOf, itemsOf, Keys, paramOf, spelled } from './context.js'
import { lowerFilter } from './filters.js'
import { lowerAggregate, lowerConditional, lowerOperator } from './operators.js'
import { lowerQuery } from './queries.js'
import { lowerReference } from './references.js'
import { enumValue, enumValues, named, typeNamed, word } from './words.js'

export function lowerExpr(cx: Cx, node: YamlNode, expected?: TypeName): Typed {
  const typed = lowerAny(cx, node, expected)
  if (expected !== undefined) needType(node.span, expected, typed.type)
  return typed
}

function lowerAny(cx: Cx, node: YamlNode, expected?: TypeName): Typed {
  if (node.kind === 'list') return lowerList(cx, node, expected)
  if (node.kind === 'map') return lowerMap(cx, node, expected)
  const { value } = node
  if (typeof value === 'number') return { expr: integerOf(node, value), type: 'number' }
  if (typeof value === 'boolean') return { expr: value, type: 'flag' }
  if (value === null) throw new Fault('wrong-type', node.span, 'Here a value is missing.')
  return word(cx, value, node.span, expected)
}

type Reader = (cx: Cx, node: YamlMap, expected?: TypeName) => Typed

/** By the key that tells what a map is; the first that a map has decides. */
const READERS: Readonly<Record<string, Reader>> = {
  ref: lowerReference,
  op: lowerOperator,
  query: lowerQuery,
  aggregate: lowerAggregate,
  if: lowerConditional,
  call: lowerCall,
  concat: lowerConcat,
  param: lowerParam,
  seat: (cx, node) => {
    const { text, span } = new Keys(node, 'a seat', ['seat'], cx).word('seat')
    if (!cx.world.seats.has(text)) throw unknownName(span, text, 'a seat', cx.world.seats)
    return { expr: { seat: text }, type: 'seat' }
  },
  zone: (cx, node) => {
    const { text, span } = new Keys(node, 'a zone', ['zone'], cx).word('zone')
    const zone = spelled(text, (one) => cx.world.zones.has(one))
    if (zone === undefined) throw unknownName(span, text, 'a zone', cx.world.zones.keys())
    return { expr: { zone }, type: 'zone' }
  },
  value: (cx, node) => {
    const keys = new Keys(node, 'a value', ['value', 'of'], cx)
    const of = keys.word('of')
    const values = enumValues(cx.world, of.text)
    if (values === undefined) throw unknownName(of.span, of.text, 'an enumeration', cx.world.enums.keys())
    const { text, span } = keys.word('value')
    if (!values.includes(text)) throw unknownName(span, text, `a value of ${of.text}`, values)
    return enumValue(cx.world, text, of.text)
  },
  kinds: (cx, node) => {
    const filter = new Keys(node, 'a kind', ['kinds'], cx).need('kinds')
    return { expr: { kinds: lowerFilter(cx, filter) }, type: 'kind' }
  },
  action: (cx, node) => {
    const { text, span } = new Keys(node, 'an action', ['action'], cx).word('action')
    return { ...word(cx, text, span, 'action'), type: 'action' }
  },
  none: (cx, node) => {
    const { text, span } = new Keys(node, 'none', ['none'], cx).word('none')
    const type = typeNamed(cx.world, text, span)
    if (isList(type) || type === 'number' || type === 'flag')
      throw new Fault('wrong-type', span, `There is no none of the type ${type}.`)
    return { expr: { none: type }, type }
  },
}

function lowerMap(cx: Cx, node: YamlMap, expected?: TypeName): Typed {
  const head = Object.keys(READERS).find((key) => node.entries.some((entry) => entry.key === key))
  if (head !== undefined) return READERS[head](cx, node, expected)
  const [first] = node.entries
  const known = Object.keys(READERS)
  throw new Fault(
    first === undefined ? 'wrong-type' : 'unknown-key',
    first?.keySpan ?? node.span,
    first === undefined ? 'An empty map is no expression.' : `No expression has the key \`${first.key}\`.`,
    (first === undefined ? undefined : didYouMean(first.key, known)) ??
      `an expression has one of ${known.join(', ')}`,
  )
}

/** Items of one type. */
function lowerList(cx: Cx, node: YamlList, expected?: TypeName): Typed {
  let item = expected !== undefined && isList(expected) ? itemOf(expected) : undefined
  if (item === undefined && node.items.length === 0)
    throw new Fault('wrong-type', node.span, 'It is not clear of what this is an empty list.')
  const items = node.items.map((one) => {
    const typed = cx.expr(one, item)
    item ??= typed.type
    return typed.expr
  })
  const type = item ?? 'any'
  if (isList(type)) throw new Fault('wrong-type', node.span, 'A list of lists is declared as a table.')
  return { expr: { query: 'list', type, items }, type: listOf(type) }
}

function lowerCall(cx: Cx, node: YamlMap): Typed {
  const keys = new Keys(node, 'a call', ['call', 'args'], cx)
  const { text, span } = keys.word('call')
  const id = spelled(text, (one) => cx.world.functions.has(one))
  const fn = id === undefined ? undefined : cx.world.functions.get(id)
  if (fn === undefined) throw unknownName(span, text, 'a function', cx.world.functions.keys())
  const args = argumentsFor(fn.id, fn.params, written(cx, keys.get('args'), fn.id, fn.params), span)
  cx.world.use(`function:${fn.id}`)
  const type = fn.returns()
  if (type === undefined)
    throw new Fault(
      'circular',
      span,
      `\`${fn.id}\` needs its own value to be worked out.`,
      'Say what it returns.',
    )
  return { expr: { call: fn.id, args }, type }
}

/** `concat: ['box:', seat]`: the zone of a seat, one of a family of zones; without a seat, a zone by its id. */
function lowerConcat(cx: Cx, node: YamlMap): Typed {
  const parts = itemsOf(new Keys(node, 'concat', ['concat'], cx).need('concat'), '`concat`')
  const [first, second] = parts
  const { families } = cx.world
  if (parts.length !== 2 || first.kind !== 'scalar' || typeof first.value !== 'string')
    throw new Fault(
      'wrong-type',
      node.span,
      '`concat` joins the name of a family of zones and a seat.',
      FAMILY,
    )
  const family = spelled(first.value.replace(/:$/, ''), (one) => families.has(one))
  if (family === undefined) throw unknownName(first.span, first.value, 'a family of zones', families)
  return { expr: { ref: 'zoneOf', family, player: cx.player(second) }, type: 'zone' }
}

const FAMILY = "write `{concat: ['family:', seat]}`"

/** A parameter of the macro: a value that the call gives, or a word that is put in its place. */
function lowerParam(cx: Cx, node: YamlMap, expected?: TypeName): Typed {
  const name = paramOf(node)
  if (name === undefined)
    throw new Fault('wrong-type', node.span, `A parameter has a name, not ${describeNode(node)}.`)
  const meant = cx.setting.words?.get(name)
  return meant === undefined ? named(cx, name, node.span) : cx.expr(meant, expected)
}
