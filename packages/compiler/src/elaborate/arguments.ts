/** Arguments: in order or by name, with what a call leaves out filled in from the declaration. */
import type { Expr, TypeName } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import type { ArgumentNodes, ExprNode, Word } from '../parser/index.js'
import { onlyItem, type Span } from '../source/index.js'
import { type Context, elaborate, type Typed } from './expressions.js'
import { resultOrUndefined, DiagnosticError } from './diagnostic-error.js'
import { describe } from './types.js'
import type { Parameter, SymbolTable } from './symbols.js'

/** One argument as it was written, in whichever notation; the expected type settles what it means. */
export interface WrittenArgument {
  readonly span: Span
  readonly name?: Word
  readonly value: (expected?: TypeName) => Typed
}

/** All arguments of a call, in the order of the parameters. */
export function argumentsFor(
  of: string,
  params: readonly Parameter[],
  written: readonly WrittenArgument[],
  span: Span,
): Expr[] {
  const inOrder = written.filter(({ name }) => name === undefined)
  const optional = params.some((p) => p.otherwise !== undefined)
  const plain = !optional && inOrder.length === written.length
  if (inOrder.length > params.length || (plain && inOrder.length < params.length))
    throw new DiagnosticError('wrong-count', span, countMessage(of, params, inOrder.length))
  const byName = new Map<string, WrittenArgument>()
  for (const one of written) {
    if (one.name === undefined) continue
    const { text } = one.name
    const at = params.findIndex((p) => p.name === text)
    if (at < 0) throw unknownParameter(of, params, one.name)
    if (at < inOrder.length || byName.has(text))
      throw new DiagnosticError('duplicate', one.name.span, `\`${text}\` of \`${of}\` is given twice.`)
    byName.set(text, one)
  }
  return params.map((p, i) => {
    const one = inOrder[i] ?? byName.get(p.name)
    if (one !== undefined) return one.value(p.type).expr
    if (p.otherwise !== undefined) return p.otherwise()
    const message = `\`${of}\` needs \`${p.name}\`, ${describe(p.type)}.`
    throw new DiagnosticError('wrong-count', span, message, `Write \`${of}(${p.name}: …)\`.`)
  })
}

/** What all parameters are where a call says nothing but the first arguments; undefined: it must say more. */
export function defaultsOf(params: readonly Parameter[], first: readonly Expr[] = []): Expr[] | undefined {
  const rest = params.slice(first.length)
  if (first.length > params.length || rest.some((p) => p.otherwise === undefined)) return undefined
  return [...first, ...rest.flatMap((p) => p.otherwise?.() ?? [])]
}

function unknownParameter(of: string, params: readonly Parameter[], { text, span }: Word): DiagnosticError {
  const names = params.map((p) => p.name)
  const hint = didYouMean(text, names) ?? (names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`)
  return new DiagnosticError('unknown-name', span, `\`${text}\` is not a parameter of \`${of}\`.`, hint)
}

function countMessage(of: string, params: readonly Parameter[], found: number): string {
  const s = params.length === 1 ? '' : 's'
  const names = params.length === 0 ? '' : ` (${params.map((p) => p.name).join(', ')})`
  const most = params.some((p) => p.otherwise !== undefined) ? 'at most ' : ''
  return `\`${of}\` takes ${most}${params.length} argument${s}${names}, not ${found}.`
}

/** The arguments of a call in the rules notation. */
export function writtenArguments(cx: Context, { args, named = [] }: ArgumentNodes): WrittenArgument[] {
  const written = (node: ExprNode) => ({
    span: node.span,
    value: (type?: TypeName) => elaborate(cx, node, type),
  })
  return [...args.map(written), ...named.map(({ name, value }) => ({ name, ...written(value) }))]
}

/**
 * Arguments for an action that is known only in play. It must take all of them, in order; whether it does is
 * seen then. Here there must be some action that could.
 */
export function argumentsForSome(
  world: SymbolTable,
  written: readonly WrittenArgument[],
  span: Span,
): Expr[] {
  if (written.length === 0) return []
  const named = written.find(({ name }) => name !== undefined)
  if (named?.name !== undefined)
    throw new DiagnosticError(
      'unknown-name',
      named.name.span,
      'Which action this is shows only in play: its parameters have no names here.',
      'Give the arguments in order.',
    )
  const signatures = signaturesOf(world, written.length)
  const natural = resultOrUndefined(() => written.map(({ value }) => value()))
  const exact = signatures.find((types) => types.every((type, i) => type === natural?.[i]?.type))
  if (natural !== undefined && exact !== undefined) return natural.map(({ expr }) => expr)
  const fitting = signatures.flatMap((types) => {
    const args = resultOrUndefined(() => written.map(({ value }, i) => value(types[i]).expr))
    return args === undefined ? [] : [args]
  })
  const only = onlyItem(fitting)
  if (only !== undefined) return only
  if (fitting.length > 1)
    throw new DiagnosticError(
      'ambiguous-name',
      span,
      'These arguments could be those of several actions that differ.',
    )
  const found = natural?.map(({ type }) => describe(type)).join(', ')
  throw new DiagnosticError('wrong-count', span, noAction(written.length, found), takers(world))
}

/** The types of so many parameters that actions have, each list once. */
function signaturesOf(world: SymbolTable, count: number): (readonly TypeName[])[] {
  const found = new Map<string, readonly TypeName[]>()
  for (const { action, params } of world.procedures.values()) {
    const types = params.map((p) => p.type)
    if (action && types.length === count) found.set(types.join(','), types)
  }
  return [...found.values()]
}

function noAction(count: number, types: string | undefined): string {
  const what = types ?? `${count} such argument${count === 1 ? '' : 's'}`
  return `No action takes ${what}.`
}

function takers(world: SymbolTable): string {
  const found = [...world.procedures.values()].filter(({ action, params }) => action && params.length > 0)
  if (found.length === 0) return 'No action has parameters.'
  const shown = found.map(
    ({ id, params }) => `${id}(${params.map(({ name, type }) => `${name}: ${describe(type)}`).join(', ')})`,
  )
  return `Actions with parameters: ${shown.join('; ')}.`
}
