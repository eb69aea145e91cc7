/** Operators, aggregates and conditional values. */
import type { Aggregate, CompareOp, Expr, Operator, TypeName } from '@ludoforge/kernel'
import { definition, isEnum, isList, itemOf, listOf, present } from '@ludoforge/kernel'
import {
  describe,
  DiagnosticError,
  type Typed,
  type YamlMap,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { lowerPerformance, PERFORMANCE } from './calls.js'
import { type LoweringContext, Keys } from './context.js'
import { kindPredicate } from './filters.js'
import { lookUp } from './declared-names.js'
import { keysOf, readNode, resolveType } from './read-node.js'
import { type Form, readTagged } from './tagged.js'
import { isFreeOperation } from './bare-words.js'
import { rowOf } from './rows.js'

const flag = (expr: Operator): Typed => ({ expr, type: 'flag' })
const comparison: Form = {
  keys: ['left', 'right'],
  read: (cx, keys, op) => compare(cx, keys, op as CompareOp),
}

const OWN: Readonly<Record<string, Form>> = {
  '==': comparison,
  '!=': comparison,
  '<': comparison,
  '<=': comparison,
  '>': comparison,
  '>=': comparison,
  in: { keys: ['item', 'set'], read: membership },
  zonePropIncludes: { keys: ['zone', 'prop', 'value'], read: includes },
  legal: {
    keys: PERFORMANCE,
    read: (cx, keys) => flag({ op: 'legal', ...lowerPerformance(cx, keys, false).performance }),
  },
}

export function lowerOperator(cx: LoweringContext, node: YamlMap): Typed {
  const { expr, type } = readTagged(cx, node, { name: 'Operator', noun: 'operator', own: OWN, sugar: {} })
  return { expr, type }
}

/** Whether a node is a bare word, whose meaning depends on the other operand. */
function isBare(node: YamlNode): boolean {
  return node.kind === 'scalar' && typeof node.value === 'string' && !node.value.startsWith('$')
}

function pair(cx: LoweringContext, left: YamlNode, right: YamlNode): [Typed, Typed] {
  if (isBare(left) && !isBare(right)) {
    const second = cx.expr(right)
    return [cx.expr(left, second.type), second]
  }
  const first = cx.expr(left)
  return [first, cx.expr(right, first.type)]
}

function compare(cx: LoweringContext, keys: Keys, op: CompareOp): Typed {
  const [leftNode, rightNode] = [keys.need('left'), keys.need('right')]
  const special = freeTest(cx, op, leftNode, rightNode) ?? typeTest(cx, op, leftNode, rightNode)
  if (special !== undefined) return special
  const chosen = chosenTest(cx, op, leftNode, rightNode)
  if (chosen !== undefined) return chosen
  const [left, right] = pair(cx, leftNode, rightNode)
  const ordered = left.type === 'number' || left.type === 'any' || isEnum(left.type)
  if (op !== '==' && op !== '!=' && !ordered)
    throw new DiagnosticError(
      'wrong-type',
      keys.span,
      `\`${op}\` compares numbers or levels, not ${describe(left.type)}.`,
    )
  return flag({ op, left: left.expr, right: right.expr })
}

/** Lowers `__freeOperation != true`, the spelling of the specs, to `not free`. */
function freeTest(cx: LoweringContext, op: CompareOp, left: YamlNode, right: YamlNode): Typed | undefined {
  if (op !== '==' && op !== '!=') return undefined
  if (right.kind !== 'scalar' || typeof right.value !== 'boolean') return undefined
  const name = left.kind === 'map' ? left.entries.find(({ key }) => key === 'name')?.value : left
  if (name?.kind !== 'scalar' || !isFreeOperation(name.raw) || cx.names.find(name.raw) !== undefined)
    return undefined
  const free = cx.expr(left, 'flag').expr
  return (op === '==') === right.value ? { expr: free, type: 'flag' } : flag({ op: 'not', arg: free })
}

/** Lowers a comparison of a list with a word to membership: the specs compare the result of `chooseN` so. */
function chosenTest(
  cx: LoweringContext,
  op: CompareOp,
  leftNode: YamlNode,
  rightNode: YamlNode,
): Typed | undefined {
  if ((op !== '==' && op !== '!=') || !isBare(rightNode) || isBare(leftNode)) return undefined
  const left = cx.expr(leftNode)
  if (!isList(left.type)) return undefined
  const test: Operator = { op: 'in', item: cx.expr(rightNode, itemOf(left.type)).expr, set: left.expr }
  return flag(op === '==' ? test : { op: 'not', arg: test })
}

/** Lowers a comparison of `type` of a token to `kindIs`, if the game has no property of that name. */
function typeTest(cx: LoweringContext, op: CompareOp, left: YamlNode, right: YamlNode): Typed | undefined {
  if ((op !== '==' && op !== '!=') || left.kind !== 'map' || cx.world.properties.has('type')) return undefined
  const at = (key: string): YamlNode | undefined => left.entries.find((entry) => entry.key === key)?.value
  const [ref, prop, token] = [at('ref'), at('prop'), at('token')]
  if (ref?.kind !== 'scalar' || ref.raw !== 'tokenProp' || prop?.kind !== 'scalar' || prop.raw !== 'type')
    return undefined
  if (token === undefined) return undefined
  const filter = kindPredicate(cx, 'eq', right)
  const test: Operator = { op: 'kindIs', token: cx.expr(token, 'token').expr, filter }
  return flag(op === '==' ? test : { op: 'not', arg: test })
}

function membership(cx: LoweringContext, keys: Keys): Typed {
  const [itemNode, setNode] = [keys.need('item'), keys.need('set')]
  if (setNode.kind === 'list') {
    const item = cx.expr(itemNode)
    return flag({ op: 'in', item: item.expr, set: cx.expr(setNode, listOf(item.type)).expr })
  }
  const set = cx.list(setNode, '`in`')
  return flag({ op: 'in', item: cx.expr(itemNode, set.item).expr, set: set.expr })
}

function includes(cx: LoweringContext, keys: Keys): Typed {
  const { attributes } = cx.world
  const prop = lookUp(keys.word('prop'), 'an attribute of spaces', attributes)
  const type = attributes.get(prop) ?? 'any'
  const zone = cx.expr(keys.need('zone'), 'zone').expr
  const value = cx.expr(keys.need('value'), itemOf(type)).expr
  if (isList(type)) return flag({ op: 'zonePropIncludes', zone, prop, value })
  // For an attribute with a single value, test equality.
  return flag({ op: '==', left: { ref: 'zoneProp', zone, prop }, right: value })
}

export function lowerAggregate(cx: LoweringContext, node: YamlMap): Typed {
  const body = new Keys(node, 'an aggregate', ['aggregate'], cx).need('aggregate')
  const { index } = definition('Aggregate')
  const keys = new Keys(body, 'an aggregate', keysOf(rowOf('Aggregate')), cx)
  const row = present(
    index.get(keys.oneOf('op', [...index.keys()])),
    'every operator of an aggregate has a row.',
  )
  const { node: aggregate, types } = readNode<Aggregate>(cx, row, keys)
  const item = itemOf(types.get('query') ?? '')
  if (row.id === 'best') keys.need('value')
  const measures = row.fields.some(({ kind }) => kind.form === 'expr' && kind.type === 'order')
  if (measures && !types.has('value') && item !== 'number' && item !== 'any' && !isEnum(item))
    throw new DiagnosticError(
      'wrong-type',
      keys.need('query').span,
      `Expected a number, found ${describe(item)}.`,
    )
  const type = row.id === 'min max' ? (types.get('value') ?? item) : resolveType(row.gives ?? '', types)
  return { expr: { aggregate }, type }
}

/** Whether the type of a node depends on the other branch: a bare word or an empty list. */
const isOpen = (node: YamlNode): boolean => isBare(node) || (node.kind === 'list' && node.items.length === 0)

export function lowerConditional(cx: LoweringContext, node: YamlMap, expected?: TypeName): Typed {
  const keys = new Keys(
    new Keys(node, 'a value', ['if'], cx).need('if'),
    '`if`',
    ['when', 'then', 'else'],
    cx,
  )
  const when = cx.flag(keys.need('when'))
  const [thenNode, elseNode] = [keys.need('then'), keys.need('else')]
  const make = (then: Expr, otherwise: Expr, type: TypeName): Typed => ({
    expr: { if: { when, then, else: otherwise } },
    type,
  })
  if (expected === undefined && isOpen(thenNode) && !isOpen(elseNode)) {
    const otherwise = cx.expr(elseNode)
    return make(cx.expr(thenNode, otherwise.type).expr, otherwise.expr, otherwise.type)
  }
  const then = cx.expr(thenNode, expected)
  return make(then.expr, cx.expr(elseNode, then.type).expr, then.type)
}
