/** `if C then A else B`: whatever the condition says, the value is of one type. */
import { isList, type TypeName } from '@ludoforge/kernel'
import type { ExprNode } from '../notation/index.js'
import { attempt, condition, type Context, elaborate, type Typed } from './expressions.js'
import { Fault } from './fault.js'

export function elaborateIf(
  cx: Context,
  node: Extract<ExprNode, { node: 'if' }>,
  expected?: TypeName,
): Typed {
  const when = condition(cx, node.when)
  const [then, otherwise] =
    expected === undefined || expected === 'any'
      ? joined(cx, node.then, node.else)
      : [elaborate(cx, node.then, expected), elaborate(cx, node.else, expected)]
  return { expr: { if: { when, then: then.expr, else: otherwise.expr } }, type: then.type }
}

/** Two arms as one type: the one whose type is known by itself tells what `none`, `[]` or a word in the other is. */
function joined(cx: Context, thenNode: ExprNode, elseNode: ExprNode): [Typed, Typed] {
  const [then, otherwise] = [alone(cx, thenNode), alone(cx, elseNode)]
  const types = [then, otherwise].flatMap((arm) => (arm instanceof Fault || isOpen(arm) ? [] : [arm.type]))
  if (types.length === 0) for (const arm of [then, otherwise]) if (arm instanceof Fault) throw arm
  if (!(then instanceof Fault) && !(otherwise instanceof Fault))
    if (types.length === 0 || then.type === otherwise.type) return [then, otherwise]
  const as = (type: TypeName): [Typed, Typed] => [
    elaborate(cx, thenNode, type),
    elaborate(cx, elseNode, type),
  ]
  // An item beside a list of it is a list of one; a word may be a kind of piece beside another.
  const lists = types.filter(isList)
  const found = [...lists, ...types].map((type) => attempt(() => as(type))).find((made) => made !== undefined)
  return found ?? as(types[0])
}

const isOpen = ({ type }: Typed): boolean => type === 'any' || type === 'list any'

/** What an arm is without the other, or what is wrong with it then. */
function alone(cx: Context, node: ExprNode): Typed | Fault {
  try {
    return elaborate(cx, node)
  } catch (fault) {
    if (fault instanceof Fault) return fault
    throw fault
  }
}
