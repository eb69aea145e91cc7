/**
 * Results of procedures. A plain function returns what it gives. A routine leaves it in the state's register
 * `given`, where its caller finds it at once: no question can come between, so it is never saved.
 */
import { type Expr, isList, type Result } from '../def/index.js'
import type { Body } from './body.js'
import { typed } from './expr.js'
import { kindValue } from './filters.js'
import type { Linker } from './linker.js'
import { Fn, Scope, stored } from './scope.js'
import { quote } from '../def/shape.js'
import { present } from '../errors.js'

/** What a procedure gives that ends without `give`. */
function emptyValue(linker: Linker, type: string): string {
  if (isList(type)) return 'NONE'
  if (type === 'number' || type === 'flag') return '0'
  if (type === 'kind') return kindValue(linker, new Scope(new Fn(null)), [{ any: [] }]).js
  return '-1'
}

/** Code that ends the procedure; `value` is code of what it gives, else nothing was given. */
export function returnCode(body: Body, value?: string): string {
  const { gives, linker, resumable } = body
  if (gives === undefined) return resumable ? 'pop(S,fp);return 0;' : 'return;'
  const given = value ?? emptyValue(linker, gives)
  return resumable ? `S.given=${given};pop(S,fp);return 0;` : `return ${given};`
}

/** `give`: the value is worked out before the actor of a surrounding `as` is given back. */
export function giveCode(body: Body, scope: Scope, node: Expr, restore: string): string {
  const { gives, linker } = body
  if (gives === undefined) return linker.fail('Nothing can be given here: the procedure does not say what.')
  const value = linker.name('v')
  return `{const ${value}=${stored(typed(linker, scope, node, gives))};${restore}${returnCode(body, value)}}`
}

/** The name that a caller has for a result. */
interface Taken {
  readonly declare: string // code that makes the name, with nothing given yet
  readonly raw: string
  readonly type: string
  readonly empty: string
}

/** `from`: the procedure that is called; -1: known only in play. */
export function resultTarget(
  body: Body,
  scope: Scope,
  into: Result | undefined,
  from: number,
  inFrame: boolean,
): Taken | undefined {
  const { linker } = body
  if (into === undefined) return undefined
  const { bind, type } = into
  linker.layout.checkType(type)
  const p = from < 0 ? undefined : linker.def.procedures[from]
  if (p !== undefined && p.gives !== type)
    linker.fail(`'${p.id}' gives ${p.gives === undefined ? 'nothing' : quote(p.gives)}, not ${quote(type)}.`)
  const empty = emptyValue(linker, type)
  const declare = body.bind(scope, bind, type, empty, false, inFrame)
  return { declare, raw: present(scope.find(bind), 'the name is bound just above.').raw, type, empty }
}

/** Code of a call of a plain function by `action`, code of an action that is known only in play, and what follows. */
export function storePlainResult(
  result: Taken | undefined,
  action: string,
  call: string,
  end: string,
): string {
  if (result === undefined) return `${call};${end}`
  return `const y=${call};${end}if(GIVES[${action}]===${JSON.stringify(result.type)})${result.raw}=y;`
}

/** Code that takes what the procedure or action gave that has just ended; `index` -1: known only in play. */
export function storeResult(result: Taken | undefined, index: number): string {
  if (result === undefined) return ''
  if (index >= 0) return `${result.raw}=S.given;`
  return `${result.raw}=GIVES[S.action]===${JSON.stringify(result.type)}?S.given:${result.empty};`
}
