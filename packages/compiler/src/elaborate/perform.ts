/** Calling procedures, performing actions, and what they give; `legal` asks about what `perform` would do. */
import type { Effect, Performance, Result, TypeName } from '@ludoforge/kernel'
import { ACTION_CLASS, withoutUndefined, isList, listOf } from '@ludoforge/kernel'
import {
  type ArgumentNodes,
  type DoingNode,
  type ExprNode,
  type StatementNode,
  type TypedName,
  wordAlone,
} from '../parser/index.js'
import type { Span } from '../source/index.js'
import { argumentsFor, argumentsForSome, defaultsOf, writtenArguments } from './arguments.js'
import { BUILTIN_FUNCTIONS } from './calls.js'
import { type Context, elaborate, isUnclear, optional, type Typed } from './expressions.js'
import { DiagnosticError, needType, unknownName, wrongType } from './diagnostic-error.js'
import { unknownType } from './parameters.js'
import { describe, typeOfWord } from './types.js'
import type { ProcedureInfo, SymbolTable } from './symbols.js'

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
  const performance = elaborateDoing(cx, s.doing, s.span, true)
  return { perform: { ...performance, ...bindResult(cx, s.into, namedAction(cx.world, performance)) } }
}

/** The action, its arguments and its clauses. `perform` needs all arguments; `legal` may do without any. */
export function elaborateDoing(cx: Context, node: DoingNode, span: Span, needed: boolean): Performance {
  const { target, given } = actionAndArguments(cx, node)
  const action = elaborate(cx, target, 'action').expr
  const named = namedAction(cx.world, { action })
  const written = writtenArguments(cx, given ?? { args: [] })
  const args =
    named === undefined
      ? argumentsForSome(cx.world, written, span)
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

/** `raid(mill)` is an action with arguments; `first(actions)` is a value, and an action itself. */
function actionAndArguments(
  { scope, world }: Context,
  { action, given }: DoingNode,
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

/** The name for what is given is known to the statements that follow. */
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

/** What a procedure gives to a caller who wants it. */
export function resultTypeOf({ id, gives }: ProcedureInfo, span: Span): TypeName {
  const type = gives === undefined ? null : gives()
  if (type === undefined)
    throw new DiagnosticError('circular', span, `What \`${id}\` gives depends on what it gives itself.`)
  if (type === null)
    throw new DiagnosticError(
      'gives-nothing',
      span,
      `\`${id}\` gives nothing.`,
      'Say in it what, with `give`.',
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

/** Which action is performed shows only in play, so its result is of the type that its name says. */
function typeOfName(world: SymbolTable, { name }: TypedName): TypeName {
  const type = typeOfWord(name.text, world)
  if (type !== undefined) return type
  const message = `Which action this is shows only in play: \`${name.text}\` needs a type.`
  throw new DiagnosticError('unknown-type', name.span, message, `Write \`into ${name.text}: spaces\`.`)
}

/** What the `give` statements of one procedure have in common. */
export class ResultType {
  type: TypeName | undefined
  /** `give none` and `give nothing` before it was clear of what. */
  readonly #bare: { readonly span: Span; readonly list: boolean }[] = []

  constructor(readonly of: string) {}

  elaborate(cx: Context, node: ExprNode): Effect {
    const word = wordAlone(node)?.text
    const empty = word === 'nothing' || (node.node === 'list' && node.items.length === 0)
    if (empty || word === 'none') {
      this.#bare.push({ span: node.span, list: empty })
      return { leave: 'procedure' } // which is to give just this
    }
    const value = this.#typed(cx, node)
    this.type ??= value.type
    return { give: value.expr }
  }

  #typed(cx: Context, node: ExprNode): Typed {
    try {
      const value = elaborate(cx, node, this.type)
      if (isUnclear(cx, value.type)) throw wrongType(node.span, 'It is not clear of what type this is.')
      return value
    } catch (fault) {
      const known = this.type
      this.type ??= 'any'
      if (!(fault instanceof DiagnosticError) || fault.code !== 'wrong-type' || known === undefined)
        throw fault
      const hint = `All that \`${this.of}\` gives is of one type; the first is ${describe(known)}.`
      throw wrongType(fault.span, fault.message, fault.hint ?? hint)
    }
  }

  /** When the body has been read: none is no number, and nothing no single thing. */
  *faults(): Generator<DiagnosticError> {
    for (const { span, list } of this.#bare) {
      const { of, type } = this
      const hint = 'Give something else somewhere, or use `finish`.'
      if (type === undefined) yield wrongType(span, 'It is not clear of what this is none.', hint)
      else if (type !== 'any' && (list !== isList(type) || (!list && !hasNone(type)))) {
        const message = `\`${of}\` gives ${describe(type)}, which this is not.`
        yield wrongType(span, message, 'Use `finish` to give nothing.')
      }
    }
  }
}

const hasNone = (type: TypeName): boolean => type !== 'number' && type !== 'flag' && type !== 'kind'
