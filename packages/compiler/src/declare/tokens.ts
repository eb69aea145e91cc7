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
import { type Context, occurrencesOf, titleCase } from './context.js'
import { readValueType, readStart } from './value-types.js'
import type { Sections } from './sections.js'
import { zoneFor } from './zones.js'

const MAX_COUNT = 10_000 // of one type

interface TokenDraft extends Omit<TokenTypeDef, 'supply' | 'props'> {
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
  const changing = readChanging(sections, context)
  const drafts = [
    ...sections.entries('pieces').flatMap((entry) => readPiece(entry, changing, context)),
    ...sections.entries('cards').flatMap((entry) => readCards(entry, changing, context)),
  ]
  const changes = (id: string, first: Span): boolean => {
    const message = `\`${id}\` is a changing property, so it can't have a fixed value. Write \`changing: [${id}]\`.`
    if (changing.has(id)) context.error('changing-property', first, message)
    return changing.has(id)
  }
  const samples = occurrencesOf(drafts.map(({ props }) => props))
  const types = context.infer('property', samples, (id) => `the property \`${id}\``, changes)
  const fixed = [...types].map(([id, type]) => ({ id, type, changes: false }))
  const tokens = drafts.flatMap((draft) => finishToken(draft, types, context))
  return { properties: [...changing.values(), ...fixed], tokens }
}

function readChanging(sections: Sections, context: Context): Changing {
  const found = new Map<string, PropertyDef>()
  for (const { key: id, keySpan, value } of sections.entries('properties')) {
    if (!context.declare('property', id, keySpan)) continue
    const form = readValueType(context, id, value, `the property \`${id}\``, 'flags')
    const node = form?.fields?.node('start')
    form?.fields?.end()
    if (form === undefined) continue
    const { type } = form
    const message = `The changing property \`${id}\` must be a flag or one of several values.`
    if (type !== 'flag' && !isEnum(type)) context.error('wrong-type', value.span, message)
    else {
      const start = readStart(context, form, node, `the start of \`${id}\``)
      found.set(id, { id, type, changes: true, start })
    }
  }
  return found
}

function readPiece({ key: id, keySpan, value }: YamlEntry, known: Changing, context: Context): TokenDraft[] {
  if (!context.declare('token', id, keySpan)) return []
  const fields = context.fields(value, `the piece \`${id}\``, keySpan)
  fields.required('count')
  const count = fields.int('count', { min: 0, max: MAX_COUNT }) ?? 0
  const name = fields.string('name') ?? titleCase(id)
  return [{ id, name, family: 'pieces', count, ...readRest(id, fields, known, context) }]
}

function readCards(entry: YamlEntry, known: Changing, context: Context): TokenDraft[] {
  const { key, keySpan, value } = entry
  const several = severalCards(entry, context)
  if (several !== undefined) return several.flatMap((card) => readCards(card, known, context))
  const fields = context.fields(value, `the card \`${key}\``, keySpan)
  const each = fields.node('each')
  const cards =
    each === undefined
      ? [{ id: key, name: fields.string('name') ?? titleCase(key), props: [] }]
      : expandProduct(key, each, fields, context)
  const count = fields.int('count', { min: 0, max: MAX_COUNT }) ?? 1
  const { props: common, ...rest } = readRest(key, fields, known, context)
  return cards.flatMap(({ id, name, props }) => {
    if (!context.declare('token', id, keySpan, true)) return []
    return [{ id, name, family: 'cards', count, ...rest, props: [...props, ...common] }]
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
  const { id, name, family, count, changing } = draft
  const props = context.constants(entries, types, `\`${id}\``)
  if (supply === undefined) return []
  const zone = zoneFor(context, supply.text, supply.span, { id, family, seats: seatsOf({ props }, types) })
  return zone === undefined ? [] : [{ id, name, family, count, props, changing, supply: zone.id }]
}

/** The seats a token belongs to: the values of its properties of type seat. */
export function seatsOf(token: Pick<TokenTypeDef, 'props'>, types: ReadonlyMap<string, TypeName>): string[] {
  return Object.entries(token.props).flatMap(([id, value]) =>
    types.get(id) === 'seat' && typeof value === 'string' ? [value] : [],
  )
}
