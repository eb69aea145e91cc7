/** Calls of procedures with `do`, actions with `perform` and `legal`, and their results. */
import type { Effect, Performance, Result, TypeName } from '@ludoforge/kernel'
import { ACTION_CLASS, withoutUndefined, isList, listOf } from '@ludoforge/kernel'
import {
  type ArgumentNodes,
  type PerformanceNode,
  type ExprNode,
  type StatementNode,
  type TypedName,
  singleWord,
} from '../../parser/index.js'
import type { Span } from '../../source/index.js'
import {
  argumentsFor,
  argumentsForUnknownAction,
  defaultsOf,
  writtenArguments,
} from '../expressions/arguments.js'
import { BUILTIN_FUNCTIONS } from '../expressions/calls.js'
import { type Context, elaborate, isUnclear, optional, type Typed } from '../expressions/expressions.js'
import { DiagnosticError, needType, unknownName, wrongType } from '../diagnostic-error.js'
import { unknownType } from '../parameters.js'
import { describe, typeOfWord } from '../types.js'
import type { ProcedureInfo, SymbolTable } from '../symbols.js'

export function elaborateDo(cx: Context, s: Extract<StatementNode, { node: 'do' }>): Effect {
  const procedure = cx.world.procedures.get(s.name.text)
  if (procedure === undefined)
    throw unknownName(s.name.span, s.name.text, 'a procedure', cx.world.procedures.keys())
  const { id, params } = procedure
  cx.world.use(`procedure:${id}`)
  const args = argumentsFor(id, params, writtenArguments(cx, s.given), s.span)
  return { call: { procedure: id, args, ...bindResult(cx, s.into, procedure) } }
}

export function elaboratePerform(cx: Context, s: Extract<StatementNode, { node: 'perform' }>): Effect {
  const performance = elaboratePerformance(cx, s.doing, s.span, true)
  return { perform: { ...performance, ...bindResult(cx, s.into, namedAction(cx.world, performance)) } }
}

/** Elaborates an action with its arguments and clauses. `perform` needs all arguments; `legal` may omit them. */
export function elaboratePerformance(
  cx: Context,
  node: PerformanceNode,
  span: Span,
  needed: boolean,
): Performance {
  const { target, given } = actionAndArguments(cx, node)
  const action = elaborate(cx, target, 'action').expr
  const named = namedAction(cx.world, { action })
  const written = writtenArguments(cx, given ?? { args: [] })
  const args =
    named === undefined
      ? argumentsForUnknownAction(cx.world, written, span)
      : needed || given !== undefined
        ? argumentsFor(named.id, named.params, written, span)
        : (defaultsOf(named.params) ?? [])
  return {
    action,
    ...withoutUndefined({
      args: args.length === 0 ? undefined : args,
      by: optional(cx, node.by, 'seat'),
      free: node.free || undefined,
      class: optional(cx, node.class, ACTION_CLASS),
      within: optional(cx, node.within, 'list zone'),
    }),
  }
}

/** Distinguishes `raid(mill)`, an action with arguments, from `first(actions)`, a call that returns an action. */
function actionAndArguments(
  { scope, world }: Context,
  { action, given }: PerformanceNode,
): { target: ExprNode; given?: ArgumentNodes | undefined } {
  if (given !== undefined || action.node !== 'call') return { target: action, given }
  const { name } = action
  const isValue =
    scope.get(name.text) === undefined &&
    world.procedures.get(name.text)?.action !== true &&
    (world.functions.has(name.text) || BUILTIN_FUNCTIONS.includes(name.text))
  if (isValue) return { target: action }
  return { target: { node: 'words', words: [name], span: name.span }, given: action }
}

function namedAction(world: SymbolTable, { action }: Pick<Performance, 'action'>): ProcedureInfo | undefined {
  const named = typeof action === 'object' && 'action' in action ? action.action : undefined
  return typeof named === 'string' ? world.procedures.get(named) : undefined
}

