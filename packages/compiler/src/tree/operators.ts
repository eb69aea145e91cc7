/** Operators, aggregates and values that depend on a condition. */
import type { Aggregate, Expr, Operator, TypeName } from '@ludoforge/kernel'
import { isEnum, isList, itemOf, listOf } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import { accepts, describe, Fault, type Typed, unknownName } from '../elaborate/index.js'
import type { YamlMap, YamlNode } from '../yaml/index.js'
import { lowerPerformance, PERFORMANCE } from './calling.js'
import { type Cx, itemsOf, Keys, spelled } from './context.js'
import { kindPredicate, lowerFilter } from './filters.js'
import { isFreeOperation } from './words.js'

type CompareOp = '==' | '!=' | '<' | '<=' | '>' | '>='
type ArithmeticOp = '+' | '-' | '*' | '/' | '%' | 'min' | 'max'

interface Op {
  readonly keys: readonly string[]
  readonly read: (cx: Cx, keys: Keys, op: string) => Typed
}

const flag = (expr: Operator): Typed => ({ expr, type: 'flag' })
const arithmetic: Op = {
  keys: ['left', 'right'],
  read: (cx, keys, op) => ({
    expr: {
      op: op as ArithmeticOp,
      left: cx.number(keys.need('left')),
      right: cx.number(keys.need('right')),
    },
    type: 'number',
  }),
}
const comparison: Op = { keys: ['left', 'right'], read: (cx, keys, op) => compare(cx, keys, op as CompareOp) }
const logic: Op = {
  keys: ['args'],
  read: (cx, keys, op) => {
    const parts = itemsOf(keys.need('args'), `\`args\` of \`${op}\``)
    const args = parts.map((arg) => cx.flag(arg))
    return flag({ op: op as 'and' | 'or', args, clauses: parts.map(({ span }) => cx.clause(span)) })
  },
}

const OPS: Readonly<Record<string, Op>> = {
  '+': arithmetic,
  '-': arithmetic,
  '*': arithmetic,
  '/': arithmetic,
  '%': arithmetic,
  min: arithmetic,
  max: arithmetic,
  '==': comparison,
  '!=': comparison,
  '<': comparison,
  '<=': comparison,
  '>': comparison,
  '>=': comparison,
  and: logic,
  or: logic,
  not: { keys: ['arg'], read: (cx, keys) => flag({ op: 'not', arg: cx.flag(keys.need('arg')) }) },
  in: { keys: ['item', 'set'], read: membership },
  zonePropIncludes: { keys: ['zone', 'prop', 'value'], read: includes },
  kindIs: {
    keys: ['token', 'filter'],
    read: (cx, keys) => {
      const token = cx.expr(keys.need('token'), 'token').expr
      return flag({ op: 'kindIs', token, filter: lowerFilter(cx, keys.get('filter')) })
    },
  },
  adjacent: {
    keys: ['left', 'right'],
    read: (cx, keys) => {
      const [left, right] = [keys.need('left'), keys.need('right')].map((node) => cx.expr(node, 'zone').expr)
      return flag({ op: 'adjacent', left, right })
    },
  },
  within: {
    keys: ['zone'],
    read: (cx, keys) => flag({ op: 'within', zone: cx.expr(keys.need('zone'), 'zone').expr }),
  },
  legal: {
    keys: PERFORMANCE,
    read: (cx, keys) => flag({ op: 'legal', ...lowerPerformance(cx, keys, false).performance }),
  },
  level: {
    keys: ['value'],
    read: (cx, keys) => {
      const node = keys.need('value')
      const value = cx.expr(node)
      if (!isEnum(value.type) && value.type !== 'any')
        throw new Fault(
          'wrong-type',
          node.span,
          `Only values of an enumeration have a level, not ${describe(value.type)}.`,
        )
      return { expr: { op: 'level', value: value.expr }, type: 'number' }
    },
  },
  compare: {
    keys: ['left', 'right'],
    read: (cx, keys) => {
      const [left, right] = [keys.need('left'), keys.need('right')].map(
        (node) => cx.expr(node, 'list number').expr,
      )
      return { expr: { op: 'compare', left, right }, type: 'number' }
    },
  },
}

export function lowerOperator(cx: Cx, node: YamlMap): Typed {
  const op = node.entries.find(({ key }) => key === 'op')?.value
  const name = op?.kind === 'scalar' ? op.raw : ''
  if (!Object.hasOwn(OPS, name)) {
    const known = Object.keys(OPS)
    const hint = didYouMean(name, known) ?? `known are ${known.join(' ')}`
    throw new Fault('unknown-name', op?.span ?? node.span, `There is no operator \`${name}\`.`, hint)
  }
  return OPS[name].read(cx, new Keys(node, `\`${name}\``, ['op', ...OPS[name].keys], cx), name)
}

/** A word that says nothing by itself; the other side tells what it is. */
function isBare(node: YamlNode): boolean {
  return node.kind === 'scalar' && typeof node.value === 'string' && !node.value.startsWith('$')
}

function pair(cx: Cx, left: YamlNode, right: YamlNode): [Typed, Typed] {
  if (isBare(left) && !isBare(right)) {
    const second = cx.expr(right)
    return [cx.expr(left, second.type), second]
  }
  const first = cx.expr(left)
  return [first, cx.expr(right, first.type)]
}

