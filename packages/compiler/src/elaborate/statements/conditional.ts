/** `if C then A else B`: both branches have the same type. */
import { isList, present, type TypeName } from '@ludoforge/kernel'
import type { ExprNode } from '../../parser/index.js'
import { condition, type Context, elaborate, type Typed } from '../expressions/expressions.js'
import { resultOrUndefined, DiagnosticError, resultOrError } from '../diagnostic-error.js'
import { isUnresolved } from '../types.js'

type IfNode = Extract<ExprNode, { node: 'if' }>

export function elaborateIf(cx: Context, node: IfNode, expected?: TypeName): Typed {
  const when = condition(cx, node.when)
  const as = (type: TypeName): [Typed, Typed] => [
    elaborate(cx, node.then, type),
    elaborate(cx, node.else, type),
  ]
  const [then, otherwise] =
    expected === undefined || expected === 'any' ? unifyArms(cx, node, as) : as(expected)
  return { expr: { if: { when, then: then.expr, else: otherwise.expr } }, type: then.type }
}

/** Unifies the types of two branches. The one with a definite type resolves `none`, `[]` or a word in the other. */
function unifyArms(cx: Context, node: IfNode, as: (type: TypeName) => [Typed, Typed]): [Typed, Typed] {
  const [then, otherwise] = [
    resultOrError(() => elaborate(cx, node.then)),
    resultOrError(() => elaborate(cx, node.else)),
  ]
  const arms = [then, otherwise]
  const types = arms.flatMap((arm) =>
    arm instanceof DiagnosticError || isUnresolved(arm.type) ? [] : [arm.type],
  )
  if (types.length === 0) for (const arm of arms) if (arm instanceof DiagnosticError) throw arm
  if (!(then instanceof DiagnosticError) && !(otherwise instanceof DiagnosticError))
    if (types.length === 0 || then.type === otherwise.type) return [then, otherwise]
  // An item next to a list becomes a list of one. A word next to a kind may be a kind.
  const lists = types.filter(isList)
  const found = [...lists, ...types]
    .map((type) => resultOrUndefined(() => as(type)))
    .find((unified) => unified !== undefined)
  return found ?? as(present(types[0], 'arms without a definite type or an error have returned above.'))
}
