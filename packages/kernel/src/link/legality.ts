/**
 * Generates legality tests of actions. With clauses, the test runs in the context that `perform` would create, and
 * always restores the current one. It allocates nothing unless a variable of the action differs from its start value.
 */
import { ACTION_CLASS, type Operator } from '../def/index.js'
import { argumentList, expr, index, typed, typedIndex } from './expr.js'
import type { Linker } from './linker.js'
import { type Scope, stored, type Value } from './scope.js'

type Legal = Extract<Operator, { op: 'legal' }>

export function legal(linker: Linker, scope: Scope, node: Legal): Value {
  const action = typed(linker, scope, node.action, 'action')
  const known = action.constant !== undefined && action.constant >= 0 ? action.constant : undefined
  const given = node.args === undefined ? [] : node.args
  const clauses = [node.by, node.free, node.class, node.within].some((clause) => clause !== undefined)
  if (!clauses && given.length === 0)
    return flag(
      known === undefined ? `LEGAL[${index(linker, action)}](S)` : `${linker.called('l', known)}(S)`,
    )

  // Everything is computed in the current context, then passed to a function that enters the other.
  const params: string[] = []
  const values: string[] = []
  const pass = (js: string): string => {
    params.push(`x${params.length}`)
    values.push(js)
    return `x${params.length - 1}`
  }
  const a = known === undefined ? pass(index(linker, action)) : String(known)
  const { args, guard } = argumentsOf(linker, scope, given, known, a, pass)
  const test = testOf(linker, known, a, node.by !== undefined, args)
  let code = `${guard}return ${test}`
  if (clauses) {
    const by = node.by === undefined ? 'S.actor' : pass(typedIndex(linker, scope, node.by, 'seat'))
    const free = node.free === undefined ? '0' : pass(stored(typed(linker, scope, node.free, 'flag')))
    const cls =
      node.class === undefined
        ? declaredClass(linker, known, a)
        : pass(typed(linker, scope, node.class, ACTION_CLASS).js)
    const within =
      node.within === undefined ? 'null' : pass(typed(linker, scope, node.within, 'list zone').js)
    code = `${guard}imagine(S,${by},${free},${cls},${within},${a});try{return ${test}}finally{wake(S)}`
  }
  const name = linker.helper(['S', ...params], code)
  return flag(`${name}(${['S', ...values].join(',')})`)
}

const flag = (js: string): Value => ({ js, type: 'flag', sure: true })

/** Generates the arguments. An action known only in play is legal only if its parameter types match them. */
function argumentsOf(
  linker: Linker,
  scope: Scope,
  given: NonNullable<Legal['args']>,
  known: number | undefined,
  a: string,
  pass: (js: string) => string,
): { args: readonly string[]; guard: string } {
  if (given.length === 0) return { args: [], guard: '' }
  if (known !== undefined) {
    const def = linker.def.procedures[known]
    const args = argumentList(linker, scope, `The action '${def.id}'`, def.params, given)
    return { args: args.map(pass), guard: '' }
  }
  const values = given.map((x) => expr(linker, scope, x))
  const types = JSON.stringify(values.map((v) => v.type).join(','))
  return { args: values.map((v) => pass(stored(v))), guard: `if(SIGNED[${a}]!==${types})return false;` }
}

/** `l`: the actor may choose it, and requirements without arguments hold. `h`: those hold. `r`: all hold. */
function testOf(
  linker: Linker,
  known: number | undefined,
  a: string,
  named: boolean, // `by` names the actor, so the action's seats don't matter
  args: readonly string[],
): string {
  const [choosable, holds, requires] =
    known === undefined
      ? [`LEGAL[${a}]`, `HOLDS[${a}]`, `REQUIRES[${a}]`]
      : [
          linker.called('l', known),
          linker.called(linker.def.procedures[known].params.length === 0 ? 'r' : 'h', known),
          linker.called('r', known),
        ]
  if (args.length === 0) return `${named ? holds : choosable}(S)`
  const all = `${requires}(${['S', ...args].join(',')})`
  return named ? all : `${choosable}(S)&&${all}`
}

function declaredClass(linker: Linker, known: number | undefined, a: string): string {
  const classes = actionClasses(linker)
  return known === undefined ? `${linker.constant(classes)}[${a}]` : String(classes[known])
}

/** Returns the declared class of each procedure, or -1. */
export function actionClasses(linker: Linker): number[] {
  const classes = linker.layout.enums.get('action-class')
  return linker.def.procedures.map((p) => (p.class === undefined ? -1 : (classes?.index.get(p.class) ?? -1)))
}
