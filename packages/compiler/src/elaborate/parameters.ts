/** Parameters as they are declared: a name, a type, and what it is where a call says nothing. */
import { withoutUndefined, type Expr, listOf, type ParameterDef, type TypeName } from '@ludoforge/kernel'
import { didYouMean, closestName } from '../diagnostics/index.js'
import { type ExprNode, type ParameterNode, type Word, wordAlone } from '../parser/index.js'
import { elaborate } from './expressions.js'
import { DiagnosticError } from './diagnostic-error.js'
import { Scope } from './scope.js'
import { reportFault } from './statements.js'
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

/** As the GameDef has them. */
export function parameterDefs(params: readonly Parameter[]): ParameterDef[] {
  return params.map(({ name, type, otherwise }) => ({
    name,
    type,
    ...withoutUndefined({ otherwise: otherwise?.() }),
  }))
}

/** Every rule is known when it is first asked for; a mistake in it is reported once, and here. */
function once<T>(work: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: work() }).value
}

function defaultValue(world: SymbolTable, node: ExprNode, type: TypeName, names: readonly string[]): Expr {
  const cx = { world, scope: new Scope() }
  try {
    return elaborate(cx, node, type).expr
  } catch (fault) {
    const unknown = fault instanceof DiagnosticError && fault.code === 'unknown-name' ? fault : undefined
    const other = unknown && names.find((name) => name === world.text(unknown.span))
    const message = `\`${other}\` is a parameter: what another one is without an argument cannot depend on it.`
    reportFault(cx, unknown && other ? new DiagnosticError(unknown.code, unknown.span, message) : fault)
    return { none: type }
  }
}

/** That a word is no type. */
export function unknownType(world: SymbolTable, { text, span }: Word): DiagnosticError {
  const hint = didYouMean(text, [...TYPE_NAMES, ...world.enums.keys()])
  return new DiagnosticError('unknown-type', span, `\`${text}\` is not a type.`, hint, text)
}

function typeOfParameter(world: SymbolTable, { name, type: said, list, otherwise }: ParameterNode): TypeName {
  const type = typeOfWord((said ?? name).text, world)
  if (type !== undefined) return list ? listOf(type) : type
  const obvious = said === undefined ? typeByValue(otherwise) : undefined
  if (obvious !== undefined) return obvious
  const missing = `\`${name.text}\` needs a type, as in \`${name.text}: space\`.`
  // A parameter that is called like a type needs none: its uses are right if only the name here is not.
  const meant =
    said === undefined ? closestName(name.text, [...TYPE_NAMES, ...world.enums.keys()]) : undefined
  if (meant !== undefined) world.reporter.spoil([meant])
  const hint = meant === undefined ? undefined : `did you mean \`${meant}\`?`
  const fault =
    said === undefined
      ? new DiagnosticError('unknown-type', name.span, missing, hint)
      : unknownType(world, said)
  reportFault({ world, scope: new Scope() }, fault)
  return 'any'
}

/** A number, true and false say themselves what they are. */
function typeByValue(node: ExprNode | undefined): TypeName | undefined {
  if (node?.node === 'number') return 'number'
  const word = node === undefined ? undefined : wordAlone(node)?.text
  return word === 'true' || word === 'false' ? 'flag' : undefined
}
