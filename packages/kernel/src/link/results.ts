/**
 * Results of procedures. A plain function returns its result. A routine leaves it in the return register `S.given`,
 * where its caller reads it at once: no question can come between, so it is never saved.
 */
import { type Expr, isList, type Result } from '../def/index.js'
import type { ProcedureBody } from './procedure-body.js'
import { typed } from './expr.js'
import { kindValue } from './filters.js'
import type { Linker } from './linker.js'
import { Fn, Scope, stored } from './scope.js'
import { quote } from '../def/shape.js'
import { present } from '../errors.js'

/** Generates the result of a procedure that ends without `give`. */
function emptyValue(linker: Linker, type: string): string {
  if (isList(type)) return 'NONE'
  if (type === 'number' || type === 'flag') return '0'
  if (type === 'kind') return kindValue(linker, new Scope(new Fn(null)), [{ any: [] }]).js
  return '-1'
}

/** Generates the return of a procedure. `value`: code of its result; default: the empty value. */
export function returnCode(body: ProcedureBody, value?: string): string {
  const { gives, linker, resumable } = body
  if (gives === undefined) return resumable ? 'pop(S,fp);return 0;' : 'return;'
  const given = value ?? emptyValue(linker, gives)
  return resumable ? `S.given=${given};pop(S,fp);return 0;` : `return ${given};`
}

/** Generates `give`. The value is computed before the actor of an enclosing `as` is restored. */
export function giveCode(body: ProcedureBody, scope: Scope, node: Expr, restore: string): string {
  const { gives, linker } = body
  if (gives === undefined)
    return linker.fail(
      'The procedure declares no result, so `give` cannot be used here. Declare the type of its result.',
    )
  const value = linker.name('v')
  return `{const ${value}=${stored(typed(linker, scope, node, gives))};${restore}${returnCode(body, value)}}`
}

/** The caller's name for a result. */
interface Taken {
  readonly declare: string // code that declares the name, with the empty value
  readonly raw: string
  readonly type: string
  readonly empty: string
}

/** Binds the name of a result. `from`: the called procedure; -1: known only in play. */
export function resultTarget(
  body: ProcedureBody,
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
    linker.fail(
      `The result of '${p.id}' is ${p.gives === undefined ? 'nothing' : quote(p.gives)}, not ${quote(type)}.`,
    )
  const empty = emptyValue(linker, type)
  const declare = body.bind(scope, bind, type, empty, false, inFrame)
  return { declare, raw: present(scope.find(bind), 'the name is bound just above.').raw, type, empty }
}

/** Generates the call of a plain action that is known only in play (`action` is its code), and stores the result. */
export function storePlainResult(
  result: Taken | undefined,
  action: string,
  call: string,
  end: string,
): string {
  if (result === undefined) return `${call};${end}`
  return `const y=${call};${end}if(GIVES[${action}]===${JSON.stringify(result.type)})${result.raw}=y;`
}

/** Generates code that reads the return register after a call. `index` -1: the action is known only in play. */
export function storeResult(result: Taken | undefined, index: number): string {
  if (result === undefined) return ''
  if (index >= 0) return `${result.raw}=S.given;`
  return `${result.raw}=GIVES[S.action]===${JSON.stringify(result.type)}?S.given:${result.empty};`
}