function compare(cx: Cx, keys: Keys, op: CompareOp): Typed {
  const [leftNode, rightNode] = [keys.need('left'), keys.need('right')]
  const special = freeTest(cx, op, leftNode, rightNode) ?? typeTest(cx, op, leftNode, rightNode)
  if (special !== undefined) return special
  const chosen = chosenTest(cx, op, leftNode, rightNode)
  if (chosen !== undefined) return chosen
  const [left, right] = pair(cx, leftNode, rightNode)
  const ordered = left.type === 'number' || left.type === 'any' || isEnum(left.type)
  if (op !== '==' && op !== '!=' && !ordered)
    throw new Fault(
      'wrong-type',
      keys.span,
      `\`${op}\` compares numbers or levels, not ${describe(left.type)}.`,
    )
  return flag({ op, left: left.expr, right: right.expr })
}

/** `__freeOperation != true`, as the specs say it, is `not free`. */
function freeTest(cx: Cx, op: CompareOp, left: YamlNode, right: YamlNode): Typed | undefined {
  if (op !== '==' && op !== '!=') return undefined
  if (right.kind !== 'scalar' || typeof right.value !== 'boolean') return undefined
  const name = left.kind === 'map' ? left.entries.find(({ key }) => key === 'name')?.value : left
  if (name?.kind !== 'scalar' || !isFreeOperation(name.raw) || cx.names.find(name.raw) !== undefined)
    return undefined
  const free = cx.expr(left, 'flag').expr
  return (op === '==') === right.value ? { expr: free, type: 'flag' } : flag({ op: 'not', arg: free })
}

/** A choice of several that allows only one, compared with a word: was that one chosen? */
function chosenTest(cx: Cx, op: CompareOp, leftNode: YamlNode, rightNode: YamlNode): Typed | undefined {
  if ((op !== '==' && op !== '!=') || !isBare(rightNode) || isBare(leftNode)) return undefined
  const left = cx.expr(leftNode)
  if (!isList(left.type)) return undefined
  const test: Operator = { op: 'in', item: cx.expr(rightNode, itemOf(left.type)).expr, set: left.expr }
  return flag(op === '==' ? test : { op: 'not', arg: test })
}

/** `type` of a token, where the game has no property of that name, is asked as "is it one of these". */
function typeTest(cx: Cx, op: CompareOp, left: YamlNode, right: YamlNode): Typed | undefined {
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

function membership(cx: Cx, keys: Keys): Typed {
  const [itemNode, setNode] = [keys.need('item'), keys.need('set')]
  if (setNode.kind === 'list') {
    const item = cx.expr(itemNode)
    return flag({ op: 'in', item: item.expr, set: cx.expr(setNode, listOf(item.type)).expr })
  }
  const set = cx.list(setNode, '`in`')
  return flag({ op: 'in', item: cx.expr(itemNode, set.item).expr, set: set.expr })
}

function includes(cx: Cx, keys: Keys): Typed {
  const { attributes } = cx.world
  const { text, span } = keys.word('prop')
  const prop = spelled(text, (one) => attributes.has(one))
  const type = prop === undefined ? undefined : attributes.get(prop)
  if (prop === undefined || type === undefined)
    throw unknownName(span, text, 'an attribute of spaces', attributes.keys())
  const zone = cx.expr(keys.need('zone'), 'zone').expr
  if (isList(type)) {
    const value = cx.expr(keys.need('value'), itemOf(type)).expr
    return flag({ op: 'zonePropIncludes', zone, prop, value })
  }
  // A game whose spaces have one such value each says the same with an equation.
  const value = cx.expr(keys.need('value'), type).expr
  return flag({ op: '==', left: { ref: 'zoneProp', zone, prop }, right: value })
}

const AGGREGATES = ['count', 'sum', 'min', 'max', 'any', 'all', 'first', 'last', 'best'] as const

export function lowerAggregate(cx: Cx, node: YamlMap): Typed {
  const body = new Keys(node, 'an aggregate', ['aggregate'], cx).need('aggregate')
  const keys = new Keys(body, 'an aggregate', ['op', 'query', 'bind', 'value'], cx)
  const op = keys.oneOf('op', AGGREGATES)
  const queryNode = keys.need('query')
  const query = cx.list(queryNode, `\`${op}\``)
  const { item } = query
  const bind = keys.get('bind') === undefined ? undefined : keys.word('bind').text
  const valueNode = keys.get('value')
  const value = valueNode === undefined ? undefined : cx.inside(bind ?? 'it', item).expr(valueNode)
  const measured = value?.type ?? item
  if (valueNode === undefined && op === 'best') keys.need('value')
  const wanted = wantedType(op)
  const fits =
    wanted === 'number'
      ? measured === 'number' || measured === 'any' || isEnum(measured)
      : accepts(wanted, measured)
  if ((value !== undefined || wanted === 'number') && !fits)
    throw new Fault(
      'wrong-type',
      (valueNode ?? queryNode).span,
      `Expected ${describe(wanted)}, found ${describe(measured)}.`,
    )
  const aggregate: Aggregate = {
    op,
    query: query.expr,
    ...(bind === undefined ? {} : { bind }),
    ...(value === undefined ? {} : { value: value.expr }),
  }
  return { expr: { aggregate }, type: resultType(op, item, measured) }
}

/** What an aggregate needs its value to be: something to test, or something to measure. */
function wantedType(op: Aggregate['op']): TypeName {
  return op === 'sum' || op === 'min' || op === 'max' || op === 'best' ? 'number' : 'flag'
}

function resultType(op: Aggregate['op'], item: TypeName, measured: TypeName): TypeName {
  if (op === 'any' || op === 'all') return 'flag'
  if (op === 'count' || op === 'sum') return 'number'
  return op === 'min' || op === 'max' ? measured : item
}

/** A word or an empty list: the other side tells what it is. */
const isOpen = (node: YamlNode): boolean => isBare(node) || (node.kind === 'list' && node.items.length === 0)

export function lowerConditional(cx: Cx, node: YamlMap, expected?: TypeName): Typed {
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
