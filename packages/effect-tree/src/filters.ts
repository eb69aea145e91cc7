/** Filters of tokens: predicates that must all hold. */
import { definition, type Expr, type Filter, type Predicate } from '@ludoforge/kernel'
import { DiagnosticError, phraseWords, unknownName, type YamlNode } from '@ludoforge/compiler/dialect'
import { type LoweringContext, itemsOf, Keys, paramOf, textOf } from './context.js'
import { declaredName } from './declared-names.js'
import { readNode } from './read-node.js'
import { phrase } from './bare-words.js'

/** A list of predicates, or a single one. */
export function lowerFilter(cx: LoweringContext, node: YamlNode | undefined): Filter {
  if (node === undefined) return []
  const items = node.kind === 'map' ? [node] : itemsOf(node, 'a filter of tokens')
  return items.flatMap((item) => lowerPredicate(cx, item))
}

/** Whether a filter tests properties of tokens. Any other filter is a condition on each of them. */
export function isTokenFilter(node: YamlNode | undefined): boolean {
  if (node === undefined || node.kind === 'list') return true
  const heads = ['prop', 'type', 'family', 'group', 'kind', 'any', 'not']
  return node.kind === 'map' && node.entries.some(({ key }) => heads.includes(key))
}

const HEADS = ['prop', 'eq', 'neq', 'in', 'op', 'value', 'type', 'family', 'group', 'kind', 'any', 'not']

function lowerPredicate(cx: LoweringContext, node: YamlNode): readonly Predicate[] {
  const keys = new Keys(node, 'a predicate', HEADS, cx)
  if (keys.has('prop')) return propPredicate(cx, keys)
  if (keys.has('any'))
    return [{ any: itemsOf(keys.need('any'), '`any`').map((filter) => lowerFilter(cx, filter)) }]
  const row = definition('Predicate').nodes.find(({ id }) => keys.has(id))
  if (row !== undefined) return [readNode<Predicate>(cx, row, keys).node]
  throw new DiagnosticError('missing-key', keys.span, 'A predicate needs the key `prop`.')
}

type Test = { readonly op: 'eq' | 'neq' | 'in'; readonly value: YamlNode }

/** `{prop, eq: x}` or `{prop, op: eq, value: x}`. */
function testOf(keys: Keys): Test {
  const given = (['eq', 'neq', 'in'] as const).filter((op) => keys.has(op))
  const [op] = given
  if (given.length + (keys.has('op') ? 1 : 0) > 1)
    throw new DiagnosticError(
      'wrong-type',
      keys.span,
      'This predicate has several tests.',
      'Write one predicate for each.',
    )
  if (op !== undefined) return { op, value: keys.need(op) }
  if (!keys.has('op'))
    throw new DiagnosticError('missing-key', keys.span, 'A predicate needs `eq`, `neq` or `in`.')
  const written = keys.oneOf('op', ['eq', 'neq', 'in', '==', '!='] as const)
  return { op: written === '==' ? 'eq' : written === '!=' ? 'neq' : written, value: keys.need('value') }
}

function propPredicate(cx: LoweringContext, keys: Keys): readonly Predicate[] {
  const prop = keys.word('prop')
  const { op, value } = testOf(keys)
  if (prop.text === 'type' && !cx.world.properties.has('type')) return kindPredicate(cx, op, value)
  const { id, type = 'any' } = declaredName(cx, 'property', prop, {})
  if (op === 'in') {
    const items = itemsOf(value, `\`in\` of \`${id}\``).map((item) => cx.expr(item, type).expr)
    return [{ prop: id, in: items }]
  }
  const expr: Expr = cx.expr(value, type).expr
  return [op === 'eq' ? { prop: id, eq: expr } : { prop: id, neq: expr }]
}

/** Without a property `type`, `type` takes a word for pieces: a type, a group or a value. */
export function kindPredicate(
  cx: LoweringContext,
  op: 'eq' | 'neq' | 'in',
  value: YamlNode,
): readonly Predicate[] {
  if (op === 'in') return [{ any: itemsOf(value, '`in` of `type`').map((item) => kindOf(cx, item)) }]
  const filter = kindOf(cx, value)
  return op === 'eq' ? filter : [{ not: filter }]
}

function kindOf(cx: LoweringContext, node: YamlNode): Filter {
  const param = paramOf(node)
  const resolved = param === undefined ? node : (cx.setting.words?.get(param) ?? node)
  if (resolved.kind === 'map' || (resolved.kind === 'scalar' && resolved.raw.startsWith('$')))
    return [{ kind: cx.expr(resolved, 'kind').expr }]
  const text = textOf(resolved, 'a type of tokens')
  const filter = phrase(cx.world, text)
  if (filter === undefined) throw unknownName(node.span, text, 'a word for pieces', phraseWords(cx.world))
  return filter
}