/** Binds the result for the statements that follow. */
function bindResult(
  cx: Context,
  into: TypedName | undefined,
  from: ProcedureInfo | undefined,
): { into?: Result } {
  if (into === undefined) return {}
  const { text: bind, span } = into.name
  const declared = declaredType(cx.world, into)
  const type = from === undefined ? (declared ?? typeOfName(cx.world, into)) : resultTypeOf(from, span)
  if (declared !== undefined && into.type !== undefined) needType(into.type.span, declared, type)
  cx.scope.set(bind, type)
  return { into: { bind, type } }
}

/** The result type of a procedure. Throws if it has none. */
export function resultTypeOf({ id, gives }: ProcedureInfo, span: Span): TypeName {
  const type = gives === undefined ? null : gives()
  if (type === undefined)
    throw new DiagnosticError('circular', span, `The result type of \`${id}\` depends on itself.`)
  if (type === null)
    throw new DiagnosticError(
      'gives-nothing',
      span,
      `\`${id}\` gives nothing.`,
      'Add a `give` statement to it, or remove `into`.',
      id,
    )
  return type
}

function declaredType(world: SymbolTable, { type: word, list }: TypedName): TypeName | undefined {
  if (word === undefined) return undefined
  const type = typeOfWord(word.text, world)
  if (type === undefined) throw unknownType(world, word)
  return list ? listOf(type) : type
}

/** The type of a result by its name, for an action that is known only at run time. */
function typeOfName(world: SymbolTable, { name }: TypedName): TypeName {
  const type = typeOfWord(name.text, world)
  if (type !== undefined) return type
  const message = `The action is known only during play, so \`${name.text}\` needs a type.`
  throw new DiagnosticError('unknown-type', name.span, message, `Write \`into ${name.text}: spaces\`.`)
}

/** The result type of one procedure, which all its `give` statements share. */
export class ResultType {
  type: TypeName | undefined
  /** `give none` and `give nothing`, which are checked when the type is known. */
  readonly #bare: { readonly span: Span; readonly list: boolean }[] = []

  constructor(readonly of: string) {}

  elaborate(cx: Context, node: ExprNode): Effect {
    const word = singleWord(node)?.text
    const empty = word === 'nothing' || (node.node === 'list' && node.items.length === 0)
    if (empty || word === 'none') {
      this.#bare.push({ span: node.span, list: empty })
      return { leave: 'procedure' } // leaving without a `give` has this result
    }
    const value = this.#typed(cx, node)
    this.type ??= value.type
    return { give: value.expr }
  }

  #typed(cx: Context, node: ExprNode): Typed {
    try {
      const value = elaborate(cx, node, this.type)
      if (isUnclear(cx, value.type)) throw wrongType(node.span, "The type of this can't be inferred.")
      return value
    } catch (error) {
      const known = this.type
      this.type ??= 'any'
      if (!(error instanceof DiagnosticError) || error.code !== 'wrong-type' || known === undefined)
        throw error
      const hint = `All \`give\` statements of \`${this.of}\` need one type. The first gives ${describe(known)}.`
      throw wrongType(error.span, error.message, error.hint ?? hint)
    }
  }

  /** Call after elaborating the body: checks `give none` and `give nothing` against the type. */
  *faults(): Generator<DiagnosticError> {
    for (const { span, list } of this.#bare) {
      const { of, type } = this
      const hint = 'Give a value somewhere else in the procedure, or use `finish` here.'
      if (type === undefined) yield wrongType(span, "The type of this can't be inferred.", hint)
      else if (type !== 'any' && (list !== isList(type) || (!list && !hasNone(type)))) {
        const message = `\`${of}\` gives ${describe(type)}, and this isn't one.`
        yield wrongType(span, message, 'Use `finish` to leave without a result.')
      }
    }
  }
}

const hasNone = (type: TypeName): boolean => type !== 'number' && type !== 'flag' && type !== 'kind'
