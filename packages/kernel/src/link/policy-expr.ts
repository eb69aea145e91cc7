/** What only policies ask for: values of positions that are not there yet, a die of their own, the time of an offer. */
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

/** The name by which the lines of a policy know the time of a window's offers; no name of a rule has a space in it. */
export const TIMING = 'the timing'

export function isPolicyExpr(node: object): node is Pondered {
  return 'after' in node || 'would' in node || 'dice' in node || 'timing' in node
}

export function policyExpr(linker: Linker, scope: Scope, node: Pondered): Value {
  const timing = scope.find(TIMING)
  if (timing === undefined) return linker.fail(`Only a policy can ask for \`${Object.keys(node)[0]}\`.`)
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

/** Nothing is asked but whether anything changes. */
function isChange(node: Expr): boolean {
  return typeof node === 'object' && 'ref' in node && node.ref === 'changed'
}

/** A value of another position. The names in it have the values that they have in this one. */
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
