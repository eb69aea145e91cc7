/** Hypothetical performances: the actions of a `legal` test, in the contexts that `perform` would create. */
import { ACTION_CLASS, withoutUndefined, type Expr, type Operator, type Slot } from '@ludoforge/kernel'
import { actionClasses } from '@ludoforge/kernel/internal'
import type { ClauseEvaluator } from './clause-evaluator.js'
import type { Context, Bindings } from './bindings.js'

export type LegalTest = Extract<Operator, { op: 'legal' }>

export interface Performing {
  readonly action: number
  /** The bindings of its requirements, in all its cases; undefined: its parameters don't match the arguments. */
  readonly at: Bindings | undefined
}

/** Returns every tested action once; undefined if the viewer may not know them, or their contexts. */
export function performedAction(
  asking: ClauseEvaluator,
  node: LegalTest,
  at: Bindings,
): readonly Performing[] | undefined {
  const { action, args = [] } = node
  for (const e of [action, node.by, node.free, node.class, node.within])
    if (e !== undefined && !asking.sees(e, at)) return undefined
  const actions = asking.values(action, at, 'action')
  const contexts = contextsOf(asking, node, actions, at)
  if (contexts === undefined) return undefined
  const found = new Set(actions.filter((a): a is number => typeof a === 'number' && a >= 0))
  return [...found].map((a) => {
    const rows = actions.flatMap((other, i) => (other === a ? [i] : []))
    const own = rows.map((i) => contexts[i])
    return { action: a, at: withArguments(asking, a, args, at.among(rows), own) }
  })
}

/** Binds the arguments, evaluated in the current context. The requirements are evaluated in the action's own. */
function withArguments(
  asking: ClauseEvaluator,
  action: number,
  args: readonly Expr[],
  at: Bindings,
  contexts: readonly (Context | undefined)[],
): Bindings | undefined {
  const { params } = asking.procedure(action)
  const names = args.length === 0 ? [] : params
  if (args.length !== names.length) return undefined
  const given = asking.given(args, names, at)
  if (given === undefined) return undefined
  const rows = given.rows.map(({ values, item }, i) => ({
    values,
    ...withoutUndefined({ item, context: contexts[i] }),
  }))
  return asking.action(action, names, rows, given.held)
}

/** Returns the context that the same `perform` would create, by case; undefined if one is unknown. */
function contextsOf(
  asking: ClauseEvaluator,
  { by, free, class: cls, within }: LegalTest,
  actions: readonly (Slot | undefined)[],
  at: Bindings,
): (Context | undefined)[] | undefined {
  if ([by, free, cls, within].every((clause) => clause === undefined))
    return at.rows.map(({ context }) => context)
  const classes = actionClasses(asking.linker)
  const clauses = [
    [by, 'seat'],
    [free, 'flag'],
    [cls, ACTION_CLASS],
    [within, 'list zone'],
  ] as const
  const columns = clauses.map(([e, type]) => (e === undefined ? undefined : asking.values(e, at, type)))
  if (columns.some((values) => values?.includes(undefined))) return undefined
  const [seats, frees, givenClasses, zones] = columns
  return at.rows.map(({ context }, i) => {
    const action = Number(actions[i] ?? -1)
    return {
      actor: Number(seats?.[i] ?? (context ?? asking.s).actor),
      free: Number(frees?.[i] ?? 0),
      actionClass: Number(givenClasses?.[i] ?? classes[action] ?? -1),
      within: (zones?.[i] ?? null) as Context['within'],
      action,
    }
  })
}
