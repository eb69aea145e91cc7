/** Calls of built-in functions, and of the values, tests and sets of the game. */
import type { Aggregate, Expr, TypeName } from '@ludoforge/kernel'
import { withoutUndefined, enumType, isEnum, isList, itemOf, listOf, present } from '@ludoforge/kernel'
import { type ExprNode, singleWord, type Word } from '../../parser/index.js'
import { warnIfShadowing } from '../checks/shadowing.js'
import { ownValue } from '../../source/index.js'
import { argumentsFor, writtenArguments } from './arguments.js'
import { boardNamed } from './boards.js'
import {
  asList,
  binding,
  type Context,
  elaborate,
  flag,
  childContext,
  not,
  type Typed,
} from './expressions.js'
import { DiagnosticError, needType, unknownName, wrongType } from '../diagnostic-error.js'
import { elaboratePerformance } from '../statements/perform.js'
import { describe } from '../types.js'

type CallNode = Extract<ExprNode, { node: 'call' }>

export function elaborateCall(cx: Context, node: CallNode): Typed {
  const name = node.name.text
  const fn = cx.world.functions.get(name)
  if (fn === undefined) return elaborateBuiltin(cx, node)
  cx.world.use(`function:${name}`)
  if (node.as !== undefined) nameItem(cx, node, node.as)
  const args = argumentsFor(name, fn.params, writtenArguments(cx, node), node.span)
  const type = fn.returns()
  if (type === undefined)
    throw new DiagnosticError('circular', node.span, `\`${name}\` is defined in terms of itself.`)
  return { expr: { call: name, args }, type }
}

function elaborateBuiltin(cx: Context, node: CallNode): Typed {
  const name = node.name.text
  const policyBuiltin = ownValue(POLICY_BUILTINS, name)
  if (policyBuiltin !== undefined && !cx.world.ponders)
    throw new DiagnosticError('policy-only', node.name.span, `\`${name}\` can be used only in policies.`)
  const builtin = policyBuiltin ?? ownValue(BUILTINS, name)
  if (builtin === undefined)
    throw unknownName(node.name.span, name, 'a value, test or set', [
      ...cx.world.functions.keys(),
      ...BUILTIN_FUNCTIONS,
      ...(cx.world.ponders ? Object.keys(POLICY_BUILTINS) : []),
    ])
  const named = node.named?.[0]?.name
  if (named !== undefined)
    throw new DiagnosticError(
      'unknown-name',
      named.span,
      `The parameters of \`${name}\` have no names.`,
      'Give the arguments in order.',
    )
  if (node.as !== undefined) nameItem(cx, node, node.as)
  const { least, most, make } = builtin
  const count = node.args.length
  if (count < least || count > most) throw wrongCount(node, count < least ? least : most)
  return make(new Arguments(cx, node))
}

/** The functions that compute something of each item. */
const OF_EACH = ['all', 'best', 'collect', 'leading', 'max', 'min', 'sort', 'sort-down', 'sum']

/** Checks `LIST as NAME` in the brackets of a function. */
function nameItem(cx: Context, { name, args }: CallNode, as: Word): void {
  if (!OF_EACH.includes(name.text) || args.length < 2)
    throw new DiagnosticError(
      'syntax',
      as.span,
      `\`${name.text}\` computes nothing of each item, so \`as ${as.text}\` names nothing.`,
      `\`as NAME\` is for ${OF_EACH.join(', ')} with a second part, and before \`where\`.`,
    )
  warnIfShadowing(cx.world, as)
}

function wrongCount({ name, args, span }: CallNode, wanted: number): DiagnosticError {
  const message = `\`${name.text}\` takes ${wanted} argument${wanted === 1 ? '' : 's'}, not ${args.length}.`
  return new DiagnosticError('wrong-count', span, message)
}

/** The arguments of a built-in function. For most the first is a list. */
class Arguments {
  #list: Typed | undefined

  constructor(
    readonly cx: Context,
    readonly node: CallNode,
  ) {}

