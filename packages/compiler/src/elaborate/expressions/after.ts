/** `VALUE after PROCEDURE(…)`: a value in the position after a procedure, which isn't really run. */
import type { TypeName } from '@ludoforge/kernel'
import type { ExprNode } from '../../parser/index.js'
import type { Span } from '../../source/index.js'
import { DiagnosticError, unknownName } from '../diagnostic-error.js'
import type { ProcedureInfo, SymbolTable } from '../symbols.js'
import { argumentsFor, writtenArguments } from './arguments.js'
import { type Context, elaborate, sourceOf, type Typed } from './expressions.js'

export function elaborateAfter(
  cx: Context,
  node: Extract<ExprNode, { node: 'after' }>,
  expected?: TypeName,
): Typed {
  const { id, params } = supposedProcedure(cx.world, node.procedure.text, node.procedure.span)
  const args = argumentsFor(id, params, writtenArguments(cx, node.given), node.span)
  const { expr: then, type } = elaborate(cx, node.value, expected)
  return { expr: { supposing: id, args, then, src: sourceOf(cx, node) }, type }
}

/** Returns the procedure that is supposed. Throws if nothing has the name, or if it is an action or a window. */
export function supposedProcedure(world: SymbolTable, name: string, span: Span): ProcedureInfo {
  const found = world.procedures.get(name)
  const procedures = [...world.procedures.values()].filter(({ action, window }) => !action && !window)
  if (found === undefined)
    throw unknownName(
      span,
      name,
      'a procedure',
      procedures.map(({ id }) => id),
    )
  if (!procedures.includes(found))
    throw new DiagnosticError(
      'cannot-suppose',
      span,
      `\`${name}\` is ${found.action ? 'an action' : 'a window'}: only a procedure can be supposed.`,
      found.action ? 'Move its effects into a procedure, and call that from the action.' : undefined,
    )
  world.use(`procedure:${name}`)
  return found
}
