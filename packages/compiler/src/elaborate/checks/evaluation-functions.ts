/** Evaluation functions and features for agents: named by declarations, defined in rules. */
import { EVALUATION_KEYS, type EvaluationKey } from '../../declare/index.js'
import { unknownName, wrongType } from '../diagnostic-error.js'
import { contextFor } from '../program.js'
import { reportDiagnostic } from '../statements/statements.js'
import { describe } from '../types.js'
import type { SymbolTable } from '../symbols.js'

/** Returns the function that evaluates positions: the declared one, or a function of the rules with this name. */
export function evaluationFunction(world: SymbolTable, what: EvaluationKey): string | undefined {
  return world.declarations[what] ?? (world.functions.has(what) ? what : undefined)
}

/** Checks that each takes a seat and returns a number. A feature may also be a test. */
export function checkEvaluationFunctions(world: SymbolTable): void {
  const { declarations } = world
  for (const what of EVALUATION_KEYS) check(world, what, evaluationFunction(world, what), ['number'])
  for (const { id } of declarations.features ?? []) check(world, `feature:${id}`, id, ['number', 'flag'])
}

function check(world: SymbolTable, key: string, id: string | undefined, types: readonly string[]): void {
  if (id === undefined) return
  const info = world.functions.get(id)
  const span = world.declarations.spans.get(key) ?? info?.span
  if (span === undefined) return
  const cx = contextFor(world)
  if (info === undefined) {
    reportDiagnostic(cx, unknownName(span, id, 'a value of the rules', world.functions.keys()))
    return
  }
  const [first, ...more] = info.params
  if (first?.type !== 'seat' || more.length > 0) {
    const hint = `Write \`value ${id}(seat) = …\` in the rules.`
    reportDiagnostic(cx, wrongType(span, `\`${id}\` must have exactly one parameter, a seat.`, hint))
    return
  }
  const type = info.returns()
  if (type !== undefined && type !== 'any' && !types.includes(type))
    reportDiagnostic(cx, wrongType(span, `\`${id}\` must be a number, not ${describe(type)}.`))
}
