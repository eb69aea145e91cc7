/** Calls: the functions of the language, and the values, tests and sets of the game. */
import type { Aggregate, Expr, TypeName } from '@ludoforge/kernel'
import { enumType, isEnum, isList, itemOf, listOf } from '@ludoforge/kernel'
import type { ExprNode } from '../notation/index.js'
import { cellFunction, columnFunction, rowFunction } from './boards.js'
import { binding, condition, type Context, elaborate, inside, number, type Typed } from './expressions.js'
import { argumentsFor, writtenIn } from './arguments.js'
import { Fault, needType, unknownName } from './fault.js'
import { elaborateDoing } from './performing.js'
import { describe } from './types.js'

type CallNode = Extract<ExprNode, { node: 'call' }>
type Builtin = (cx: Context, node: CallNode, expected?: TypeName) => Typed

export function elaborateCall(cx: Context, node: CallNode, expected?: TypeName): Typed {
  const name = node.name.text
  const fn = cx.world.functions.get(name)
  if (fn === undefined) {
    if (!Object.hasOwn(BUILTINS, name))
      throw unknownName(node.name.span, name, 'a value, test or set', [
        ...cx.world.functions.keys(),
        ...Object.keys(BUILTINS),
      ])
    const [named] = node.named ?? []
    if (named !== undefined)
      throw new Fault('unknown-name', named.name.span, `The parameters of \`${name}\` have no names.`)
    return BUILTINS[name](cx, node, expected)
  }
  cx.world.use(`function:${name}`)
  const args = argumentsFor(name, fn.params, writtenIn(cx, node), node.span)
  const type = fn.returns()
  if (type === undefined)
    throw new Fault('circular', node.span, `\`${name}\` needs its own value to be worked out.`)
  return { expr: { call: name, args }, type }
}

const BUILTINS: Readonly<Record<string, Builtin>> = {
  count: (cx, node) => counted(cx, node),
  size: (cx, node) => counted(cx, node),
  some: (cx, node) => ({ expr: exists(cx, node), type: 'flag' }),
  no: (cx, node) => ({ expr: { op: 'not', arg: exists(cx, node) }, type: 'flag' }),
  all: (cx, node) => {
    const { list, inner } = overList(cx, node, 2)
    return {
      expr: { aggregate: { op: 'all', query: list.expr, bind: 'it', value: condition(inner, node.args[1]) } },
      type: 'flag',
    }
  },
  sum: (cx, node) => aggregate(cx, node, 'sum', 'number'),
  min: (cx, node) => extreme(cx, node, 'min'),
  max: (cx, node) => extreme(cx, node, 'max'),
  best: (cx, node) => aggregate(cx, node, 'best'),
  first: (cx, node) => itemFrom(cx, node, 'first'),
  last: (cx, node) => itemFrom(cx, node, 'last'),
  top: (cx, node) => itemFrom(cx, node, 'first'),
  collect: (cx, node) => {
    const { list, inner } = overList(cx, node, 2)
    const value = elaborate(inner, node.args[1])
    if (isList(value.type))
      throw new Fault('wrong-type', node.args[1].span, '`collect` gathers single values, not lists.')
    return {
      expr: { query: 'collect', over: list.expr, bind: 'it', value: value.expr },
      type: listOf(value.type),
    }
  },
  sort: (cx, node) => sorted(cx, node, 'up'),
  'sort-down': (cx, node) => sorted(cx, node, 'down'),
  take: (cx, node) => {
    arity(node, 2)
    const list = listArgument(cx, node, 1)
    return { expr: { query: 'take', over: list.expr, count: number(cx, node.args[0]) }, type: list.type }
  },
  leading: (cx, node) => {
    const { list, inner } = overList(cx, node, node.args.length === 3 ? 3 : 2)
    const [goesOn, end] = node.args.slice(1).map((arg) => condition(inner, arg))
    return {
      expr: {
        query: 'leading',
        over: list.expr,
        bind: 'it',
        while: goesOn,
        ...(end === undefined ? {} : { end }),
      },
      type: list.type,
    }
  },
  reverse: (cx, node) => {
    const list = listArgument(cx, node, 0)
    return { expr: { query: 'reverse', over: list.expr }, type: list.type }
  },
  distinct: (cx, node) => {
    const list = listArgument(cx, node, 0)
    return { expr: { query: 'distinct', over: list.expr }, type: list.type }
  },
  join: (cx, node) => {
    arity(node, 2)
    const left = listArgument(cx, node, 0)
    const right = elaborate(cx, node.args[1], left.type)
    return { expr: { query: 'concat', left: left.expr, right: right.expr }, type: left.type }
  },
  adjacent: (cx, node) => {
    arity(node, 2)
    const [left, right] = node.args.map((arg) => elaborate(cx, arg, 'zone').expr)
    return { expr: { op: 'adjacent', left, right }, type: 'flag' }
  },
  allowed: (cx, node) => {
    arity(node, 1)
    return { expr: { op: 'within', zone: elaborate(cx, node.args[0], 'zone').expr }, type: 'flag' }
  },
  legal: (cx, { doing, args: [action], span }) => {
    const performance = elaborateDoing(cx, doing ?? { action, free: false }, span, false)
    return { expr: { op: 'legal', ...performance }, type: 'flag' }
  },
  compare: (cx, node) => {
    arity(node, 2)
    const [left, right] = node.args.map((arg) => elaborate(cx, arg, 'list number').expr)
    return { expr: { op: 'compare', left, right }, type: 'number' }
  },
  level: (cx, node) => {
    arity(node, 1)
    const value = elaborate(cx, node.args[0])
    if (!isEnum(value.type))
      throw new Fault(
        'wrong-type',
        node.span,
        `Only values of an enumeration have a level, not ${describe(value.type)}.`,
      )
    return { expr: { op: 'level', value: value.expr }, type: 'number' }
  },
  'seats-from': (cx, node) => {
    arity(node, 1)
    return {
      expr: { query: 'playersFrom', player: elaborate(cx, node.args[0], 'seat').expr },
      type: 'list seat',
    }
  },
  'actions-of-class': (_, node) => ({
    expr: { query: 'actions', class: plainWord(node) },
    type: 'list action',
  }),
  'actions-tagged': (_, node) => ({ expr: { query: 'actions', tag: plainWord(node) }, type: 'list action' }),
  values: (cx, node) => {
    const id = plainWord(node)
    if (!cx.world.enums.has(id))
      throw unknownName(node.args[0].span, id, 'an enumeration', cx.world.enums.keys())
    cx.world.use(`enum:${id}`)
    return { expr: { query: 'values', of: id }, type: listOf(enumType(id)) }
  },
  cell: cellFunction,
  row: rowFunction,
  column: columnFunction,
}

