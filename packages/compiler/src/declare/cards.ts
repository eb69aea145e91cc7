import { withoutUndefined } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import type { Fields, YamlEntry, YamlNode } from '../yaml/index.js'
import type { Context } from './context.js'
import { tokenNoun } from './names.js'
import { readRange } from './types.js'

const MAX_CARDS = 10_000 // of one product

export interface ProductCard {
  readonly id: string
  readonly name: string
  readonly many: string
  readonly props: readonly YamlEntry[]
}

const PLACEHOLDER = /\{([^{}]*)\}/g

/** `each: {rank: 2..14, suit: [clubs, …]}`: the Cartesian product of the values. The last property changes fastest. */
export function expandProduct(key: string, node: YamlNode, fields: Fields, context: Context): ProductCard[] {
  const entries = context.map(node, `\`each\` of \`${key}\``)?.entries ?? []
  const known = entries.map((entry) => entry.key)
  let rows: YamlEntry[][] = entries.length === 0 ? [] : [[]]
  for (const entry of entries) {
    const values = readEach(entry, context)
    if (rows.length * values.length > MAX_CARDS)
      return (
        context.error(
          'too-many-cards',
          entry.keySpan,
          `\`${key}\` makes more than ${MAX_CARDS} cards, which is the limit.`,
        ) ?? []
      )
    rows = rows.flatMap((row) => values.map((value) => [...row, { ...entry, value }]))
  }
  const ids = readTemplate('id', fields, known, context)
  const names = readTemplate('name', fields, known, context)
  const plurals = readTemplate('many', fields, known, context)
  if (ids === null || names === null || plurals === null) return []
  return rows.map((props) => {
    const values = new Map(
      props.map(({ key: name, value }) => [name, value.kind === 'scalar' ? value.raw : '']),
    )
    const fill = (template: string, said = (_: string, value: string) => value) =>
      template.replaceAll(PLACEHOLDER, (_, word: string) => said(word, values.get(word) ?? ''))
    // Names are for people: `{owner}` is the name of a seat, `{suit}` that of a value.
    const named = (property: string, value: string): string => {
      const enumeration = context.fixedTypes.get(property)?.replace(/^enum:/, '') ?? property
      return context.seats.get(value)?.name ?? context.enums.get(enumeration)?.names?.[value] ?? value
    }
    const id = ids === undefined ? [...values.values()].join('-') : fill(ids)
    const [name, many] = [names, plurals].map((text) => (text === undefined ? undefined : fill(text, named)))
    return { id, ...tokenNoun(id, withoutUndefined({ name, many })), props }
  })
}

/** Reads a text with placeholders for properties. Returns `null` after reporting a placeholder for anything else. */
function readTemplate(
  of: string,
  fields: Fields,
  known: readonly string[],
  context: Context,
): string | null | undefined {
  const [template, node] = [fields.string(of), fields.node(of)]
  const words = [...(template ?? '').matchAll(PLACEHOLDER)].map(([, word = '']) => word)
  const wrong = words.find((word) => !known.includes(word))
  if (wrong === undefined) return template
  const message = `\`{${wrong}}\` isn't a property in \`each\`.`
  return context.error('unknown-property', node?.span, message, didYouMean(wrong, known)) ?? null
}

function readEach({ key, value: node }: YamlEntry, context: Context): YamlNode[] {
  if (node.kind === 'list')
    return node.items.filter((item) => {
      if (item.kind === 'scalar' && item.value !== null) return true
      context.error('wrong-type', item.span, `A value of \`${key}\` must be a word or a number.`)
      return false
    })
  const range = readRange(context, node, `\`${key}\``)
  if (range === undefined) return []
  // One more than the limit is enough to report it.
  const length = Math.min(range.max - range.min, MAX_CARDS) + 1
  return Array.from({ length }, (_, index) => {
    const value = range.min + index
    return { kind: 'scalar', value, raw: String(value), span: node.span }
  })
}
