import type { Constant, Expr, TypeName } from '@ludoforge/kernel'
import { enumId, enumType, isEnum, isList, itemOf, listOf } from '@ludoforge/kernel'
import { didYouMean, sentence } from '../diagnostics/index.js'
import { showPlace, type Span } from '../source/index.js'
import type { YamlNode } from '../yaml/index.js'
import { describeNode, expectFlag, expectInt, expectList, expectString } from '../yaml/index.js'
import { type Context, isId } from './context.js'

const BASIC: ReadonlyMap<string, TypeName> = new Map([
  ['number', 'number'],
  ['flag', 'flag'],
  ['text', 'text'],
  ['seat', 'seat'],
  ['zone', 'zone'],
  ['space', 'zone'],
])

/** The type a word names: `number`, `flag`, `text`, `seat`, `zone`, an enumeration, or `list` of one. */
export function typeNamed(context: Context, word: string): TypeName | undefined {
  const trimmed = word.trim()
  const item = /^list\s+(?:of\s+)?(.+)$/.exec(trimmed)?.[1]
  if (item !== undefined) {
    const type = typeNamed(context, item)
    return type === undefined || isList(type) ? undefined : listOf(type)
  }
  return BASIC.get(trimmed) ?? (context.enums.has(trimmed) ? enumType(trimmed) : undefined)
}

export function readType(context: Context, node: YamlNode, what: string): TypeName | undefined {
  const word = expectString(node, what, context.reporter)
  if (word === undefined) return undefined
  const type = typeNamed(context, word)
  if (type !== undefined) return type
  const known = [...BASIC.keys(), ...context.enums.keys()]
  const hint =
    didYouMean(word, known) ?? 'a type is number, flag, text, seat, zone, an enumeration, or list of one'
  context.reporter.error('unknown-type', node.span, `There is no type \`${word}\`.`, hint)
  return undefined
}

type Shape = 'number' | 'flag' | 'text' | 'list' | 'map' | 'none'

function shapeOf(node: YamlNode): Shape {
  if (node.kind !== 'scalar') return node.kind
  if (node.value === null) return 'none'
  return typeof node.value === 'string' ? 'text' : typeof node.value === 'number' ? 'number' : 'flag'
}

const SHAPES: Readonly<Record<Shape, string>> = {
  number: 'a number',
  flag: 'true or false',
  text: 'a word',
  list: 'a list',
  map: 'a map',
  none: 'nothing',
}

/**
 * The type of an attribute, property or column from all its values: number, flag, seat if all are seats, zone
 * if all are zones, else the enumeration of that name, which is made from the values if nobody declared it.
 * Words that could not be names are text. `what` names the thing in messages.
 */
export function inferType(
  context: Context,
  id: string,
  samples: readonly YamlNode[],
  what: string,
  zones: 'zones' | 'spaces' = 'zones', // of tokens, only spaces of the map: their words are seldom places
): TypeName | undefined {
  const written = samples.filter((node) => shapeOf(node) !== 'none')
  const [first] = written
  if (first === undefined) return undefined
  const shape = shapeOf(first)
  const alike = written.filter((node) => checkShape(context, node, first, what))
  if (shape === 'number' || shape === 'flag') return shape
  if (shape === 'map') {
    context.reporter.error('wrong-type', first.span, `${sentence(what)} cannot be a map.`)
    return undefined
  }
  if (shape === 'list') {
    const items = alike.flatMap((node) => (node.kind === 'list' ? node.items : []))
    const nested = items.find((node) => node.kind !== 'scalar')
    if (nested !== undefined) {
      context.reporter.error(
        'wrong-type',
        nested.span,
        `An item of ${sentence(what)} cannot be ${describeNode(nested)}.`,
      )
      return undefined
    }
    const item = inferType(context, id, items, what, zones)
    return item === undefined ? undefined : listOf(item)
  }
  return inferWords(context, id, alike, zones)
}

function inferWords(
  context: Context,
  id: string,
  nodes: readonly YamlNode[],
  zones: 'zones' | 'spaces',
): TypeName {
  const words = nodes.flatMap((node) => (node.kind === 'scalar' ? [{ word: node.raw, span: node.span }] : []))
  const declared = context.enums.get(id)
  if (declared?.closed === true) return enumType(id)
  // `none` says that there is no seat or zone; it does not make a property of seats an enumeration.
  const named = words.filter(({ word }) => word !== 'none')
  if (named.length > 0 && named.every(({ word }) => context.seats.has(word))) return 'seat'
  const isPlace = (word: string) => {
    const zone = context.zones.get(word)
    return zone !== undefined && (zone.space || zones === 'zones')
  }
  if (named.length > 0 && named.every(({ word }) => isPlace(word))) return 'zone'
  if (words.some(({ word }) => !isId(word))) return 'text'
  const values = declared?.values ?? []
  if (declared === undefined) {
    context.enums.set(id, { values, closed: false })
    const span = words[0]?.span
    if (span !== undefined && !context.spans.has(`enum:${id}`)) context.spans.set(`enum:${id}`, span)
  }
  for (const { word } of words) if (!values.includes(word)) values.push(word)
  return enumType(id)
}