export const BUILTIN_FUNCTIONS: readonly string[] = Object.keys(BUILTINS)

function plainWord(node: CallNode): string {
  arity(node, 1)
  const [arg] = node.args
  if (arg.node !== 'words' || arg.words.length !== 1)
    throw new Fault('wrong-type', arg.span, 'Expected one name.')
  return arg.words[0].text
}

function arity(node: CallNode, count: number): void {
  if (node.args.length !== count)
    throw new Fault(
      'wrong-count',
      node.span,
      `\`${node.name.text}\` takes ${count} argument${count === 1 ? '' : 's'}, not ${node.args.length}.`,
    )
}

function listArgument(cx: Context, node: CallNode, index: number): Typed {
  const arg = node.args[index]
  if (arg === undefined) throw new Fault('wrong-count', node.span, `\`${node.name.text}\` needs a list.`)
  return asList(elaborate(cx, arg), arg)
}

function asList(typed: Typed, arg: ExprNode): Typed {
  if (isList(typed.type)) return typed
  if (typed.type === 'zone')
    return { expr: { query: 'tokensInZone', zone: typed.expr, filter: [] }, type: 'list token' }
  if (typed.type === 'kind')
    throw new Fault('needs-place', arg.span, 'Pieces, but where?', 'Say `in` a space, a zone or `map`.')
  throw new Fault('wrong-type', arg.span, `Expected a list, found ${describe(typed.type)}.`)
}

function overList(cx: Context, node: CallNode, count: number): { list: Typed; inner: Context } {
  arity(node, count)
  return within(cx, listArgument(cx, node, 0))
}

function within(cx: Context, list: Typed): { list: Typed; inner: Context } {
  return { list, inner: inside(cx, 'it', itemOf(list.type)) }
}

function counted(cx: Context, node: CallNode): Typed {
  arity(node, 1)
  const list = listArgument(cx, node, 0)
  return { expr: { aggregate: { op: 'count', query: list.expr } }, type: 'number' }
}

function exists(cx: Context, node: CallNode): Expr {
  arity(node, 1)
  return { aggregate: { op: 'any', query: listArgument(cx, node, 0).expr } }
}

function aggregate(cx: Context, node: CallNode, op: Aggregate['op'], result?: TypeName): Typed {
  const { list, inner } = overList(cx, node, 2)
  const value = number(inner, node.args[1])
  return {
    expr: { aggregate: { op, query: list.expr, bind: 'it', value } },
    type: result ?? itemOf(list.type),
  }
}

/** `max(a, b)` of two numbers, `max(list)` of numbers, `max(list, value of it)`. */
function extreme(cx: Context, node: CallNode, op: 'min' | 'max'): Typed {
  const [arg, other] = node.args
  if (arg === undefined || node.args.length > 2) arity(node, 2)
  const first = elaborate(cx, arg)
  if (first.type === 'number') {
    arity(node, 2)
    return { expr: { op, left: first.expr, right: number(cx, other) }, type: 'number' }
  }
  const { list, inner } = within(cx, asList(first, arg))
  if (other === undefined) needType(node.span, 'list number', list.type)
  const value = other === undefined ? binding('it') : number(inner, other)
  return { expr: { aggregate: { op, query: list.expr, bind: 'it', value } }, type: 'number' }
}

function itemFrom(cx: Context, node: CallNode, op: 'first' | 'last'): Typed {
  arity(node, 1)
  const list = listArgument(cx, node, 0)
  return { expr: { aggregate: { op, query: list.expr } }, type: itemOf(list.type) }
}

function sorted(cx: Context, node: CallNode, order: 'up' | 'down'): Typed {
  const { list, inner } = overList(cx, node, 2)
  return {
    expr: { query: 'sort', over: list.expr, bind: 'it', by: number(inner, node.args[1]), order },
    type: list.type,
  }
}
