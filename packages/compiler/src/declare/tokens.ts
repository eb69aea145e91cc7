import { type Constant, isEnum, type PropertyDef, type TokenTypeDef, type TypeName } from '@ludoforge/kernel'
import type { Span } from '../source/index.js'
import { expectString, Fields, type YamlEntry, type YamlNode } from '../yaml/index.js'
import { expandProduct, type ProductCard } from './cards.js'
import { type Context, titleCase } from './context.js'
import { defaultStart, readForm, readFormValue } from './forms.js'
import type { Sections } from './sections.js'
import { warnOfLoneName } from './spaces.js'
import { inferType, readConstant } from './types.js'
import { zoneFor } from './zones.js'

const MAX_COUNT = 10_000 // of one type

interface TokenDraft {
  readonly id: string
  readonly name: string
  readonly family: 'pieces' | 'cards'
  readonly count: number
  readonly supply?: { readonly name: string; readonly span: Span }
  readonly props: readonly YamlEntry[]
  readonly changing: readonly string[]
}

export interface Tokens {
  readonly properties: readonly PropertyDef[]
  readonly tokens: readonly TokenTypeDef[]
}

/** Pieces and cards. The types of their fixed properties follow from the values over all of them. */
export function readTokens(sections: Sections, context: Context): Tokens {
  const changing = readChanging(sections, context)
  const drafts = [
    ...sections.entries('pieces').flatMap((entry) => readPiece(entry, changing, context)),
    ...sections.entries('cards').flatMap((entry) => readCards(entry, changing, context)),
  ]
  const types = inferProperties(drafts, changing, context)
  const fixed = [...types].map(([id, type]) => ({ id, type, changes: false }))
  const tokens = drafts.flatMap((draft) => finishToken(draft, types, context))
  return { properties: [...changing.values(), ...fixed], tokens }
}

function readChanging(sections: Sections, context: Context): Map<string, PropertyDef> {
  const found = new Map<string, PropertyDef>()
  for (const { key: id, keySpan, value } of sections.entries('properties')) {
    if (!context.declare('property', id, keySpan)) continue
    const form = readForm(context, id, value, `the property \`${id}\``)
    const node = form?.fields?.node('start')
    form?.fields?.end()
    if (form === undefined) continue
    if (form.type !== 'flag' && !isEnum(form.type)) {
      const message = `The changing property \`${id}\` must be a flag or one of several values.`
      context.reporter.error('wrong-type', value.span, message)
      continue
    }
    const start =
      node === undefined ? undefined : readFormValue(context, node, form, `the start of \`${id}\``)
    found.set(id, { id, type: form.type, changes: true, start: start ?? defaultStart(context, form) })
  }
  return found
}

function readPiece(
  { key: id, keySpan, value }: YamlEntry,
  known: ReadonlyMap<string, PropertyDef>,
  context: Context,
): TokenDraft[] {
  const { reporter } = context
  if (!context.declare('token', id, keySpan)) return []
  const fields = Fields.of(value, `the piece \`${id}\``, reporter, keySpan)
  if (fields === undefined) return []
  fields.required('count')
  const count = fields.int('count', { min: 0, max: MAX_COUNT }) ?? 0
  const changing = changingOf(id, fields, known, context)
  return [
    {
      id,
      name: fields.string('name') ?? titleCase(id),
      family: 'pieces',
      count,
      ...readSupply(fields, context),
      changing,
      props: fields.rest(),
    },
  ]
}

function changingOf(
  id: string,
  fields: Fields,
  known: ReadonlyMap<string, PropertyDef>,
  context: Context,
): string[] {
  const changing = new Set<string>()
  for (const node of changingNodes(fields)) {
    const property = expectString(node, `a changing property of \`${id}\``, context.reporter)
    if (property === undefined) continue
    if (!known.has(property)) context.unknown('property', property, node.span, known.keys())
    else changing.add(property)
  }
  return [...changing]
}

