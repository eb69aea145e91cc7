/** Vacuous truth: conditions that hold only because a list is empty, or whatever the rules are. */
import type { Expr, State } from '@ludoforge/kernel'
import type { ExprNode } from '../parser/index.js'
import type { ExampleLinker } from './linker.js'

/** The reason why a condition holds vacuously. Returns `undefined` if it doesn't. */
export function vacuousReason(
  linker: ExampleLinker,
  state: State,
  node: ExprNode,
  condition: Expr,
  actor?: string,
): string | undefined {
  const same =
    node.node === 'binary' && linker.world.text(node.left.span) === linker.world.text(node.right.span)
  if (same || typeof condition === 'boolean')
    return 'This is true whatever the rules are, so it tests nothing.'
  const empty = (list: Expr): boolean =>
    linker.value(state, { expr: { aggregate: { op: 'count', query: list } }, type: 'number' }, actor) === 0
  if (decisive(condition, true).some((lists) => lists.every(empty)))
    return 'This is true only because the list it is about is empty.'
  return undefined
}

/** Sets of lists: if all lists of one set are empty, the condition holds vacuously. */
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

/** Comparisons of two lists, unless one is a literal empty list, and of extremes of a list. */
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
