import type { Constant, Expr, TypeName } from '@ludoforge/kernel'
import { enumId, enumType, isEnum, isList, itemOf, listOf } from '@ludoforge/kernel'
import { didYouMean, capitalise } from '../diagnostics/index.js'
import { formatLocation, type Span } from '../source/index.js'
import { describeNode, isNullValue, type YamlNode } from '../yaml/index.js'
import { type Context, isId } from './context.js'

const BASIC: Readonly<Record<string, TypeName>> = {
  number: 'number',
  flag: 'flag',
  text: 'text',
  seat: 'seat',
  zone: 'zone',
  space: 'zone',
}

/** Parses a type: a word that `named` resolves, or `list` of one. */
export function parseTypeName(
  text: string,
  named: (word: string) => TypeName | undefined,
): TypeName | undefined {
  const [, list, word = ''] = /^(list\s+(?:of\s+)?)?(.*)$/s.exec(text.trim()) ?? []
  const type = named(word)
  if (list === undefined || type === undefined) return type
  return isList(type) ? undefined : listOf(type)
}

/** Resolves a type: `number`, `flag`, `text`, `seat`, `zone`, an enumeration, or `list` of one. */
export function typeNamed(context: Context, text: string): TypeName | undefined {
  return parseTypeName(text, (word) => {
    if (Object.hasOwn(BASIC, word)) return BASIC[word]
    return context.enums.has(word) ? enumType(word) : undefined
  })
}

export function readType(context: Context, node: YamlNode, what: string): TypeName | undefined {
  const word = context.string(node, what)
  const type = word === undefined ? undefined : typeNamed(context, word)
  if (type !== undefined || word === undefined) return type
  const known = [...Object.keys(BASIC), ...context.enums.keys()]
  const all = 'known types: number, flag, text, seat, zone, an enumeration, or list of one of these'
  const hint = didYouMean(word, known) ?? all
  return context.error('unknown-type', node.span, `There is no type \`${word}\`.`, hint)
}

const SHAPES = {
  number: 'a number',
  flag: 'true or false',
  text: 'a word',
  list: 'a list',
  map: 'a map',
  none: 'nothing',
}

function shapeOf(node: YamlNode): keyof typeof SHAPES {
  if (node.kind !== 'scalar') return node.kind
  if (node.value === null) return 'none'
  return typeof node.value === 'string' ? 'text' : typeof node.value === 'number' ? 'number' : 'flag'
}

/**
 * Infers the type of an attribute, property or column from all its values: number, flag, seat if all are seats,
 * zone if all are zones, else the enumeration of that name, which the values make up if it isn't declared.
 * Words that aren't valid names are text. `what` names the thing in messages.
 */
export function inferType(
  context: Context,
  id: string,
  samples: readonly YamlNode[],
  what: string,
  zones: 'zones' | 'spaces' = 'zones', // `spaces` for tokens: their values rarely name other zones
): TypeName | undefined {
  const written = samples.filter((node) => !isNullValue(node))
  const first = mostCommon(written)
  if (first === undefined) return undefined
  const shape = shapeOf(first)
  const alike = written.filter((node) => checkShape(context, node, first, what))
  if (shape === 'number' || shape === 'flag') return shape
  if (shape === 'map') return context.error('wrong-type', first.span, `${capitalise(what)} can't be a map.`)
  if (shape !== 'list') return inferWords(context, id, alike, zones)
  const items = alike.flatMap((node) => (node.kind === 'list' ? node.items : []))
  const nested = items.find((node) => node.kind !== 'scalar')
  if (nested !== undefined) {
    const message = `An item of ${capitalise(what)} can't be ${describeNode(nested)}.`
    return context.error('wrong-type', nested.span, message)
  }
  const item = inferType(context, id, items, what, zones)
  return item === undefined ? undefined : listOf(item)
}

