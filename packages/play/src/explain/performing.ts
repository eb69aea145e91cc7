/** Actions whose legality a rule asks for, as they would be performed. */
import { ACTION_CLASS, withoutUndefined, type Expr, type Operator, type Slot } from '@ludoforge/kernel'
import { actionClasses } from '@ludoforge/kernel/internal'
import type { ClauseEvaluator } from './clause-evaluator.js'
import type { Context, Bindings } from './place.js'

export type LegalTest = Extract<Operator, { op: 'legal' }>

export interface Performing {
  readonly action: number
  /** Where its requirements are asked, in all cases that are about it; undefined: it takes other arguments. */
  readonly at: Bindings | undefined
}

/** Every action that is asked about, once; undefined if the asker may not know them, or how they would be done. */
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

/** Arguments are worked out in the context there is, what the action requires in its own. */
function withArguments(
  asking: ClauseEvaluator,
  action: number,
  args: readonly Expr[],
  at: Bindings,
  contexts: readonly (Context | undefined)[],
): Bindings | undefined {
  const { params } = asking.linker.def.procedures[action]
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

/** By case: the context that a `perform` with the same clauses would make; undefined if one is not known. */
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
  const asked = clauses.map(([e, type]) => (e === undefined ? undefined : asking.values(e, at, type)))
  if (asked.some((values) => values?.includes(undefined))) return undefined
  const [seats, frees, said, zones] = asked
  return at.rows.map(({ context }, i) => {
    const action = Number(actions[i] ?? -1)
    return {
      actor: Number(seats?.[i] ?? (context ?? asking.s).actor),
      free: Number(frees?.[i] ?? 0),
      actionClass: Number(said?.[i] ?? classes[action] ?? -1),
      within: (zones?.[i] ?? null) as Context['within'],
      action,
    }
  })
}
