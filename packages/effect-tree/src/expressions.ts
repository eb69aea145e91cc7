/** Lowers expressions: numbers, flags, words, lists, and maps whose first known key determines the node. */
import type { Expr, NodeShape, TypeName } from '@ludoforge/kernel'
import { definition, isList, itemOf, listOf } from '@ludoforge/kernel'
import {
  argumentsFor,
  describeNode,
  didYouMean,
  DiagnosticError,
  needType,
  supposedProcedure,
  type Typed,
  unknownName,
  type YamlList,
  type YamlMap,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { writtenArguments } from './calls.js'
import { type LoweringContext, integerOf, itemsOf, Keys, paramOf, resolveSpelling } from './context.js'
import { lowerAggregate, lowerConditional, lowerOperator } from './operators.js'
import { keysOf, readNode, resolveType } from './read-node.js'
import { lowerQuery } from './queries.js'
import { OWN_REFERENCES, REFERENCES } from './references.js'
import { readTagged } from './tagged.js'
import { resolveName, resolveWord } from './bare-words.js'

export function lowerExpr(cx: LoweringContext, node: YamlNode, expected?: TypeName): Typed {
  const typed = lowerAny(cx, node, expected)
  if (expected !== undefined) needType(node.span, expected, typed.type)
  return typed
}

function lowerAny(cx: LoweringContext, node: YamlNode, expected?: TypeName): Typed {
  if (node.kind === 'list') return lowerList(cx, node, expected)
  if (node.kind === 'map') return lowerMap(cx, node, expected)
  const { value } = node
  if (typeof value === 'number') return { expr: integerOf(node), type: 'number' }
  if (typeof value === 'boolean') return { expr: value, type: 'flag' }
  if (value === null) throw new DiagnosticError('wrong-type', node.span, 'The value is missing.')
  return resolveWord(cx, value, node.span, expected)
}

type Reader = (cx: LoweringContext, node: YamlMap, expected?: TypeName) => Typed

/** By the key that determines the node. The first one that a map has decides. */
const READERS: Readonly<Record<string, Reader>> = {
  ref: (cx, node) => {
    const family = { name: 'Reference', noun: 'reference', own: OWN_REFERENCES, sugar: REFERENCES } as const
    const { expr, type } = readTagged(cx, node, family)
    return { expr, type }
  },
  op: lowerOperator,
  query: lowerQuery,
  aggregate: lowerAggregate,
  if: lowerConditional,
  call: lowerCall,
  supposing: lowerSupposing,
  concat: lowerConcat,
  param: lowerParam,
  ...Object.fromEntries(definition('Literal').nodes.map((row) => [row.id, literal(row)])),
}

/** A reader for a literal, by its row of the table. */
function literal(row: NodeShape): Reader {
  return (cx, node) => {
    const keys = new Keys(
      node,
      row.about.replace(/[ .].*/, '').toLowerCase() + ` \`${row.id}\``,
      keysOf(row),
      cx,
    )
    const { node: expr, types } = readNode<Extract<Expr, object>>(cx, row, keys)
    const type = resolveType(row.gives ?? '', types)
    if ('none' in expr && (isList(type) || type === 'number' || type === 'flag'))
      throw new DiagnosticError(
        'wrong-type',
        keys.need('none').span,
        `A value of type ${type} can't be none.`,
      )
    return { expr, type }
  }
}

function lowerMap(cx: LoweringContext, node: YamlMap, expected?: TypeName): Typed {
  const read = Object.entries(READERS).find(([key]) => node.entries.some((entry) => entry.key === key))?.[1]
  if (read !== undefined) return read(cx, node, expected)
  const [first] = node.entries
  const known = Object.keys(READERS)
  throw new DiagnosticError(
    first === undefined ? 'wrong-type' : 'unknown-key',
    first?.keySpan ?? node.span,
    first === undefined ? "An empty map isn't an expression." : `No expression has the key \`${first.key}\`.`,
    (first === undefined ? undefined : didYouMean(first.key, known)) ?? `known keys: ${known.join(', ')}`,
  )
}

/** Lowers a list, whose items have one type. */
function lowerList(cx: LoweringContext, node: YamlList, expected?: TypeName): Typed {
  let item = expected !== undefined && isList(expected) ? itemOf(expected) : undefined
  if (item === undefined && node.items.length === 0)
    throw new DiagnosticError('wrong-type', node.span, "The type of this empty list can't be inferred.")
  const items = node.items.map((itemNode) => {
    const typed = cx.expr(itemNode, item)
    item ??= typed.type
    return typed.expr
  })
  const type = item ?? 'any'
  if (isList(type))
    throw new DiagnosticError(
      'wrong-type',
      node.span,
      "A list can't contain lists.",
      'Declare a table instead.',
    )
  return { expr: { query: 'list', type, items }, type: listOf(type) }
}

function lowerCall(cx: LoweringContext, node: YamlMap): Typed {
  const keys = new Keys(node, 'a call', ['call', 'args'], cx)
  const { text, span } = keys.word('call')
  const id = resolveSpelling(text, (one) => cx.world.functions.has(one))
  const fn = id === undefined ? undefined : cx.world.functions.get(id)
  if (fn === undefined) throw unknownName(span, text, 'a function', cx.world.functions.keys())
  const args = argumentsFor(fn.id, fn.params, writtenArguments(cx, keys.get('args'), fn.id, fn.params), span)
  cx.world.use(`function:${fn.id}`)
  const type = fn.returns()
  if (type === undefined)
    throw new DiagnosticError(
      'circular',
      span,
      `\`${fn.id}\` is defined in terms of itself.`,
      'Declare its `returns`.',
    )
  return { expr: { call: fn.id, args }, type }
}

/** `supposing: PROCEDURE`: the value `then` in the position after it. */
function lowerSupposing(cx: LoweringContext, node: YamlMap, expected?: TypeName): Typed {
  const keys = new Keys(node, 'a supposition', ['supposing', 'args', 'then'], cx)
  const { text, span } = keys.word('supposing')
  const procedure = supposedProcedure(cx.world, text, span)
  const { id, params } = procedure
  const args = argumentsFor(id, params, writtenArguments(cx, keys.get('args'), id, params), span)
  const { expr: then, type } = cx.expr(keys.need('then'), expected)
  return { expr: { supposing: id, args, then, src: cx.clause(node.span) }, type }
}

/** `concat: ['box:', seat]`: the zone of a seat, from a family of zones. */
function lowerConcat(cx: LoweringContext, node: YamlMap): Typed {
  const parts = itemsOf(new Keys(node, 'concat', ['concat'], cx).need('concat'), '`concat`')
  const [first, second] = parts
  const { families } = cx.world
  if (
    parts.length !== 2 ||
    second === undefined ||
    first?.kind !== 'scalar' ||
    typeof first.value !== 'string'
  )
    throw new DiagnosticError(
      'wrong-type',
      node.span,
      '`concat` must be a list of the name of a family of zones and a seat.',
      FAMILY,
    )
  const family = resolveSpelling(first.value.replace(/:$/, ''), (one) => families.has(one))
  if (family === undefined) throw unknownName(first.span, first.value, 'a family of zones', families)
  return { expr: { ref: 'zoneOf', family, player: cx.player(second) }, type: 'zone' }
}

const FAMILY = "write `{concat: ['family:', seat]}`"

/** A parameter of the macro: a value of the call, or a substituted word. */
function lowerParam(cx: LoweringContext, node: YamlMap, expected?: TypeName): Typed {
  const name = paramOf(node)
  if (name === undefined)
    throw new DiagnosticError(
      'wrong-type',
      node.span,
      `\`param\` must be the name of a parameter, not ${describeNode(node)}.`,
    )
  const substitute = cx.setting.words?.get(name)
  return substitute === undefined ? resolveName(cx, name, node.span) : cx.expr(substitute, expected)
}