/** The first value of the most common shape. A value that differs is then one error, wherever it is. */
function mostCommon(nodes: readonly YamlNode[]): YamlNode | undefined {
  const counts = new Map<string, number>()
  for (const node of nodes) counts.set(shapeOf(node), (counts.get(shapeOf(node)) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return nodes.find((node) => counts.get(shapeOf(node)) === most)
}

/** With more than this many seats or zones, a single other word is an error, not evidence of another type. */
const CLEAR_MAJORITY = 4

function inferWords(
  context: Context,
  id: string,
  nodes: readonly YamlNode[],
  zones: 'zones' | 'spaces',
): TypeName {
  const words = nodes.flatMap((node) => (node.kind === 'scalar' ? [{ word: node.raw, span: node.span }] : []))
  const declared = context.enums.get(id)
  if (declared?.closed === true) return enumType(id)
  // `none` means no seat or no zone. It doesn't make a property of seats an enumeration.
  const named = words.filter(({ word }) => word !== 'none')
  const all = (is: (word: string) => boolean): boolean => {
    const others = named.filter(({ word }) => !is(word)).length
    return named.length > 0 && (others === 0 || (others === 1 && named.length > CLEAR_MAJORITY))
  }
  if (all((word) => context.seats.has(word))) return 'seat'
  if (all((word) => (zones === 'zones' ? context.zones.has(word) : context.zones.get(word)?.space === true)))
    return 'zone'
  if (words.some(({ word }) => !isId(word))) return 'text'
  const values = new Set([...(declared?.values ?? []), ...words.map(({ word }) => word)])
  context.enums.set(id, { values: [...values], closed: false })
  const span = words[0]?.span
  if (span !== undefined && !context.spans.has(`enum:${id}`)) context.spans.set(`enum:${id}`, span)
  return enumType(id)
}

function checkShape(context: Context, node: YamlNode, first: YamlNode, what: string): boolean {
  if (shapeOf(node) === shapeOf(first)) return true
  const there = `${SHAPES[shapeOf(first)]} at ${formatLocation(first.span)}`
  context.error('wrong-type', node.span, `${capitalise(what)} is ${there}, but ${describeNode(node)} here.`)
  context.misfits.add(node)
  return false
}

/** Reads a value of a type. Reports and returns `undefined` for any other; `null` is "no seat" or "no zone". */
export function readConstant(
  context: Context,
  node: YamlNode,
  type: TypeName,
  what: string,
): Constant | undefined {
  if (context.misfits.has(node)) return undefined
  if (isList(type))
    return context
      .list(node, what)
      ?.items.map((item) => readConstant(context, item, itemOf(type), `an item of ${what}`))
      .filter((value) => value !== undefined)
  if (type === 'number') return context.int(node, what)
  if (type === 'flag') return context.flag(node, what)
  if (type !== 'text' && isNullValue(node)) return null
  const word = context.string(node, what)
  const { span } = node
  if (word === undefined || type === 'text') return word
  if (isEnum(type)) return readValue(context, word, type, span)
  if (word === 'none') return null
  if (type === 'seat') return readSeat(context, word, span)
  if (type === 'zone') return context.zones.has(word) ? word : unknownZone(context, word, span)
  if (type === 'token') return readToken(context, word, span)
  const message = `${capitalise(what)} can't be \`${word}\`. A value of type ${type} can only be \`none\` here.`
  return context.error('wrong-type', span, message)
}

/** Reads an item of a list of tokens, which is the name of a type. */
function readToken(context: Context, word: string, span: Span): string | undefined {
  if (context.spans.has(`token:${word}`)) return word
  const known = [...context.spans.keys()].filter((key) => key.startsWith('token:'))
  const ids = known.map((key) => key.slice('token:'.length))
  return context.unknown('token type', word, span, ids)
}

function readValue(context: Context, word: string, type: TypeName, span: Span): string | undefined {
  const values = context.valuesOf(type)
  if (values.includes(word)) return word
  const hint = didYouMean(word, values) ?? `its values: ${values.map((value) => `\`${value}\``).join(', ')}`
  const message = `\`${word}\` isn't a value of \`${enumId(type)}\`.`
  context.reporter.missing(word, 'unknown-value', span, message, hint)
  return undefined
}

export function readSeat(context: Context, word: string, span: Span): string | undefined {
  return context.seats.has(word) ? word : context.unknown('seat', word, span, context.seats.keys())
}

function unknownZone(context: Context, word: string, span: Span): undefined {
  if (!context.families.has(word)) return context.unknown('zone', word, span, context.zones.keys())
  const [seat = 'seat'] = context.seats.keys()
  const message = `\`${word}\` is one zone for each seat.`
  return context.error('unknown-zone', span, message, `name one of them, such as \`${word}:${seat}\``)
}

/** Lowers a constant to an expression of a GameDef. */
export function literal(value: Constant, type: TypeName): Expr {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string') return { none: type }
  if (type === 'seat') return { seat: value }
  return type === 'zone' ? { zone: value } : { value, of: enumId(type) }
}

export interface Range {
  readonly min: number
  readonly max: number
}

/** `a..b`, both ends included. */
export function readRange(context: Context, node: YamlNode, what: string): Range | undefined {
  const match = node.kind === 'scalar' ? /^([-+]?\d+)\s*\.\.\s*([-+]?\d+)$/.exec(node.raw.trim()) : null
  if (match === null) {
    const message = `${capitalise(what)} must be a range such as \`0..10\`, not ${describeNode(node)}.`
    return context.error('wrong-type', node.span, message)
  }
  const [, from = '', to = ''] = match
  const [min, max] = [from, to].map((raw) =>
    context.int({ kind: 'scalar', value: Number(raw), raw, span: node.span }, what),
  )
  if (min === undefined || max === undefined) return undefined
  if (min <= max) return { min, max }
  const message = `${capitalise(what)} starts at ${min}, above its end ${max}.`
  return context.error('bad-range', node.span, message, `write \`${max}..${min}\``)
}
