/** Declared parameters: a name, a type and an optional default. */
import { withoutUndefined, type Expr, listOf, type ParameterDef, type TypeName } from '@ludoforge/kernel'
import { didYouMean, closestName } from '../diagnostics/index.js'
import { type ExprNode, type ParameterNode, type Word, singleWord } from '../parser/index.js'
import { elaborate } from './expressions/expressions.js'
import { DiagnosticError } from './diagnostic-error.js'
import { Scope } from './scope.js'
import { reportDiagnostic } from './statements/statements.js'
import { TYPE_NAMES, typeOfWord } from './types.js'
import type { Parameter, SymbolTable } from './symbols.js'

export function readParameters(world: SymbolTable, nodes: readonly ParameterNode[]): Parameter[] {
  const names = nodes.map(({ name }) => name.text)
  return nodes.map((node) => {
    const parameter = { name: node.name.text, type: typeOfParameter(world, node) }
    const { otherwise } = node
    if (otherwise === undefined) return parameter
    return { ...parameter, otherwise: once(() => defaultValue(world, otherwise, parameter.type, names)) }
  })
}

/** Lowers parameters to GameDef nodes. */
export function parameterDefs(params: readonly Parameter[]): ParameterDef[] {
  return params.map(({ name, type, otherwise }) => ({
    name,
    type,
    ...withoutUndefined({ otherwise: otherwise?.() }),
  }))
}

/** Memoises `work`: it runs when all rules are declared, and reports an error only once. */
function once<T>(work: () => T): () => T {
  let cached: { readonly value: T } | undefined
  return () => (cached ??= { value: work() }).value
}

function defaultValue(world: SymbolTable, node: ExprNode, type: TypeName, names: readonly string[]): Expr {
  const cx = { world, scope: new Scope() }
  try {
    return elaborate(cx, node, type).expr
  } catch (error) {
    const unknown = error instanceof DiagnosticError && error.code === 'unknown-name' ? error : undefined
    const other = unknown && names.find((name) => name === world.text(unknown.span))
    const message = `A default can't depend on another parameter, here \`${other}\`.`
    reportDiagnostic(cx, unknown && other ? new DiagnosticError(unknown.code, unknown.span, message) : error)
    return { none: type }
  }
}

/** Returns the error for an unknown type. */
export function unknownType(world: SymbolTable, { text, span }: Word): DiagnosticError {
  const hint = didYouMean(text, [...TYPE_NAMES, ...world.enums.keys()])
  return new DiagnosticError('unknown-type', span, `\`${text}\` is not a type.`, hint, text)
}

function typeOfParameter(
  world: SymbolTable,
  { name, type: written, list, otherwise }: ParameterNode,
): TypeName {
  const type = typeOfWord((written ?? name).text, world)
  if (type !== undefined) return list ? listOf(type) : type
  const obvious = written === undefined ? typeByValue(otherwise) : undefined
  if (obvious !== undefined) return obvious
  const missing = `\`${name.text}\` needs a type, as in \`${name.text}: space\`.`
  // A parameter named after a type needs no other. With a typo only here, its uses are right.
  const meant =
    written === undefined ? closestName(name.text, [...TYPE_NAMES, ...world.enums.keys()]) : undefined
  if (meant !== undefined) world.reporter.spoil([meant])
  const hint = meant === undefined ? undefined : `did you mean \`${meant}\`?`
  const error =
    written === undefined
      ? new DiagnosticError('unknown-type', name.span, missing, hint)
      : unknownType(world, written)
  reportDiagnostic({ world, scope: new Scope() }, error)
  return 'any'
}

/** Infers the type of a number or flag literal. */
function typeByValue(node: ExprNode | undefined): TypeName | undefined {
  if (node?.node === 'number') return 'number'
  const word = node === undefined ? undefined : singleWord(node)?.text
  return word === 'true' || word === 'false' ? 'flag' : undefined
}
