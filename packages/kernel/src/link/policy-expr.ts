/** Policy-only expressions: values of future positions, the policy's own die, the timing of an offer. */
import type { Expr } from '../def/index.js'
import { TIMINGS } from '../layout/timings.js'
import { expr, typed } from './expr.js'
import { ANYTHING, UNKNOWN_COST } from './facts.js'
import type { Linker } from './linker.js'
import { lambda, loaded, type Scope, stored, type Value } from './scope.js'

type Pondered = Extract<
  Expr,
  { after: unknown } | { would: unknown } | { dice: unknown } | { timing: unknown }
>

/** The hidden name of a window's timing in policy lines. It has a space, so no name of a rule can clash. */
export const TIMING = 'the timing'

export function isPolicyExpr(node: object): node is Pondered {
  return 'after' in node || 'would' in node || 'dice' in node || 'timing' in node
}

export function policyExpr(linker: Linker, scope: Scope, node: Pondered): Value {
  const timing = scope.find(TIMING)
  if (timing === undefined) return linker.fail(`Only a policy can use \`${Object.keys(node)[0]}\`.`)
  linker.meter.note(ANYTHING, 'timing' in node ? 0 : UNKNOWN_COST)
  if ('timing' in node)
    return { js: `(${timing.raw}===${TIMINGS.indexOf(node.timing)})`, type: 'flag', sure: true }
  if ('dice' in node)
    return { js: `diceOf(${typed(linker, scope, node.dice, 'number').js})`, type: 'number', sure: true }
  if ('after' in node) {
    const { call, type } = later(linker, scope, node.after)
    return loaded(`valueAfter(S,T=>${call})`, type, false)
  }
  const action = typed(linker, scope, node.would, 'action')
  if (isChange(node.then)) return { js: `changesBy(${action.js})`, type: 'flag', sure: true }
  const { call, type } = later(linker, scope, node.then)
  return loaded(`valueIf(S,${action.js},T=>${call})`, type, false)
}

/** Returns whether the expression only asks if anything changes. */
function isChange(node: Expr): boolean {
  return typeof node === 'object' && 'ref' in node && node.ref === 'changed'
}

/** Generates a value of another position. Its names keep their values from this one. */
function later(linker: Linker, scope: Scope, node: Expr): { readonly call: string; readonly type: string } {
  let type = ''
  const call = lambda(
    linker,
    scope,
    (inner) => {
      const value = expr(linker, inner, node)
      type = value.type
      return `return ${stored(value)}`
    },
    'T',
  )
  return { call, type }
}
