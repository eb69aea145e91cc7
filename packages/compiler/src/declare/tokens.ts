import {
  withoutUndefined,
  isEnum,
  type PropertyDef,
  type TokenTypeDef,
  type TypeName,
} from '@ludoforge/kernel'
import type { Span } from '../source/index.js'
import { type Fields, isNullValue, type YamlEntry, type YamlNode } from '../yaml/index.js'
import { expandProduct } from './cards.js'
import { type Context, occurrencesOf } from './context.js'
import { readNoun, tokenNoun } from './names.js'
import { readType } from './types.js'
import { boundsOf, readValueType, readStart } from './value-types.js'
import type { Sections } from './sections.js'
import { zoneFor } from './zones.js'

const MAX_COUNT = 10_000 // of one type

interface TokenDraft extends Omit<TokenTypeDef, 'supply' | 'props' | 'many'> {
  readonly many: string
  readonly supply?: { readonly text: string; readonly span: Span } | undefined
  readonly props: readonly YamlEntry[]
}

export interface Tokens {
  readonly properties: readonly PropertyDef[]
  readonly tokens: readonly TokenTypeDef[]
}

type Changing = ReadonlyMap<string, PropertyDef>

/** Reads pieces and cards. The types of their fixed properties are inferred from the values of all of them. */
export function readTokens(sections: Sections, context: Context): Tokens {
  const named = sections.entries('properties').filter((entry) => isOnlyNamed(entry) || isFixed(entry))
  readFixedTypes(sections, context)
  const fixedIds = new Set(
    sections
      .entries('properties')
      .filter(isFixed)
      .map(({ key }) => key),
  )
  const changing = readChanging(sections, context)
  const drafts = [
    ...sections.entries('pieces').flatMap((entry) => readPiece(entry, changing, context)),
    ...sections.entries('cards').flatMap((entry) => readCards(entry, changing, context)),
  ]
  const changes = (id: string, first: Span): boolean => {
    const message = `\`${id}\` is a changing property, so it can't have a fixed value. Write \`changing: [${id}]\`.`
    if (changing.has(id)) context.error('changing-property', first, message)
    return changing.has(id) || fixedIds.has(id)
  }
  const samples = occurrencesOf(drafts.map(({ props }) => props))
  const inferred = context.infer('property', samples, (id) => `the property \`${id}\``, changes)
  const types = new Map([...context.fixedTypes, ...inferred])
  const names = readFixedNames(named, types, context)
  const fixed = [...types].map(([id, type]) => {
    return { id, ...withoutUndefined({ name: names.get(id) }), type, changes: false }
  })
  const tokens = drafts.flatMap((draft) => finishToken(draft, types, context))
  return { properties: [...changing.values(), ...fixed], tokens }
}

/** `properties: {cost: {name: Cost}}` names a property that pieces or cards have. */
const isOnlyNamed = ({ value }: YamlEntry): boolean =>
  value.kind === 'map' && value.entries.length === 1 && value.entries[0]?.key === 'name'

/** `properties: {needs: {fixed: list of good}}` declares the type of a property that pieces or cards have. */
const isFixed = ({ value }: YamlEntry): boolean =>
  value.kind === 'map' && value.entries.some(({ key }) => key === 'fixed')

/** Reads the types of fixed properties that are declared, and so not inferred. */
function readFixedTypes(sections: Sections, context: Context): void {
  for (const entry of sections.entries('properties').filter(isFixed)) {
    const { key: id, keySpan, value } = entry
    if (!context.declare('property', id, keySpan)) continue
    const fields = context.fields(value, `the property \`${id}\``, keySpan)
    const node = fields.node('fixed')
    fields.name('name')
    if (fields.has('start'))
      context.error(
        'wrong-type',
        fields.keySpan('start'),
        `The property \`${id}\` is fixed, so it has no start.`,
        'write its value at each piece or card',
      )
    fields.node('start')
    fields.end()
    const type =
      node === undefined ? undefined : readType(context, node, `\`fixed\` of the property \`${id}\``)
    if (type !== undefined) context.fixedTypes.set(id, type)
  }
}

function readFixedNames(
  entries: readonly YamlEntry[],
  types: ReadonlyMap<string, TypeName>,
  context: Context,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const entry of entries) {
    const { key: id, keySpan, value } = entry
    const name = context.fields(value, `the property \`${id}\``, keySpan).name('name')
    if (!types.has(id) && !isFixed(entry)) context.unknown('property', id, keySpan, types.keys())
    else if (name !== undefined) names.set(id, name)
  }
  return names
}