/** `changing: activity` is short for a list of one. */
function changingNodes(fields: Fields): readonly YamlNode[] {
  const node = fields.node('changing')
  if (node?.kind === 'scalar' && node.value !== null) return [node]
  return fields.list('changing')?.items ?? []
}

function readSupply(fields: Fields, context: Context): { supply?: { name: string; span: Span } } {
  const node = fields.required('supply')
  const name =
    node === undefined ? undefined : expectString(node, `\`supply\` of ${fields.what}`, context.reporter)
  return node === undefined || name === undefined ? {} : { supply: { name, span: node.span } }
}

function readCards(
  { key, keySpan, value }: YamlEntry,
  known: ReadonlyMap<string, PropertyDef>,
  context: Context,
): TokenDraft[] {
  const fields = Fields.of(value, `the card \`${key}\``, context.reporter, keySpan)
  if (fields === undefined) return []
  const each = fields.node('each')
  const cards: ProductCard[] =
    each === undefined
      ? [{ id: key, name: fields.string('name') ?? titleCase(key), props: [] }]
      : expandProduct(key, each, fields, context)
  const count = fields.int('count', { min: 0, max: MAX_COUNT }) ?? 1
  const supply = readSupply(fields, context)
  const changing = changingOf(key, fields, known, context)
  const common = fields.rest()
  return cards.flatMap(({ id, name, props }) => {
    if (!context.declare('token', id, keySpan, true)) return []
    return [{ id, name, family: 'cards' as const, count, ...supply, changing, props: [...props, ...common] }]
  })
}

function inferProperties(
  drafts: readonly TokenDraft[],
  changing: ReadonlyMap<string, PropertyDef>,
  context: Context,
): Map<string, TypeName> {
  const samples = new Map<string, YamlEntry[]>()
  for (const { props } of drafts) {
    for (const entry of props) {
      const list = samples.get(entry.key)
      if (list === undefined) samples.set(entry.key, [entry])
      else list.push(entry)
    }
  }
  const types = new Map<string, TypeName>()
  for (const [id, entries] of samples) {
    const [first] = entries
    if (first === undefined) continue
    if (changing.has(id)) {
      const message = `\`${id}\` is a property that changes: a piece or card says \`changing: [${id}]\`, not its value.`
      context.reporter.error('changing-property', first.keySpan, message)
      continue
    }
    warnOfLoneName(context, id, entries, samples, 'property')
    if (!context.declare('property', id, first.keySpan)) continue
    const nodes = entries.map(({ value }) => value)
    const type = inferType(context, id, nodes, `the property \`${id}\``, 'spaces')
    if (type !== undefined) types.set(id, type)
  }
  return types
}

function finishToken(
  draft: TokenDraft,
  types: ReadonlyMap<string, TypeName>,
  context: Context,
): TokenTypeDef[] {
  const { id, name, family, count, changing } = draft
  const props: [string, Constant][] = []
  for (const { key, value } of draft.props) {
    const type = types.get(key)
    if (type === undefined || (value.kind === 'scalar' && value.value === null)) continue
    const constant = readConstant(context, value, type, `\`${key}\` of \`${id}\``)
    if (constant !== undefined) props.push([key, constant])
  }
  if (draft.supply === undefined) return []
  const token = { id, name, family, count, props: Object.fromEntries(props), changing }
  const seats = seatsOf(token, types)
  const zone = zoneFor(context, draft.supply.name, draft.supply.span, { id, family, seats })
  return zone === undefined ? [] : [{ ...token, supply: zone.id }]
}

/** The seats a token belongs to: the values of its properties that are a seat. */
export function seatsOf(token: Pick<TokenTypeDef, 'props'>, types: ReadonlyMap<string, TypeName>): string[] {
  return Object.entries(token.props).flatMap(([id, value]) =>
    types.get(id) === 'seat' && typeof value === 'string' ? [value] : [],
  )
}
