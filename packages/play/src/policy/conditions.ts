/** Finds the conditions in policy lines: those that a number is made of, and those without the timing of an offer. */
import { type Expr, present } from '@ludoforge/kernel'
import type { Bindings } from '../explain/bindings.js'
import type { ClauseEvaluator } from '../explain/clause-evaluator.js'
import { CHOSEN } from './lines.js'
import { containsNode } from './narrowing.js'

/** A condition that is used as a number. */
export interface NumberedCondition {
  readonly node: Expr
  readonly at: Bindings
  readonly yes: number // the number if it holds
}

/**
 * Returns the condition of `if C then 1 else 0`, also if it is the body of a function such as `if-so(C)`. Such a number
 * means nothing to a player, but its condition does.
 */
export function conditionOf(
  asking: ClauseEvaluator,
  node: Expr,
  at: Bindings,
): NumberedCondition | undefined {
  if (typeof node !== 'object') return undefined
  if ('if' in node) {
    const { when, then, else: otherwise } = node.if
    const isNumbered = typeof then === 'number' && typeof otherwise === 'number' && then !== otherwise
    return isNumbered ? { node: when, at, yes: then } : undefined
  }
  if (!('call' in node)) return undefined
  const { functions, functionIndex } = asking.linker
  const f = functions[functionIndex.get(node.call) ?? -1]
  if (f === undefined || f.says !== undefined || f.returns !== 'number') return undefined
  const inner = conditionOf(asking, f.body, at)
  if (inner === undefined) return undefined
  const given = f.params.findIndex(({ name }) => isName(inner.node, name))
  if (given >= 0)
    return { node: present(node.args[given], 'every parameter has an argument.'), at, yes: inner.yes }
  const entered = asking.enter(node, at)
  return entered === undefined ? undefined : { ...inner, at: entered.place }
}

const isName = (node: Expr, name: string): boolean =>
  typeof node === 'object' && 'ref' in node && node.ref === 'binding' && node.name === name

const isZoneOf = (node: Expr, name: string): boolean =>
  typeof node === 'object' && 'ref' in node && node.ref === 'tokenZone' && isName(node.token, name)

/** Returns a condition without its tests of the timing, which the answer shows anyway; undefined if nothing is left. */
export function withoutTiming(node: Expr): Expr | undefined {
  if (typeof node !== 'object') return node
  if ('timing' in node) return undefined
  if (!('op' in node) || node.op !== 'and') return node
  const args = node.args.flatMap((arg) => withoutTiming(arg) ?? [])
  if (args.length === node.args.length) return node
  return args.length < 2 ? args[0] : { op: 'and', args }
}

/**
 * Whether a test only names an option: `it = x`; of a piece, its kind, its owner or its zone. The answer shows that, so it
 * is no reason.
 */
export function namesOption(test: Expr, type: string): boolean {
  if (typeof test !== 'object' || !('op' in test)) return false
  if (test.op === 'kindIs') return isName(test.token, 'it')
  if (test.op === 'or') return test.args.every((arg) => namesOption(arg, type))
  if (test.op === 'in') return type === 'token' && (isName(test.item, 'it') || isZoneOf(test.item, 'it'))
  if (test.op !== '==') return false
  if (typeof test.left === 'object' && 'ref' in test.left && test.left.ref === 'tokenProp')
    return isName(test.left.token, 'it')
  return [[test.left, test.right] as const, [test.right, test.left] as const].some(
    ([one, other]) => isName(one, 'it') && !containsNode(other, (part) => isName(part as Expr, 'it')),
  )
}

/**
 * Returns the conjuncts of a test that some dropped option fails: the others held for all, so they decided nothing. One
 * that names an option, or about the choices so far, stays only if nothing else decided. Without a value a conjunct stays.
 */
export function decidingConjuncts(asking: ClauseEvaluator, test: Expr, dropped: readonly Bindings[]): Expr {
  if (typeof test !== 'object' || !('op' in test) || test.op !== 'and') return test
  const fails = (node: Expr): boolean => dropped.some((at) => asking.values(node, at, 'flag')[0] !== 1)
  const deciding = test.args.filter(fails)
  const lasting = deciding.filter((node) => !looksBack(node) && !namesOption(node, asking.q.type))
  const args = lasting.length > 0 ? lasting : deciding
  const [only] = args
  if (only === undefined || args.length === test.args.length) return test
  return args.length === 1 ? only : { op: 'and', args }
}

const looksBack = (node: Expr): boolean =>
  containsNode(node, (part) => 'name' in part && part.name === CHOSEN)
