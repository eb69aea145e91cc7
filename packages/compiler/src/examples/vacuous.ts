/** Conditions that hold, but only because a list is empty, or that say nothing about the game. */
import type { Expr, State } from '@ludoforge/kernel'
import type { ExprNode } from '../parser/index.js'
import type { ExampleLinker } from './linker.js'

/** Why a condition that holds proves nothing; undefined if it does prove something. */
export function vacuous(
  meaning: ExampleLinker,
  state: State,
  node: ExprNode,
  condition: Expr,
  actor?: string,
): string | undefined {
  const same =
    node.node === 'binary' && meaning.world.text(node.left.span) === meaning.world.text(node.right.span)
  if (same || typeof condition === 'boolean')
    return 'This holds whatever the rules are: it says nothing about the game.'
  const empty = (list: Expr): boolean =>
    meaning.value(state, { expr: { aggregate: { op: 'count', query: list } }, type: 'number' }, actor) === 0
  if (decisive(condition, true).some((lists) => lists.every(empty)))
    return 'This holds only because there is nothing in the list it is about.'
  return undefined
}

/** Lists of which all must be empty for the condition to hold vacuously; one such set after the other. */
function decisive(node: Expr, wanted: boolean): readonly (readonly Expr[])[] {
  if (typeof node !== 'object') return []
  if ('aggregate' in node) {
    const { op, query } = node.aggregate
    return op === 'all' && wanted ? [[query]] : []
  }
  if (!('op' in node)) return []
  switch (node.op) {
    case 'not':
      return decisive(node.arg, !wanted)
    case 'in':
      return wanted ? [] : [[node.set]]
    case 'and':
      return wanted ? node.args.flatMap((arg) => decisive(arg, true)) : []
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(node, wanted === (node.op === '=='))
    default:
      return []
  }
}

/** Two lists of which neither is written out as empty; the least or the best of nothing. */
function compared({ left, right }: { left: Expr; right: Expr }, same: boolean): readonly (readonly Expr[])[] {
  const sides = [left, right]
  if (sides.some((side) => typeof side === 'object' && 'none' in side)) return []
  const extremes = sides.flatMap((side) =>
    typeof side === 'object' && 'aggregate' in side && EXTREMES.has(side.aggregate.op)
      ? [[side.aggregate.query]]
      : [],
  )
  const lists = same && sides.every((side) => typeof side === 'object' && 'query' in side && !isNothing(side))
  return lists ? [...extremes, sides] : extremes
}

const EXTREMES: ReadonlySet<string> = new Set(['min', 'max', 'first', 'last', 'best'])

const isNothing = (node: Expr): boolean =>
  typeof node === 'object' && 'query' in node && node.query === 'list' && node.items.length === 0
