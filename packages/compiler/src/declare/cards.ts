import { didYouMean } from '../diagnostics/index.js'
import { expectMap, type Fields, type YamlEntry, type YamlNode } from '../yaml/index.js'
import { type Context, titleCase } from './context.js'
import { readRange } from './types.js'

const MAX_CARDS = 10_000 // of one product

export interface ProductCard {
  readonly id: string
  readonly name: string
  readonly props: readonly YamlEntry[]
}

/** `each: {rank: 2..14, suit: [clubs, …]}`: a card for every combination, the last property changing fastest. */
export function expandProduct(key: string, node: YamlNode, fields: Fields, context: Context): ProductCard[] {
  const { reporter } = context
  const entries = expectMap(node, `\`each\` of \`${key}\``, reporter)?.entries ?? []
  const ids = fields.string('id')
  const names = fields.string('name')
  let rows: YamlEntry[][] = [[]]
  for (const entry of entries) {
    const values = readEach(entry, context)
    if (rows.length * values.length > MAX_CARDS) {
      reporter.error('too-many-cards', entry.keySpan, `\`${key}\` would be more than ${MAX_CARDS} cards.`)
      return []
    }
    rows = rows.flatMap((row) => values.map((value) => [...row, { ...entry, value }]))
  }
  if (entries.length === 0 || rows.length === 0) return []
  const known = new Set(entries.map((entry) => entry.key))
  const checked = [
    [ids, 'id'],
    [names, 'name'],
  ] as const
  for (const [template, of] of checked) {
    const nodeOf = fields.node(of)
    if (template === undefined || nodeOf === undefined) continue
    for (const [, word = ''] of template.matchAll(PLACE)) {
      if (known.has(word)) continue
      const message = `\`{${word}}\` is not one of the properties in \`each\`.`
      reporter.error('unknown-property', nodeOf.span, message, didYouMean(word, known))
      return []
    }
  }
  return rows.map((props) => {
    const values = new Map(
      props.map(({ key: name, value }) => [name, value.kind === 'scalar' ? value.raw : '']),
    )
    const fill = (template: string) => template.replaceAll(PLACE, (_, word: string) => values.get(word) ?? '')
    const id = ids === undefined ? [...values.values()].join('-') : fill(ids)
    return { id, name: names === undefined ? titleCase(id) : fill(names), props }
  })
}

const PLACE = /\{([^{}]*)\}/g

function readEach({ key, value: node }: YamlEntry, context: Context): YamlNode[] {
  if (node.kind === 'list') {
    return node.items.filter((item) => {
      if (item.kind === 'scalar' && item.value !== null) return true
      context.reporter.error('wrong-type', item.span, `A value of \`${key}\` must be a word or a number.`)
      return false
    })
  }
  const range = readRange(context, node, `\`${key}\``)
  if (range === undefined) return []
  // One more than allowed is enough to be refused.
  const length = Math.min(range.max - range.min, MAX_CARDS) + 1
  return Array.from({ length }, (_, index) => {
    const value = range.min + index
    return { kind: 'scalar', value, raw: String(value), span: node.span }
  })
}
