import { type Constant, enumId, enumType, isEnum, isList, listOf, type TypeName } from '@ludoforge/kernel'
import { didYouMean, sentence } from '../diagnostics/index.js'
import { describeNode, Fields, type YamlNode } from '../yaml/index.js'
import type { Context } from './context.js'
import { type Range, readConstant, readRange, typeNamed } from './types.js'

/**
 * What can change in a game has one of these forms, wherever it is declared:
 *
 *     0..4 · number · 5 · flag · seat · zone · an enumeration · [its, values]      in short
 *     {range: 0..4} · {track: 0..4} · {number: true} · {flag: true} · {seat: true} · {zone: true} · {action: true}
 *     {of: an enumeration} · {values: [its, values]}                               with more keys beside
 */
export interface Form {
  readonly type: TypeName
  readonly range?: Range
  readonly track?: true // stops at the ends of its range
  readonly start?: YamlNode // of the short form `5`
  readonly fields?: Fields // of the long form: the other keys are still to be read
}

const SHORT: readonly string[] = ['number', 'flag', 'seat', 'zone', 'space', 'action']
const LONG = ['range', 'track', 'values', 'of', 'number', 'flag', 'seat', 'zone', 'action'] as const

export function readForm(context: Context, id: string, node: YamlNode, what: string): Form | undefined {
  if (node.kind === 'list') return { type: enumType(id) } // made by readEnums
  if (node.kind === 'scalar') return readShort(context, node, what)
  const fields = Fields.of(node, what, context.reporter)
  if (fields === undefined) return undefined
  const given = LONG.filter((key) => fields.node(key) !== undefined)
  const [form, second] = given
  if (form !== undefined && second !== undefined) {
    const message = `${sentence(what)} is either \`${form}\` or \`${second}\`, not both.`
    context.reporter.error('wrong-type', fields.keySpan(second), message)
  }
  if (form === undefined) {
    // `{start: 5}` is a number without bounds.
    if (fields.has('start') || fields.has('default')) return { type: 'number', fields }
    const message = `Nothing says what ${what} can be.`
    const hint =
      'give it a `range`, a `track`, `values`, `of` an enumeration, `flag: true`, `seat: true` or `zone: true`'
    context.reporter.error('missing-key', fields.span, message, hint)
    return undefined
  }
  const value = fields.node(form)
  if (value === undefined) return undefined
  if (form === 'range' || form === 'track') {
    const range = readRange(context, value, `the ${form} of ${what}`)
    if (range === undefined) return undefined
    return { type: 'number', range, ...(form === 'track' ? { track: true } : {}), fields }
  }
  if (form === 'values') return { type: enumType(id), fields }
  if (form === 'of') {
    const name = fields.string('of') ?? ''
    if (!context.enums.has(name))
      return context.unknown('enumeration', name, value.span, context.enums.keys())
    return { type: enumType(name), fields }
  }
  if (value.kind !== 'scalar' || value.value !== true) {
    context.reporter.error('wrong-type', value.span, `\`${form}\` of ${sentence(what)} can only be true.`)
  }
  return { type: form, fields }
}

const LISTED: ReadonlyMap<string, TypeName> = new Map([
  ['card', 'token'],
  ['piece', 'token'],
  ['token', 'token'],
  ['space', 'zone'],
  ['zone', 'zone'],
  ['seat', 'seat'],
  ['number', 'number'],
])

/** `{list: card}`: of what an option is a list; undefined if it is none. Numbers may have bounds: `{list: 0..9}`. */
export function readListForm(context: Context, node: YamlNode, what: string): Form | undefined {
  if (node.kind !== 'map' || !node.entries.some(({ key }) => key === 'list')) return undefined
  const fields = Fields.of(node, what, context.reporter)
  const item = fields?.node('list')
  if (fields === undefined || item?.kind !== 'scalar') {
    context.reporter.error(
      'wrong-type',
      item?.span ?? node.span,
      `\`list\` of ${what} says what it is a list of.`,
    )
    return { type: 'list number', ...(fields === undefined ? {} : { fields }) }
  }
  if (item.raw.includes('..')) {
    const range = readRange(context, item, `the numbers of ${what}`)
    return { type: 'list number', fields, ...(range === undefined ? {} : { range }) }
  }
  const word = item.raw.trim()
  const type = LISTED.get(word) ?? (context.enums.has(word) ? enumType(word) : undefined)
  if (type === undefined) {
    const known = [...LISTED.keys(), ...context.enums.keys()]
    const hint =
      didYouMean(word, known) ?? 'a list is of card, piece, space, seat, number, a range or an enumeration'
    context.reporter.error('unknown-type', item.span, `There is no list of \`${word}\`.`, hint)
  }
  return { type: listOf(type ?? 'number'), fields }
}

function readShort(context: Context, node: YamlNode & { kind: 'scalar' }, what: string): Form | undefined {
  const word = node.raw.trim()
  if (typeof node.value === 'number') return { type: 'number', start: node }
  if (word.includes('..')) {
    const range = readRange(context, node, what)
    return range === undefined ? undefined : { type: 'number', range }
  }
  if (word === 'action') return { type: 'action' }
  const type = word.startsWith('list') ? undefined : typeNamed(context, word)
  if (type !== undefined && type !== 'text') return { type }
  const hint = didYouMean(word, [...SHORT, ...context.enums.keys()])
  const message = `${sentence(what)} cannot be ${describeNode(node)}: say a range such as \`0..10\`, \`flag\`, or what it is one of.`
  context.reporter.error('unknown-type', node.span, message, hint)
  return undefined
}

/** What something starts as when nobody says: the lowest that makes sense. */
export function defaultStart(context: Context, { type, range }: Form): Constant {
  if (type === 'number') return Math.min(Math.max(0, range?.min ?? 0), range?.max ?? 0)
  if (type === 'flag') return false
  if (isEnum(type)) return context.enums.get(enumId(type))?.values[0] ?? null
  return isList(type) ? [] : null
}

/** A value that something of this form can have. */
export function readFormValue(
  context: Context,
  node: YamlNode,
  { type, range }: Pick<Form, 'type' | 'range'>,
  what: string,
): Constant | undefined {
  if (isEnum(type) && node.kind === 'scalar' && node.value === null) {
    context.reporter.error(
      'wrong-type',
      node.span,
      `${sentence(what)} must be a value of \`${enumId(type)}\`.`,
    )
    return undefined
  }
  const value = readConstant(context, node, type, what)
  if (range === undefined) return value
  const numbers = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(
    (n) => typeof n === 'number',
  )
  const outside = numbers.find((n) => n < range.min || n > range.max)
  if (outside === undefined) return value
  const message = `${sentence(what)} ${Array.isArray(value) ? 'has' : 'is'} ${outside}, outside ${range.min}..${range.max}.`
  context.reporter.error('out-of-range', node.span, message)
  return undefined
}
