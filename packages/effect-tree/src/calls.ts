/** Calls of procedures, performed actions, and results. */
import type { Effect, Expr, Performance, Result, TypeName } from '@ludoforge/kernel'
import { withoutUndefined, definition, present } from '@ludoforge/kernel'
import {
  argumentsFor,
  argumentsForUnknownAction,
  defaultsOf,
  DiagnosticError,
  resultTypeOf,
  needType,
  type Parameter,
  type ProcedureInfo,
  unknownName,
  type WrittenArgument,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { type LoweringContext, itemsOf, Keys, textOf, wordOf } from './context.js'
import { keysOf, readNode } from './read-node.js'
import { typeNamed } from './bare-words.js'

/** The row that `perform` and `legal` share. */
const PERFORMED = present(definition('Operator').index.get('legal'), 'the table has the operator `legal`.')
export const PERFORMANCE = keysOf(PERFORMED).filter((key) => key !== 'op')

/** Lowers `call`. `args` are a list, or a map by parameter. */
export function lowerCall(cx: LoweringContext, node: YamlNode): Effect {
  const keys = new Keys(node, '`call`', ['procedure', 'args', 'into'], cx)
  const { text, span } = keys.word('procedure')
  const procedure = cx.world.procedures.get(text)
  if (procedure === undefined) throw unknownName(span, text, 'a procedure', cx.world.procedures.keys())
  cx.world.use(`procedure:${text}`)
  const args = argumentsFor(
    text,
    procedure.params,
    writtenArguments(cx, keys.get('args'), text, procedure.params),
    span,
  )
  return { call: { procedure: text, args, ...bindResult(cx, keys.get('into'), procedure) } }
}

/** Prepares arguments: a list, or a map by parameter. */
export function writtenArguments(
  cx: LoweringContext,
  node: YamlNode | undefined,
  of: string,
  params?: readonly Parameter[],
): readonly WrittenArgument[] {
  if (node === undefined) return []
  const argument = (arg: YamlNode, name?: WrittenArgument['name']): WrittenArgument => ({
    span: arg.span,
    value: (expected?: TypeName) => cx.expr(arg, expected),
    ...withoutUndefined({ name }),
  })
  if (node.kind !== 'map' || params === undefined)
    return itemsOf(node, `\`args\` of \`${of}\``).map((arg) => argument(arg))
  const keys = new Keys(
    node,
    `\`args\` of \`${of}\``,
    params.map(({ name }) => name),
  )
  return params.flatMap(({ name: text }) => {
    const arg = keys.get(text)
    return arg === undefined ? [] : [argument(arg, { text, span: arg.span })]
  })
}

export function lowerPerform(cx: LoweringContext, node: YamlNode): Effect {
  const keys = new Keys(node, '`perform`', [...PERFORMANCE, 'into'], cx)
  const { performance, named } = lowerPerformance(cx, keys, true)
  return { perform: { ...performance, ...bindResult(cx, keys.get('into'), named) } }
}

/** Lowers an action with its clauses, for `perform` and `legal`. `legal` may omit the arguments. */
export function lowerPerformance(
  cx: LoweringContext,
  keys: Keys,
  needed: boolean,
): { performance: Performance; named: ProcedureInfo | undefined } {
  const actionNode = keys.need('action')
  const { node: performance } = readNode<Performance>(cx, PERFORMED, keys, { own: ['op', 'args'] })
  const { action } = performance
  const literal = typeof action === 'object' && 'action' in action ? action.action : undefined
  const named = typeof literal === 'string' ? cx.world.procedures.get(literal) : undefined
  const given = keys.get('args')
  const args = argumentsOf(cx, given, named, actionNode, needed || given !== undefined)
  return { performance: args.length === 0 ? performance : { ...performance, args }, named }
}

function argumentsOf(
  cx: LoweringContext,
  given: YamlNode | undefined,
  named: ProcedureInfo | undefined,
  { span }: YamlNode,
  needed: boolean,
): readonly Expr[] {
  if (named === undefined)
    return argumentsForUnknownAction(cx.world, writtenArguments(cx, given, 'an action'), span)
  if (!needed) return defaultsOf(named.params) ?? []
  return argumentsFor(named.id, named.params, writtenArguments(cx, given, named.id, named.params), span)
}

/** `into: NAME`, or `{bind: NAME, type: TYPE}` if the action is known only at run time. */
function bindResult(
  cx: LoweringContext,
  node: YamlNode | undefined,
  from: ProcedureInfo | undefined,
): { readonly into?: Result } {
  if (node === undefined) return {}
  const keys = node.kind === 'map' && node.entries.some(({ key }) => key === 'bind') ? node : undefined
  const fields = keys === undefined ? undefined : new Keys(keys, '`into`', ['bind', 'type'], cx)
  const { text: bind, span } = fields === undefined ? wordOf(cx, node, '`into`') : fields.word('bind')
  const typeNode = fields?.get('type')
  const declared =
    typeNode === undefined ? undefined : typeNamed(cx.world, textOf(typeNode, '`type`'), typeNode.span)
  const type = from === undefined ? declared : resultTypeOf(from, span)
  if (type === undefined)
    throw new DiagnosticError(
      'unknown-type',
      span,
      `The action is known only during play, so \`${bind}\` needs a type.`,
      'Write `into: {bind: NAME, type: TYPE}`.',
    )
  if (declared !== undefined && typeNode !== undefined) needType(typeNode.span, declared, type)
  cx.names.set(bind, type)
  return { into: { bind, type } }
}

export function lowerGive(cx: LoweringContext, node: YamlNode): Effect {
  const { gives } = cx.setting
  if (gives === undefined)
    throw new DiagnosticError(
      'no-caller',
      node.span,
      "This procedure declares no result, so it can't `give` one.",
      'Add `gives: TYPE` to the procedure.',
    )
  return { give: cx.expr(node, gives).expr }
}
