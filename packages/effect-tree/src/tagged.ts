/** Tagged expressions: a word under `ref`, `op` or `query` determines the node. */
import { definition, type Expr, type TypeName } from '@ludoforge/kernel'
import { didYouMean, DiagnosticError, ownValue, type Typed, type YamlMap } from '@ludoforge/compiler/dialect'
import { type LoweringContext, Keys } from './context.js'
import { keysOf, readNode, type Sugar, resolveType } from './read-node.js'

/** An expression with its own reader, not the one of the table. */
export interface Form {
  readonly keys: readonly string[]
  readonly read: (cx: LoweringContext, keys: Keys, word: string, expected?: TypeName) => Typed
}

interface Family {
  readonly name: 'Reference' | 'Operator' | 'Query'
  readonly noun: string
  readonly own: Readonly<Record<string, Form>>
  readonly sugar: Readonly<Record<string, Sugar>>
  readonly more?: readonly string[] // keys that all nodes of the family can have
}

export interface Tagged extends Typed {
  readonly word: string
  readonly keys: Keys
}

export function readTagged(cx: LoweringContext, node: YamlMap, family: Family, expected?: TypeName): Tagged {
  const { name, noun, own, sugar, more = [] } = family
  const { tag = '', index } = definition(name)
  const written = node.entries.find(({ key }) => key === tag)?.value
  const word = written?.kind === 'scalar' ? written.raw : ''
  const what = noun === 'operator' ? `\`${word}\`` : `a ${noun} \`${word}\``
  const form = ownValue(own, word)
  if (form !== undefined) {
    const keys = new Keys(node, what, [tag, ...form.keys, ...more], cx)
    return { ...form.read(cx, keys, word, expected), word, keys }
  }
  const row = index.get(word)
  if (row === undefined) {
    const known = [...new Set([...index.keys(), ...Object.keys(own)])]
    const hint = didYouMean(word, known) ?? `known names: ${known.join(', ')}`
    throw new DiagnosticError(
      'unknown-name',
      written?.span ?? node.span,
      `There is no ${noun} \`${word}\`.`,
      hint,
    )
  }
  const also = ownValue(sugar, word) ?? {}
  const keys = new Keys(node, what, [...keysOf(row, also), ...more], cx)
  const { node: expr, types } = readNode<Expr>(cx, row, keys, also)
  return { expr, type: resolveType(row.gives ?? 'any', types), word, keys }
}