  get list(): Typed {
    return (this.#list ??= this.listAt(0))
  }

  set list(list: Typed) {
    this.#list = list
  }

  get item(): TypeName {
    return itemOf(this.list.type)
  }

  /** An argument. Their count was checked before. */
  at(index: number): ExprNode {
    return present(this.node.args[index], `\`${this.node.name.text}\` has an argument ${index + 1}.`)
  }

  typed(at: number): Typed {
    return elaborate(this.cx, this.at(at))
  }

  listAt(at: number): Typed {
    return asList(this.typed(at), this.at(at).span)
  }

  expr(at: number, type: TypeName): Expr {
    return elaborate(this.cx, this.at(at), type).expr
  }

  /** The name of an item: `it`, or the one after `as`. */
  get bind(): string {
    return this.node.as?.text ?? 'it'
  }

  /** Elaborates an argument for each item of the list, under its name. */
  each(type?: TypeName, at = 1): Typed {
    return elaborate(childContext(this.cx, this.bind, this.item), this.at(at), type)
  }

  /** Aggregates the list, or a value of each item. */
  over(op: Aggregate['op'], type: TypeName, value?: Expr): Typed {
    const each = value === undefined ? {} : { bind: this.bind, value }
    return { expr: { aggregate: { op, query: this.list.expr, ...each } }, type }
  }

  word(at: number, what = 'Expected one name.'): { text: string; span: CallNode['span'] } {
    const arg = this.at(at)
    const word = singleWord(arg)
    if (word === undefined) throw wrongType(arg.span, what)
    return { text: word.text, span: arg.span }
  }

  /** The board named after `numbers` numeric arguments. It is optional if there is only one. */
  board(numbers: number): { readonly board?: string } {
    const { args, name, span } = this.node
    if (args.length === numbers) return boardNamed(this.cx.world, undefined, span)
    const takes = `${numbers} number${numbers === 1 ? '' : 's'} and, if there are several boards, the name of one`
    if (args.length !== numbers + 1)
      throw new DiagnosticError('wrong-count', span, `\`${name.text}\` takes ${takes}.`)
    const word = this.word(numbers, 'Expected the name of a board, which is its prefix.')
    return boardNamed(this.cx.world, word.text, word.span)
  }
}

type Make = (args: Arguments) => Typed
interface Builtin {
  readonly least: number
  readonly most: number
  readonly make: Make
}

const withArity = (least: number, most: number, makers: Readonly<Record<string, Make>>) =>
  Object.fromEntries(
    Object.entries(makers).map(([name, make]): [string, Builtin] => [name, { least, most, make }]),
  )

const sorted =
  (order: 'up' | 'down') =>
  (a: Arguments): Typed => {
    const by = a.each('number').expr
    return { expr: { query: 'sort', over: a.list.expr, bind: a.bind, by, order }, type: a.list.type }
  }

/** `max(a, b)` of two numbers, `max(list)` of numbers, `max(list, value of it)`. */
const extreme =
  (op: 'min' | 'max') =>
  (a: Arguments): Typed => {
    const { args, span } = a.node
    const left = a.typed(0)
    if (left.type === 'number') {
      if (args.length === 1) throw wrongCount(a.node, 2)
      return { expr: { op, left: left.expr, right: a.expr(1, 'number') }, type: 'number' }
    }
    a.list = asList(left, a.at(0).span)
    if (args.length === 1) needType(span, 'list number', a.list.type)
    return a.over(op, 'number', args.length === 1 ? binding(a.bind) : a.each('number').expr)
  }

/** The built-in functions, by arity. */
const BUILTINS: Readonly<Record<string, Builtin>> = {
  ...withArity(1, 1, {
    count: (a) => a.over('count', 'number'),
    size: (a) => a.over('count', 'number'),
    some: (a) => a.over('any', 'flag'),
    no: (a) => flag(not(a.over('any', 'flag').expr)),
    first: (a) => a.over('first', a.item),
    last: (a) => a.over('last', a.item),
    top: (a) => a.over('first', a.item),
    reverse: (a) => ({ expr: { query: 'reverse', over: a.list.expr }, type: a.list.type }),
    distinct: (a) => ({ expr: { query: 'distinct', over: a.list.expr }, type: a.list.type }),
    allowed: (a) => flag({ op: 'within', zone: a.expr(0, 'zone') }),
    legal: (a) => {
      const { doing = { action: a.at(0), free: false }, span } = a.node
      return flag({ op: 'legal', ...elaboratePerformance(a.cx, doing, span, false) })
    },
    level: (a) => {
      const { expr: value, type } = a.typed(0)
      if (!isEnum(type))
        throw wrongType(a.node.span, `Only values of an enumeration have a level, not ${describe(type)}.`)
      return { expr: { op: 'level', value }, type: 'number' }
    },
    'seats-from': (a) => ({ expr: { query: 'playersFrom', player: a.expr(0, 'seat') }, type: 'list seat' }),
    'actions-of-class': (a) => ({ expr: { query: 'actions', class: a.word(0).text }, type: 'list action' }),
    'actions-tagged': (a) => ({ expr: { query: 'actions', tag: a.word(0).text }, type: 'list action' }),
    values: (a) => {
      const { enums } = a.cx.world
      const { text: of, span } = a.word(0)
      if (!enums.has(of)) throw unknownName(span, of, 'an enumeration', enums.keys())
      a.cx.world.use(`enum:${of}`)
      return { expr: { query: 'values', of }, type: listOf(enumType(of)) }
    },
  }),
  ...withArity(1, 2, { min: extreme('min'), max: extreme('max') }),
  ...withArity(2, 2, {
    all: (a) => a.over('all', 'flag', a.each('flag').expr),
    sum: (a) => a.over('sum', 'number', a.each('number').expr),
    best: (a) => a.over('best', a.item, a.each('number').expr),
    sort: sorted('up'),
    'sort-down': sorted('down'),
    collect: (a) => {
      const { expr: value, type } = a.each()
      const all = isList(type) ? type : listOf(type) // lists are put one after the other
      return { expr: { query: 'collect', over: a.list.expr, bind: a.bind, value }, type: all }
    },
    take: (a) => {
      const { expr: over, type } = a.listAt(1)
      return { expr: { query: 'take', over, count: a.expr(0, 'number') }, type }
    },
    join: (a) => {
      const { expr: left, type } = a.list
      return { expr: { query: 'concat', left, right: a.expr(1, type) }, type }
    },
    adjacent: (a) => flag({ op: 'adjacent', left: a.expr(0, 'zone'), right: a.expr(1, 'zone') }),
    compare: (a) => {
      const [left, right] = [a.expr(0, 'list number'), a.expr(1, 'list number')]
      return { expr: { op: 'compare', left, right }, type: 'number' }
    },
  }),
  ...withArity(2, 3, {
    leading: (a) => {
      const holds = a.each('flag').expr
      const end = a.node.args.length === 3 ? a.each('flag', 2).expr : undefined
      const expr: Expr = {
        query: 'leading',
        over: a.list.expr,
        bind: a.bind,
        while: holds,
        ...withoutUndefined({ end }),
      }
      return { expr, type: a.list.type }
    },
  }),
  ...withArity(0, Infinity, {
    cell: (a) => {
      const board = a.board(2)
      const [column, row] = [a.expr(0, 'number'), a.expr(1, 'number')]
      return { expr: { ref: 'boardCell', ...board, column, row }, type: 'zone' }
    },
    row: (a) => ({ expr: { query: 'boardRow', ...a.board(1), row: a.expr(0, 'number') }, type: 'list zone' }),
    column: (a) => ({
      expr: { query: 'boardColumn', ...a.board(1), column: a.expr(0, 'number') },
      type: 'list zone',
    }),
  }),
}

/** The built-in functions for policies only. */
const POLICY_BUILTINS: Readonly<Record<string, Builtin>> = {
  ...withArity(1, 1, {
    after: (a) => {
      const { expr, type } = a.typed(0)
      return { expr: { after: expr }, type }
    },
    roll: (a) => ({ expr: { dice: a.expr(0, 'number') }, type: 'number' }),
  }),
  ...withArity(2, 2, {
    would: (a) => {
      const { expr: then, type } = a.typed(1)
      return { expr: { would: a.expr(0, 'action'), then }, type }
    },
  }),
}

export const BUILTIN_FUNCTIONS: readonly string[] = Object.keys(BUILTINS)
export const POLICY_FUNCTIONS: readonly string[] = Object.keys(POLICY_BUILTINS)
