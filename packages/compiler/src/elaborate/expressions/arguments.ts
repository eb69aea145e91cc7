/** Arguments: positional or named, with defaults from the declaration. */
import type { Expr, TypeName } from '@ludoforge/kernel'
import { didYouMean } from '../../diagnostics/index.js'
import type { ArgumentNodes, ExprNode, Word } from '../../parser/index.js'
import { onlyItem, type Span } from '../../source/index.js'
import { type Context, elaborate, type Typed } from './expressions.js'
import { resultOrUndefined, DiagnosticError } from '../diagnostic-error.js'
import { describe } from '../types.js'
import type { Parameter, SymbolTable } from '../symbols.js'

/** An argument in the source, of any notation. The expected type disambiguates it. */
export interface WrittenArgument {
  readonly span: Span
  readonly name?: Word
  readonly value: (expected?: TypeName) => Typed
}

/** Elaborates the arguments of a call, in the order of the parameters. */
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
  for (const argument of written) {
    if (argument.name === undefined) continue
    const { text } = argument.name
    const at = params.findIndex((p) => p.name === text)
    if (at < 0) throw unknownParameter(of, params, argument.name)
    if (at < inOrder.length || byName.has(text))
      throw new DiagnosticError(
        'duplicate',
        argument.name.span,
        `\`${text}\` of \`${of}\` has two arguments.`,
        'Remove one of them.',
      )
    byName.set(text, argument)
  }
  return params.map((p, i) => {
    const argument = inOrder[i] ?? byName.get(p.name)
    if (argument !== undefined) return argument.value(p.type).expr
    if (p.otherwise !== undefined) return p.otherwise()
    const message = `\`${of}\` needs \`${p.name}\`, ${describe(p.type)}.`
    throw new DiagnosticError('wrong-count', span, message, `Write \`${of}(${p.name}: …)\`.`)
  })
}

/** The arguments of a call that has only the first ones. Returns `undefined` if another one has no default. */
export function defaultsOf(params: readonly Parameter[], first: readonly Expr[] = []): Expr[] | undefined {
  const rest = params.slice(first.length)
  if (first.length > params.length || rest.some((p) => p.otherwise === undefined)) return undefined
  return [...first, ...rest.flatMap((p) => p.otherwise?.() ?? [])]
}

function unknownParameter(of: string, params: readonly Parameter[], { text, span }: Word): DiagnosticError {
  const names = params.map((p) => p.name)
  const hint =
    didYouMean(text, names) ??
    (names.length === 0 ? 'it has no parameters' : `its parameters: ${names.join(', ')}`)
  return new DiagnosticError('unknown-name', span, `\`${text}\` is not a parameter of \`${of}\`.`, hint)
}

function countMessage(of: string, params: readonly Parameter[], found: number): string {
  const s = params.length === 1 ? '' : 's'
  const names = params.length === 0 ? '' : ` (${params.map((p) => p.name).join(', ')})`
  const most = params.some((p) => p.otherwise !== undefined) ? 'at most ' : ''
  return `\`${of}\` takes ${most}${params.length} argument${s}${names}, not ${found}.`
}

/** Prepares the arguments of a call in the rules notation. */
export function writtenArguments(cx: Context, { args, named = [] }: ArgumentNodes): WrittenArgument[] {
  const written = (node: ExprNode) => ({
    span: node.span,
    value: (type?: TypeName) => elaborate(cx, node, type),
  })
  return [...args.map(written), ...named.map(({ name, value }) => ({ name, ...written(value) }))]
}

/**
 * Elaborates arguments for an action that is known only at run time, where the kernel checks that it takes them.
 * Here some action must be able to.
 */
export function argumentsForUnknownAction(
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
      'The action is known only during play, so its parameters have no names here.',
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
      'These arguments fit several actions with different parameters.',
      'Use arguments whose types are clear.',
    )
  const found = natural?.map(({ type }) => describe(type)).join(', ')
  throw new DiagnosticError(
    'wrong-count',
    span,
    noActionMessage(written.length, found),
    actionsWithParameters(world),
  )
}

/** The distinct parameter types of all actions with `count` parameters. */
function signaturesOf(world: SymbolTable, count: number): (readonly TypeName[])[] {
  const found = new Map<string, readonly TypeName[]>()
  for (const { action, params } of world.procedures.values()) {
    const types = params.map((p) => p.type)
    if (action && types.length === count) found.set(types.join(','), types)
  }
  return [...found.values()]
}

function noActionMessage(count: number, types: string | undefined): string {
  const what = types ?? `${count} such argument${count === 1 ? '' : 's'}`
  return `No action takes ${what}.`
}

function actionsWithParameters(world: SymbolTable): string {
  const found = [...world.procedures.values()].filter(({ action, params }) => action && params.length > 0)
  if (found.length === 0) return 'No action has parameters.'
  const shown = found.map(
    ({ id, params }) => `${id}(${params.map(({ name, type }) => `${name}: ${describe(type)}`).join(', ')})`,
  )
  return `Actions with parameters: ${shown.join('; ')}.`
}
