import type { Constant, TypeName } from '@ludoforge/kernel'
import { withoutUndefined, enumId, enumType, isEnum, isList, listOf } from '@ludoforge/kernel'
import { didYouMean, capitalise } from '../diagnostics/index.js'
import { ownValue } from '../source/index.js'
import { describeNode, type Fields, isNullValue, type YamlNode } from '../yaml/index.js'
import type { Context } from './context.js'
import { type Range, readConstant, readRange, typeNamed } from './types.js'

/**
 * The type of a variable, changing property or game option, in one of these forms:
 *
 *     0..4 · number · 5 · flag · seat · zone · an enumeration · [its, values]      in short
 *     {range: 0..4} · {track: 0..4} · {number: true} · {flag: true} · {seat: true} · {zone: true} · {action: true}
 *     {of: an enumeration} · {values: [its, values]}                               with other keys
 */
export interface ValueType {
  readonly type: TypeName
  readonly range?: Range | undefined
  readonly track?: true // stops at the ends of its range
  readonly start?: YamlNode // of the short form `5`
  readonly fields?: Fields // of the long form: the other keys are still to be read
}

const SHORT: readonly string[] = ['number', 'flag', 'seat', 'zone', 'space', 'action']
const LONG = ['range', 'track', 'values', 'of', 'number', 'flag', 'seat', 'zone', 'action'] as const

/** `can`: the allowed types, for hints. Changing properties are flags or enumerations, never numbers. */
export function readValueType(
  context: Context,
  id: string,
  node: YamlNode,
  what: string,
  can: 'all' | 'flags' = 'all',
): ValueType | undefined {
  if (node.kind === 'list') return { type: enumType(id) } // made by readEnums
  if (node.kind === 'scalar' && !isNullValue(node)) return readShort(context, node, what, can)
  const fields = context.fields(node, what)
  const [form, second] = LONG.filter((key) => fields.node(key) !== undefined)
  const value = form === undefined ? undefined : fields.node(form)
  if (second !== undefined) {
    const message = `${capitalise(what)} has both \`${form}\` and \`${second}\`. Remove one.`
    context.error('wrong-type', fields.keySpan(second), message)
  }
  if (form === undefined || value === undefined) {
    // `{start: 5}` is a number without bounds.
    if (fields.has('start') || fields.has('default')) return { type: 'number', fields }
    const hint =
      can === 'flags'
        ? 'give it `values`, `of` an enumeration or `flag: true`'
        : 'give it a `range`, a `track`, `values`, `of` an enumeration, `flag: true`, `seat: true` or `zone: true`'
    return context.error('missing-key', fields.span, `${capitalise(what)} has no type.`, hint)
  }
  if (form === 'range' || form === 'track') {
    const range = readRange(context, value, `the ${form} of ${what}`)
    return range && { type: 'number', range, ...(form === 'track' && { track: true }), fields }
  }
  if (form === 'values') return { type: enumType(id), fields }
  if (form === 'of') {
    const name = fields.string('of') ?? ''
    if (context.enums.has(name)) return { type: enumType(name), fields }
    return context.unknown('enumeration', name, value.span, context.enums.keys())
  }
  if (value.kind !== 'scalar' || value.value !== true)
    context.error('wrong-type', value.span, `\`${form}\` of ${capitalise(what)} can only be true.`)
  return { type: form, fields }
}

const LISTED: Readonly<Record<string, TypeName>> = {
  card: 'token',
  piece: 'token',
  token: 'token',
  space: 'zone',
  zone: 'zone',
  seat: 'seat',
  number: 'number',
}

