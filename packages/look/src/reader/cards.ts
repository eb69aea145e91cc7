/** `cards`: the appearance of cards. One rule for all cards, or a list whose first matching rule applies. */
import type { YamlNode } from '@ludoforge/compiler/files'
import type { StyleNames } from './style-names.js'
import type { CardRow, CardRule } from './look.js'
import { type LookReader, nameSet } from './look-reader.js'

export function readCards(reader: LookReader, node: YamlNode | undefined, legend: StyleNames): CardRule[] {
  if (node === undefined) return []
  const nodes = node.kind === 'list' ? node.items : [node]
  return nodes.map((item) => readCard(reader, item, legend))
}

function readCard(reader: LookReader, node: YamlNode, legend: StyleNames): CardRule {
  const fields = reader.fields(node, 'a look of cards')
  const text = (key: string, fallback: string): string => {
    const at = fields.node(key)
    return at === undefined ? fallback : (template(reader, at, `\`${key}\` of cards`) ?? fallback)
  }
  const colour = (key: 'colour' | 'ink'): string => {
    const at = fields.node(key)
    if (at === undefined) return ''
    if (at.kind === 'scalar' && at.raw.includes('{')) return template(reader, at, `\`${key}\` of cards`) ?? ''
    return legend.colourName(at, `\`${key}\` of cards`) ?? ''
  }
  const rule: CardRule = {
    of: readOf(reader, fields.node('of')),
    title: text('title', '{name}'),
    short: text('short', ''),
    corner: text('corner', ''),
    colour: colour('colour'),
    ink: colour('ink'),
    shape: fields.oneOf('shape', ['playing', 'event', 'tile'] as const) ?? 'playing',
    words: readWords(reader, fields.node('words')),
    rows: (fields.list('rows')?.items ?? []).flatMap((row) => readRow(reader, row)),
  }
  fields.end()
  return rule
}

function readOf(reader: LookReader, node: YamlNode | undefined): CardRule['of'] {
  if (node === undefined) return 'all'
  if (node.kind !== 'map') {
    if (node.kind === 'scalar' && node.raw === 'all') return 'all'
    return reader.names(node, '`of`', reader.known.kinds)
  }
  const found: Record<string, string> = {}
  for (const { key, keySpan, value } of node.entries) {
    const wanted = reader.string(value, `\`${key}\``)
    if (!reader.isKnown(key, keySpan, reader.known.properties) || wanted === undefined) continue
    const values = reader.valuesOf(reader.def.properties, key)
    if (values === undefined || reader.isKnown(wanted, value.span, nameSet(`value of \`${key}\``, values)))
      found[key] = wanted
  }
  return found
}

/** Reads the texts of property values, such as `rank: {11: J}`. */
function readWords(reader: LookReader, node: YamlNode | undefined): CardRule['words'] {
  const found: Record<string, Record<string, string>> = {}
  for (const { key, keySpan, value } of reader.entries(node, '`words`')) {
    if (!reader.isKnown(key, keySpan, reader.known.properties)) continue
    const values = reader.valuesOf(reader.def.properties, key)
    const words: Record<string, string> = {}
    for (const one of reader.entries(value, `\`words\` of \`${key}\``)) {
      if (
        values !== undefined &&
        !reader.isKnown(one.key, one.keySpan, nameSet(`value of \`${key}\``, values))
      )
        continue
      const text = reader.string(one.value, `\`${one.key}\` of \`${key}\``)
      if (text !== undefined) words[one.key] = text
    }
    found[key] = words
  }
  return found
}

const ROWS = ['label', 'text', 'small', 'large', 'italic', 'dim', 'seats', 'sign'] as const

function readRow(reader: LookReader, node: YamlNode): CardRow[] {
  if (node.kind !== 'map') {
    const text = template(reader, node, 'a row of a card')
    return text === undefined ? [] : [{ text }]
  }
  const rows: CardRow[] = []
  const labelAt = node.entries.find(({ key }) => key === 'label')?.value
  const label = labelAt === undefined ? undefined : reader.string(labelAt, '`label` of a row')
  const labelled = label === undefined ? {} : { label }
  for (const { key, keySpan, value } of node.entries) {
    if (key === 'label') continue
    if (!reader.isKnown(key, keySpan, nameSet('kind of row', ROWS))) continue
    if (key === 'seats') {
      const property = reader.name(value, '`seats` of a row', reader.known.properties)
      if (property !== undefined) rows.push({ seats: property })
      continue
    }
    const text = template(reader, value, `\`${key}\` of a row`)
    if (text === undefined) continue
    if (key === 'sign') rows.push({ sign: text })
    else if (key === 'small' || key === 'large') rows.push({ text, size: key, ...labelled })
    else if (key === 'italic' || key === 'dim') rows.push({ text, style: key, ...labelled })
    else rows.push({ text, ...labelled })
  }
  return rows
}

/** Reads a template with `{name}`, `{id}` or `{property}` in it. */
function template(reader: LookReader, node: YamlNode, what: string): string | undefined {
  const text = reader.string(node, what)
  if (text === undefined) return undefined
  const names = nameSet('property of cards', ['name', 'id', ...reader.known.properties.all()])
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  return used.every((name) => reader.isKnown(name, node.span, names)) ? text : undefined
}
