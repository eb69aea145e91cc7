import type { Span } from '../source/index.js'

/** A YAML node with its span. */
export type YamlNode = YamlMap | YamlList | YamlScalar

/** A YAML mapping, with its entries in the order written. */
export interface YamlMap {
  readonly kind: 'map'
  readonly entries: readonly YamlEntry[]
  readonly span: Span
}

/** A key with its value. */
export interface YamlEntry {
  readonly key: string
  readonly keySpan: Span
  readonly value: YamlNode
}

/** A YAML sequence. */
export interface YamlList {
  readonly kind: 'list'
  readonly items: readonly YamlNode[]
  readonly span: Span
}

interface YamlScalar {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
  readonly raw: string // as written, without quotes
  readonly span: Span
}

/** The words of a scalar, or of all items of a list. */
export function wordsOf(node: YamlNode): string[] {
  if (node.kind === 'scalar') return typeof node.value === 'string' ? [node.raw] : []
  return node.kind === 'list' ? node.items.flatMap(wordsOf) : []
}

/** Describes a node for a message: "a list", "the number 5". */
export function describeNode(node: YamlNode): string {
  if (node.kind === 'map') return 'a map'
  if (node.kind === 'list') return 'a list'
  if (node.value === null) return 'nothing'
  if (typeof node.value === 'number') return `the number ${node.raw}`
  const shown = node.raw.length > 40 ? `${node.raw.slice(0, 39)}…` : node.raw
  if (typeof node.value === 'boolean') return `\`${shown}\``
  return `the text \`${shown}\``
}
