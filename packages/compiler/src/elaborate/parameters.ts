/** Parameters as they are declared: a name, a type, and what it is where a call says nothing. */
import { type Expr, listOf, type ParameterDef, type TypeName } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import type { ExprNode, ParameterNode } from '../notation/index.js'
import { elaborate } from './expressions.js'
import { Fault } from './fault.js'
import { Scope } from './scope.js'
import { reportFault } from './statements.js'
import { TYPE_NAMES, typeOfWord } from './types.js'
import type { Parameter, World } from './world.js'

export function readParameters(world: World, nodes: readonly ParameterNode[]): Parameter[] {
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
  return params.map(({ name, type, otherwise }) =>
    otherwise === undefined ? { name, type } : { name, type, otherwise: otherwise() },
  )
}

/** Every rule is known when it is first asked for; a mistake in it is reported once, and here. */
function once<T>(work: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: work() }).value
}

function defaultValue(world: World, node: ExprNode, type: TypeName, names: readonly string[]): Expr {
  const cx = { world, scope: new Scope() }
  try {
    return elaborate(cx, node, type).expr
  } catch (fault) {
    const word = fault instanceof Fault && fault.code === 'unknown-name' ? world.text(fault.span) : ''
    const other = names.find((name) => name === word)
    reportFault(
      cx,
      other === undefined || !(fault instanceof Fault)
        ? fault
        : new Fault(
            fault.code,
            fault.span,
            `\`${other}\` is a parameter: what another one is without an argument cannot depend on it.`,
          ),
    )
    return { none: type }
  }
}

/** The type that a word names in this game. */
export function typeNamed(world: World, word: string): TypeName | undefined {
  return typeOfWord(word, new Set(world.enums.keys()), new Set(world.tables.keys()))
}

function typeOfParameter(world: World, node: ParameterNode): TypeName {
  const word = node.type ?? node.name
  const type = typeNamed(world, word.text)
  if (type !== undefined) return node.list ? listOf(type) : type
  const obvious = node.type === undefined ? typeByValue(node.otherwise) : undefined
  if (obvious !== undefined) return obvious
  const what =
    node.type === undefined
      ? `\`${node.name.text}\` needs a type, as in \`${node.name.text}: space\`.`
      : `\`${word.text}\` is not a type.`
  world.reporter.error(
    'unknown-type',
    word.span,
    what,
    node.type === undefined ? undefined : didYouMean(word.text, [...TYPE_NAMES, ...world.enums.keys()]),
  )
  return 'any'
}

/** A number, true and false say themselves what they are. */
function typeByValue(node: ExprNode | undefined): TypeName | undefined {
  if (node?.node === 'number') return 'number'
  if (node?.node !== 'words' || node.words.length !== 1) return undefined
  return node.words[0].text === 'true' || node.words[0].text === 'false' ? 'flag' : undefined
}