function readChanging(sections: Sections, context: Context): Changing {
  const found = new Map<string, PropertyDef>()
  for (const entry of sections.entries('properties')) {
    const { key: id, keySpan, value } = entry
    if (isOnlyNamed(entry) || isFixed(entry) || !context.declare('property', id, keySpan)) continue
    const form = readValueType(context, id, value, `the property \`${id}\``, 'flags')
    const node = form?.fields?.node('start')
    const name = form?.fields?.name('name')
    form?.fields?.end()
    if (form === undefined) continue
    const { type } = form
    const message = `The changing property \`${id}\` must be a flag, one of several values, or a number in a range.`
    const isRanged = type === 'number' && form.range !== undefined
    if (type !== 'flag' && !isEnum(type) && !isRanged) context.error('wrong-type', value.span, message)
    else {
      const start = readStart(context, form, node, `the start of \`${id}\``)
      found.set(id, { id, ...withoutUndefined({ name }), type, ...boundsOf(form), changes: true, start })
    }
  }
  return found
}

function readPiece({ key: id, keySpan, value }: YamlEntry, known: Changing, context: Context): TokenDraft[] {
  if (!context.declare('token', id, keySpan)) return []
  const fields = context.fields(value, `the piece \`${id}\``, keySpan)
  fields.required('count')
  const count = fields.int('count', { min: 0, max: MAX_COUNT }) ?? 0
  const noun = tokenNoun(id, readNoun(fields))
  return [{ id, ...noun, family: 'pieces', count, ...readRest(id, fields, known, context) }]
}

function readCards(entry: YamlEntry, known: Changing, context: Context): TokenDraft[] {
  const { key, keySpan, value } = entry
  const several = severalCards(entry, context)
  if (several !== undefined) return several.flatMap((card) => readCards(card, known, context))
  const fields = context.fields(value, `the card \`${key}\``, keySpan)
  const each = fields.node('each')
  const cards =
    each === undefined
      ? [{ id: key, ...tokenNoun(key, readNoun(fields)), props: [] }]
      : expandProduct(key, each, fields, context)
  const count = fields.int('count', { min: 0, max: MAX_COUNT }) ?? 1
  const { props: common, ...rest } = readRest(key, fields, known, context)
  return cards.flatMap(({ id, name, many, props }) => {
    if (!context.declare('token', id, keySpan, true)) return []
    return [{ id, name, many, family: 'cards', count, ...rest, props: [...props, ...common] }]
  })
}

/** `of: {…}`: several cards that inherit the other keys, unless they override them. */
function severalCards({ key, value }: YamlEntry, context: Context): readonly YamlEntry[] | undefined {
  if (value.kind !== 'map') return undefined
  const of = value.entries.find((field) => field.key === 'of')
  if (of === undefined) return undefined
  const common = value.entries.filter((field) => field !== of)
  const cards = context.map(of.value, `\`of\` of \`${key}\``)?.entries ?? []
  return cards.map((card) => {
    if (card.value.kind !== 'map') return card
    const own = new Set(card.value.entries.map((field) => field.key))
    const entries = [...card.value.entries, ...common.filter((field) => !own.has(field.key))]
    return { ...card, value: { ...card.value, entries } }
  })
}

/** Reads the keys that pieces and cards share. Every key that isn't known is a property. */
function readRest(id: string, fields: Fields, known: Changing, context: Context) {
  const node = fields.required('supply')
  const [supply] = node === undefined ? [] : context.strings([node], `\`supply\` of ${fields.what}`)
  const names = context.strings(changingNodes(fields), `a changing property of \`${id}\``)
  const changing = names.flatMap(({ text, span }) => {
    if (known.has(text)) return [text]
    return context.unknown('property', text, span, known.keys()) ?? []
  })
  return { changing: [...new Set(changing)], ...withoutUndefined({ supply }), props: fields.rest() }
}

/** `changing: activity` is short for a list of one. */
function changingNodes(fields: Fields): readonly YamlNode[] {
  const node = fields.node('changing')
  if (node?.kind === 'scalar' && !isNullValue(node)) return [node]
  return fields.list('changing')?.items ?? []
}

function finishToken(
  { supply, props: entries, ...draft }: TokenDraft,
  types: ReadonlyMap<string, TypeName>,
  context: Context,
): TokenTypeDef[] {
  const { id, name, many, family, count, changing } = draft
  const props = context.constants(entries, types, `\`${id}\``)
  if (supply === undefined) return []
  const zone = zoneFor(context, supply.text, supply.span, { id, family, seats: seatsOf({ props }, types) })
  return zone === undefined ? [] : [{ id, name, many, family, count, props, changing, supply: zone.id }]
}

/** The seats a token belongs to: the values of its properties of type seat. */
export function seatsOf(token: Pick<TokenTypeDef, 'props'>, types: ReadonlyMap<string, TypeName>): string[] {
  return Object.entries(token.props).flatMap(([id, value]) =>
    types.get(id) === 'seat' && typeof value === 'string' ? [value] : [],
  )
}