/** `{list: card}`, or `{list: 0..9}` for bounded numbers. Returns `undefined` if the option isn't a list. */
export function readListType(
  context: Context,
  node: YamlNode,
  what: string,
  of: 'option' | 'variable' = 'option',
): ValueType | undefined {
  if (node.kind !== 'map' || !node.entries.some(({ key }) => key === 'list')) return undefined
  const fields = context.fields(node, what)
  const item = fields.node('list')
  if (item?.kind !== 'scalar') {
    context.error(
      'wrong-type',
      item?.span ?? node.span,
      `\`list\` of ${what} must be the type of its items, such as \`card\`.`,
    )
    return { type: 'list number', fields }
  }
  if (item.raw.includes('..'))
    return { type: 'list number', fields, range: readRange(context, item, `the numbers of ${what}`) }
  const word = item.raw.trim()
  const known = of === 'variable' ? { ...LISTED, action: 'action', position: 'position' } : LISTED
  const listed = ownValue(known, word)
  const type = listed ?? (context.enums.has(word) ? enumType(word) : undefined)
  if (type === undefined) {
    const more = of === 'variable' ? ', action, position' : ''
    const all = `a list can have items of type card, piece, space, seat, number${more}, a range or an enumeration`
    const hint = didYouMean(word, [...Object.keys(known), ...context.enums.keys()]) ?? all
    context.error('unknown-type', item.span, `\`${word}\` isn't a type for the items of a list.`, hint)
  }
  return { type: listOf(type ?? 'number'), fields }
}

function readShort(
  context: Context,
  node: YamlNode & { kind: 'scalar' },
  what: string,
  can: 'all' | 'flags',
): ValueType | undefined {
  const word = node.raw.trim()
  if (typeof node.value === 'number') return { type: 'number', start: node }
  if (word.includes('..')) {
    const range = readRange(context, node, what)
    return range && { type: 'number', range }
  }
  if (word === 'action') return { type: 'action' }
  const type = word.startsWith('list') ? undefined : typeNamed(context, word)
  if (type !== undefined && type !== 'text') return { type }
  const known = [...(can === 'flags' ? ['flag'] : SHORT), ...context.enums.keys()]
  const forms = can === 'flags' ? '' : 'a range such as `0..10`, '
  const message = `${capitalise(what)} can't be ${describeNode(node)}. Write ${forms}\`flag\`, an enumeration or a list of words such as \`[calm, angry]\`.`
  const hint = didYouMean(word, known)
  return context.error('unknown-type', node.span, message, hint)
}

/** Reads the start value. The default is the number nearest to 0, false, the first value, or none. */
export function readStart(
  context: Context,
  form: ValueType,
  node: YamlNode | undefined,
  what: string,
): Constant {
  const written = node === undefined ? undefined : readValueOfType(context, node, form, what)
  if (written !== undefined) return written
  const { type, range } = form
  if (type === 'number') return Math.min(Math.max(0, range?.min ?? 0), range?.max ?? 0)
  if (type === 'flag') return false
  return isList(type) ? [] : (context.valuesOf(type)[0] ?? null)
}

/** The bounds of a type, as a GameDef stores them. */
export const boundsOf = ({ range }: ValueType): { min?: number; max?: number } =>
  withoutUndefined({ min: range?.min, max: range?.max })

/** Reads a value of this type and checks its bounds. */
export function readValueOfType(
  context: Context,
  node: YamlNode,
  { type, range }: Pick<ValueType, 'type' | 'range'>,
  what: string,
): Constant | undefined {
  if (isEnum(type) && isNullValue(node))
    return context.error(
      'wrong-type',
      node.span,
      `${capitalise(what)} must be a value of \`${enumId(type)}\`.`,
    )
  const value = readConstant(context, node, type, what)
  if (range === undefined) return value
  const numbers = [value].flat().filter((n) => typeof n === 'number')
  const outside = numbers.find((n) => n < range.min || n > range.max)
  if (outside === undefined) return value
  const has = Array.isArray(value) ? 'has' : 'is'
  const message = `${capitalise(what)} ${has} ${outside}, outside ${range.min}..${range.max}.`
  return context.error('out-of-range', node.span, message)
}