function checkShape(context: Context, node: YamlNode, first: YamlNode, what: string): boolean {
  if (shapeOf(node) === shapeOf(first)) return true
  const message = `${sentence(what)} is ${SHAPES[shapeOf(first)]} at ${showPlace(first.span)}, but ${describeNode(node)} here.`
  context.reporter.error('wrong-type', node.span, message)
  context.misfits.add(node)
  return false
}

/** A value of a type. Reports and gives undefined if it is not one; null is "no seat", "no zone". */
export function readConstant(
  context: Context,
  node: YamlNode,
  type: TypeName,
  what: string,
): Constant | undefined {
  const { reporter } = context
  if (context.misfits.has(node)) return undefined
  if (isList(type)) {
    const item = itemOf(type)
    const list = expectList(node, what, reporter)
    const values = list?.items.map((one) => readConstant(context, one, item, `an item of ${what}`))
    return values?.filter((value) => value !== undefined)
  }
  if (type === 'number') return expectInt(node, what, reporter)
  if (type === 'flag') return expectFlag(node, what, reporter)
  if (type !== 'text' && node.kind === 'scalar' && node.value === null) return null
  const word = expectString(node, what, reporter)
  if (word === undefined || type === 'text') return word
  if (isEnum(type)) return readValue(context, word, enumId(type), node.span)
  if (word === 'none') return null
  if (type === 'seat') return context.seats.has(word) ? word : unknownSeat(context, word, node.span)
  if (type === 'zone') return context.zones.has(word) ? word : unknownZone(context, word, node.span)
  if (type === 'token') return readToken(context, word, node.span)
  const message = `${sentence(what)} cannot be \`${word}\`: a value of the type ${type} starts as \`none\`.`
  reporter.error('wrong-type', node.span, message)
  return undefined
}

/** A token of a list is named by its type. */
function readToken(context: Context, word: string, span: Span): string | undefined {
  if (context.spans.has(`token:${word}`)) return word
  const known = [...context.spans.keys()].filter((key) => key.startsWith('token:'))
  return context.unknown(
    'token type',
    word,
    span,
    known.map((key) => key.slice('token:'.length)),
  )
}

function readValue(context: Context, word: string, id: string, span: Span): string | undefined {
  const values = context.enums.get(id)?.values ?? []
  if (values.includes(word)) return word
  const hint = didYouMean(word, values) ?? `it has ${values.map((value) => `\`${value}\``).join(', ')}`
  context.reporter.error('unknown-value', span, `\`${word}\` is not a value of \`${id}\`.`, hint)
  return undefined
}

export function unknownSeat(context: Context, word: string, span: Span): undefined {
  return context.unknown('seat', word, span, context.seats.keys())
}

function unknownZone(context: Context, word: string, span: Span): undefined {
  if (!context.families.has(word)) return context.unknown('zone', word, span, context.zones.keys())
  const [seat = 'seat'] = context.seats.keys()
  const message = `\`${word}\` is one zone for each seat: say which.`
  context.reporter.error('unknown-zone', span, message, `for example \`${word}:${seat}\``)
  return undefined
}

/** A constant as an expression of a GameDef. */
export function literal(value: Constant, type: TypeName): Expr {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'string') {
    if (type === 'seat') return { seat: value }
    if (type === 'zone') return { zone: value }
    return { value, of: enumId(type) }
  }
  return { none: type }
}

export interface Range {
  readonly min: number
  readonly max: number
}

/** `a..b`, both ends included. */
export function readRange(context: Context, node: YamlNode, what: string): Range | undefined {
  const match = node.kind === 'scalar' ? /^([-+]?\d+)\s*\.\.\s*([-+]?\d+)$/.exec(node.raw.trim()) : null
  if (match === null) {
    const message = `${sentence(what)} must be a range such as \`0..10\`, not ${describeNode(node)}.`
    context.reporter.error('wrong-type', node.span, message)
    return undefined
  }
  const [min, max] = [match[1], match[2]].map((raw) =>
    expectInt({ kind: 'scalar', value: Number(raw), raw, span: node.span }, what, context.reporter),
  )
  if (min === undefined || max === undefined) return undefined
  if (min > max) {
    const message = `${sentence(what)} begins at ${min}, above its end ${max}.`
    context.reporter.error('bad-range', node.span, message, `write \`${max}..${min}\``)
    return undefined
  }
  return { min, max }
}
