/**
 * Elaboration of expressions: resolves names, infers types and lowers to GameDef nodes. It is bidirectional: an
 * expected type disambiguates words.
 */
import type { Expr, Filter, TypeName } from '@ludoforge/kernel'
import {
  withoutUndefined,
  enumId,
  enumType,
  isEnum,
  isList,
  itemOf,
  listOf,
  rowType,
} from '@ludoforge/kernel'
import { capitalise } from '../../diagnostics/index.js'
import { type ExprNode, type Word, singleWord } from '../../parser/index.js'
import { type NonEmpty, onlyItem, type Span } from '../../source/index.js'
import { elaborateIf } from '../statements/conditional.js'
import { elaborateAfter } from './after.js'
import { defaultsOf } from './arguments.js'
import { directionList, elaborateToward } from './boards.js'
import { elaborateCall } from './calls.js'
import { resultOrUndefined, DiagnosticError, needType, unknownName, wrongType } from '../diagnostic-error.js'
import { warnIfShadowing } from '../checks/shadowing.js'
import { enterExpression, leaveExpression, limitSize } from '../checks/limits.js'
import { elaborateIs } from './is.js'
import { elaborateOf } from './of.js'
import { phraseFilter, phraseWords } from './phrases.js'
import type { Scope } from '../scope.js'
import { accepts, describe, isUnresolved, typeOfWord } from '../types.js'
import { sourceTextOf } from '../source-text.js'
import { WORDS, type SymbolTable } from '../symbols.js'

/** An expression and its type. */
export interface Typed {
  readonly expr: Expr
  readonly type: TypeName
}

export interface Context {
  readonly world: SymbolTable
  readonly scope: Scope
}

export const childContext = (cx: Context, name: string, type: TypeName): Context => ({
  world: cx.world,
  scope: cx.scope.with(name, type),
})
/** A reference to a local name. */
export const binding = (name: string): Expr => ({ ref: 'binding', name })
export const not = (arg: Expr): Expr => ({ op: 'not', arg })
export const equal = (left: Expr, right: Expr): Expr => ({ op: '==', left, right })
export const anyOf = (query: Expr): Expr => ({ aggregate: { op: 'any', query } })
export const flag = (expr: Expr): Typed => ({ expr, type: 'flag' })
export const listOfItems = (type: TypeName, items: readonly Expr[]): Typed => ({
  expr: { query: 'list', type, items },
  type: listOf(type),
})

export function elaborate(cx: Context, node: ExprNode, expected?: TypeName): Typed {
  enterExpression(node)
  try {
    const typed = limitSize(elaborateAny(cx, node, expected), node.span)
    cx.world.noteType(node.span, typed.type)
    return expected === undefined ? typed : coerce(typed, expected, node.span)
  } finally {
    leaveExpression()
  }
}

/** Implicit conversions to a list: an item to a list of one, a zone to the cards in it. */
function coerce(typed: Typed, expected: TypeName, span: Span): Typed {
  if (accepts(expected, typed.type)) return typed
  if (isList(expected) && accepts(itemOf(expected), typed.type)) return listOfItems(typed.type, [typed.expr])
  if (expected === 'list token' && typed.type === 'zone') return cardsIn(typed.expr)
  needType(span, expected, typed.type)
  return typed
}

export const cardsIn = (zone: Expr, filter: Filter = []): Typed => ({
  expr: { query: 'tokensInZone', zone, filter },
  type: 'list token',
})

/** Converts to a list: a zone becomes the list of its content. */
export function asList({ expr, type }: Typed, span: Span, wanted = 'Expected a list, found'): Typed {
  if (isList(type)) return { expr, type }
  if (type === 'zone') return cardsIn(expr)
  if (type === 'kind')
    throw new DiagnosticError(
      'needs-place',
      span,
      'These are pieces without a place.',
      'Add `in` and a space, a zone or `map`.',
    )
  throw wrongType(span, `${wanted} ${describe(type)}.`)
}

/** Whether a type can't be inferred, other than as a consequence of a reported error. */
export const isUnclear = (cx: Context, type: TypeName): boolean =>
  isUnresolved(type) && !cx.world.reporter.hasErrors

/** Elaborates an expression that must be a condition. */
export const condition = (cx: Context, node: ExprNode): Expr => elaborate(cx, node, 'flag').expr
export const number = (cx: Context, node: ExprNode): Expr => elaborate(cx, node, 'number').expr
/** Elaborates an optional expression. */
export const optional = (cx: Context, node: ExprNode | undefined, type: TypeName): Expr | undefined =>
  node === undefined ? undefined : elaborate(cx, node, type).expr

function elaborateAny(cx: Context, node: ExprNode, expected?: TypeName): Typed {
  switch (node.node) {
    case 'number':
      return { expr: node.value, type: 'number' }
    case 'text':
      throw wrongType(
        node.span,
        "A text in quotes can't be part of an expression.",
        'Remove the quotes if this is a name.',
      )
    case 'words':
      return elaborateWords(cx, node.words, node.span, expected)
    case 'call':
      return elaborateCall(cx, node)
    case 'dot':
      return elaborateOf(cx, [node.name], node.object, node.span)
    case 'of':
      return elaborateOf(cx, node.words, node.object, node.span)
    case 'toward':
      return elaborateToward(cx, node)
    case 'binary':
      return elaborateBinary(cx, node)
    case 'and':
    case 'or': {
      const args = node.parts.map((p) => condition(cx, p))
      return flag({ op: node.node, args, clauses: node.parts.map((p) => sourceOf(cx, p)) })
    }
    case 'not':
      return flag(not(condition(cx, node.part)))
    case 'in':
      return elaborateIn(cx, node)
    case 'is':
      return elaborateIs(cx, node)
    case 'if':
      return elaborateIf(cx, node, expected)
    case 'where':
      return elaborateWhere(cx, node, expected)
    case 'after':
      return elaborateAfter(cx, node, expected)
    case 'range': {
      const [min, max] = [number(cx, node.from), number(cx, node.to)]
      return { expr: { query: 'intsInRange', min, max }, type: 'list number' }
    }
    case 'list':
      return elaborateList(cx, node.items, node.span, expected)
    case 'absent': {
      const { type } = elaborate(cx, node.like)
      if (type === 'number') return { expr: 0, type }
      if (type === 'flag') return flag(false)
      return isList(type) ? listOfItems(itemOf(type), []) : { expr: { none: type }, type }
    }
    case 'reach': {
      const inner = childContext(cx, 'it', 'zone')
      const zone = elaborate(cx, node.from, 'zone').expr
      const to = optional(inner, node.entering, 'flag')
      const via = optional(inner, node.through, 'flag')
      const steps = optional(cx, node.steps, 'number')
      const expr: Expr = {
        query: 'connectedZones',
        zone,
        bind: 'it',
        ...withoutUndefined({ to, via, steps }),
      }
      return { expr, type: 'list zone' }
    }
  }
}

/** A name, or a phrase for pieces. */
function elaborateWords(cx: Context, words: NonEmpty<Word>, span: Span, expected?: TypeName): Typed {
  const [word, second] = words
  const single = words.length === 1
  if (single && word.text === 'none') return none(expected ?? 'any', span)
  const named = single ? nameOf(cx, word, expected) : undefined
  if (named !== undefined) return named
  const noun = words.length === 2 && word.text === 'no' ? second : undefined
  const empty = noun === undefined ? undefined : typeOfWord(noun.text)
  if (empty !== undefined && isList(empty)) return listOfItems(itemOf(empty), [])
  const phrase = phraseFilter(cx.world, cx.scope, words)
  if ('filter' in phrase) return { expr: { kinds: phrase.filter }, type: 'kind' }
  if (single) throw unknownWord(cx, word, expected)
  throw unknownName(phrase.unknown.span, phrase.unknown.text, 'a word for pieces', phraseWords(cx.world))
}

function unknownWord({ world, scope }: Context, { text, span }: Word, expected?: TypeName): DiagnosticError {
  if (expected !== undefined && isEnum(expected))
    return unknownName(span, text, `a value of ${enumId(expected)}`, world.valuesOf(expected))
  const owners = world.enumsWith(text)
  if (owners.length > 1) {
    const message = `\`${text}\` is a value of ${owners.join(' and of ')}, and here it could be either.`
    return new DiagnosticError('ambiguous-name', span, message)
  }
  const variable = world.variables.get(text)
  if (variable !== undefined) {
    const owner = variable.scope === 'seat' ? 'seat' : 'space'
    const message = `\`${text}\` belongs to a ${owner}. Name the ${owner}, as in \`${text} of …\`.`
    return new DiagnosticError('needs-owner', span, message)
  }
  const known = [...scope.names, ...world.allNames, ...phraseWords(world)]
  return unknownName(span, text, 'a name known here', known)
}

/** Resolves a single word. Returns `undefined` if it isn't a name. */
function nameOf(cx: Context, { text: word, span }: Word, expected?: TypeName): Typed | undefined {
  const { world, scope } = cx
  const local = scope.get(word)
  if (local !== undefined) return { expr: binding(word), type: local }
  if (expected !== undefined && world.valuesOf(expected).includes(word))
    return enumValue(world, word, enumId(expected))
  if (Object.hasOwn(WORDS, word)) return WORDS[word]
  if (word === 'nothing')
    return expected !== undefined && isList(expected) ? listOfItems(itemOf(expected), []) : undefined
  const fn = world.functions.get(word)
  const args = fn === undefined ? undefined : defaultsOf(fn.params)
  if (fn !== undefined && args !== undefined) {
    const type = fn.returns()
    if (type === undefined) return undefined
    world.use(`function:${word}`)
    return { expr: { call: word, args }, type }
  }
  const variable = world.variables.get(word)
  if (variable?.scope === 'global') {
    world.use(`variable:${word}`)
    return { expr: { ref: 'gvar', var: word }, type: variable.type }
  }
  const option = world.options.get(word)
  if (option !== undefined) {
    world.use(`option:${word}`)
    return { expr: { ref: 'option', option: word }, type: option.type }
  }
  if (expected === 'kind') return undefined
  if (world.seats.has(word)) return { expr: { seat: word }, type: 'seat' }
  if (world.zones.has(word)) return { expr: { zone: word }, type: 'zone' }
  if (world.families.has(word)) return { expr: { query: 'zoneFamily', family: word }, type: 'list zone' }
  if (world.tables.has(word)) {
    world.use(`table:${word}`)
    return { expr: { query: 'rows', table: word }, type: listOf(rowType(word)) }
  }
  if (world.procedures.get(word)?.action === true) {
    world.use(`procedure:${word}`)
    return { expr: { action: word }, type: 'action' }
  }
  if ('filter' in phraseFilter(world, scope, [{ text: word, span }])) return undefined
  const owner = onlyItem(world.enumsWith(word))
  return owner === undefined ? directionList(world, word) : enumValue(world, word, owner)
}

/** `none` of a type. Numbers, flags and lists have no `none`. */
export function none(type: TypeName, span: Span): Typed {
  if (isList(type))
    throw wrongType(
      span,
      'A list is never `none`.',
      'Write `[]` for an empty list, and `is empty` to test for one.',
    )
  if (type === 'number' || type === 'flag')
    throw wrongType(span, `${capitalise(describe(type))} is never \`none\`.`)
  return { expr: { none: type }, type }
}

/** Returns a value of an enumeration, which counts as used. */
export function enumValue(world: SymbolTable, value: string, of: string): Typed {
  world.use(`enum:${of}`)
  return { expr: { value, of }, type: enumType(of) }
}

function elaborateBinary(cx: Context, node: Extract<ExprNode, { node: 'binary' }>): Typed {
  const { op } = node
  if (op !== '+' && op !== '-' && op !== '*' && op !== '/' && op !== '%') {
    const [left, right] = pair(cx, node.left, node.right)
    if (op !== '=' && op !== '!=' && left.type === 'position')
      throw wrongType(node.span, 'A position has no order.', 'Compare it with `=` or `!=`.')
    if (op !== '=' && op !== '!=' && left.type !== 'number' && !isEnum(left.type))
      throw wrongType(node.span, `\`${op}\` compares numbers or levels, not ${describe(left.type)}.`)
    return flag({ op: op === '=' ? '==' : op, left: left.expr, right: right.expr })
  }
  const left = elaborate(cx, node.left)
  if (isList(left.type) && (op === '+' || op === '-')) {
    const right = elaborate(cx, node.right, left.type)
    const type = isUnresolved(left.type) ? right.type : left.type
    return { expr: { query: op === '+' ? 'union' : 'except', left: left.expr, right: right.expr }, type }
  }
  // After an error the type is unknown: a number or a list.
  if (left.type === 'any') cx.world.tracer.spoil()
  if (left.type === 'any' && cx.world.reporter.hasErrors) {
    elaborate(cx, node.right)
    return left
  }
  needType(node.left.span, 'number', left.type)
  return { expr: { op, left: left.expr, right: number(cx, node.right) }, type: 'number' }
}

/** Elaborates two operands to the same type. The one with a definite type resolves a word in the other. */
function pair(cx: Context, leftNode: ExprNode, rightNode: ExprNode): [Typed, Typed] {
  const read = (): Typed => elaborateAny(cx, leftNode)
  const left = leftNode.node === 'words' ? resultOrUndefined(read) : read()
  if (left !== undefined && left.type !== 'any' && left.type !== 'kind')
    return [left, elaborate(cx, rightNode, left.type)]
  const right = elaborateAny(cx, rightNode)
  if (left?.type === right.type) return [left, right]
  if (left !== undefined && right.type === 'any') return [left, elaborate(cx, rightNode, left.type)]
  return [elaborate(cx, leftNode, right.type), right]
}

function elaborateIn(cx: Context, node: Extract<ExprNode, { node: 'in' }>): Typed {
  const right = elaborate(cx, node.right)
  const places = right.type === 'zone' || right.type === 'list zone'
  const answer = (expr: Expr): Typed => flag(node.negated ? not(expr) : expr)
  const left = elaborate(cx, node.left, expectedBeforeIn(cx, node.left, right.type))
  if (left.type === 'kind' && places) {
    if (node.negated)
      throw wrongType(
        node.span,
        "Pieces can't be `not in` a place.",
        'Write `no(… in …)` to test that there are none.',
      )
    return cardsIn(right.expr, filterOf(left.expr))
  }
  if (left.type === 'token' && places) {
    const item: Expr = { ref: 'tokenZone', token: left.expr }
    return answer(right.type === 'zone' ? equal(item, right.expr) : { op: 'in', item, set: right.expr })
  }
  if (left.type === 'kind' && right.type === 'list token') {
    // "troops in movers": those of the list that are troops.
    const where: Expr = { op: 'kindIs', token: binding('it'), filter: filterOf(left.expr) }
    return { expr: { query: 'filter', over: right.expr, bind: 'it', where }, type: 'list token' }
  }
  if (right.type === 'zone')
    throw wrongType(
      node.left.span,
      `Expected pieces before \`in\` and a place, found ${describe(left.type)}.`,
    )
  if (!isList(right.type))
    throw wrongType(node.right.span, `Expected a place or a list, found ${describe(right.type)}.`)
  needType(node.left.span, itemOf(right.type), left.type)
  return answer({ op: 'in', item: left.expr, set: right.expr })
}

/** The expected type before `in`: a kind for places and lists of pieces, else the item type of the list. */
function expectedBeforeIn(cx: Context, left: ExprNode, right: TypeName): TypeName | undefined {
  if (right === 'list zone' || right === 'list token') return isPhraseNode(cx, left) ? 'kind' : undefined
  return isList(right) ? itemOf(right) : undefined
}

function isPhraseNode(cx: Context, node: ExprNode): boolean {
  if (node.node !== 'of' && node.node !== 'words') return false
  const single = singleWord(node)
  const local = single === undefined ? undefined : cx.scope.get(single.text)
  return (local === undefined || local === 'kind') && 'filter' in phraseFilter(cx.world, cx.scope, node.words)
}

/** Converts a kind to a filter: a phrase already is one. */
export function filterOf(kind: Expr): Filter {
  return typeof kind === 'object' && 'kinds' in kind ? kind.kinds : [{ kind }]
}

function elaborateWhere(cx: Context, node: Extract<ExprNode, { node: 'where' }>, expected?: TypeName): Typed {
  const found = elaborate(cx, node.list, expected !== undefined && isList(expected) ? expected : undefined)
  const list = found.type === 'zone' ? cardsIn(found.expr) : found
  if (!isList(list.type))
    throw wrongType(node.list.span, `Expected a list before \`where\`, found ${describe(list.type)}.`)
  if (node.as !== undefined) warnIfShadowing(cx.world, node.as)
  return filtered(cx, list, node.cond, node.as?.text)
}

/** Filters a list by a condition. */
export function filtered(cx: Context, list: Typed, cond: ExprNode, bind = 'it'): Typed {
  const clauses = clausesOf(cx, cond)
  const where = condition(childContext(cx, bind, itemOf(list.type)), cond)
  return { expr: { query: 'filter', over: list.expr, bind, where, clauses }, type: list.type }
}

/** The source indices of the clauses of a condition. */
export function clausesOf(cx: Context, node: ExprNode): number[] {
  return (node.node === 'and' ? node.parts : [node]).map((part) => sourceOf(cx, part))
}

/** Registers the source text of an expression, so that `why` can quote it. */
export function sourceOf(cx: Context, node: ExprNode): number {
  return cx.world.source(node.span, sourceTextOf(cx.world.texts, node))
}

function elaborateList(cx: Context, items: readonly ExprNode[], span: Span, expected?: TypeName): Typed {
  const wanted = expected !== undefined && isList(expected) ? itemOf(expected) : undefined
  const [head, ...others] = items
  if (head === undefined) {
    if (wanted !== undefined) return listOfItems(wanted, [])
    const hint = 'Write `no spaces`, `no pieces` or `no seats`.'
    throw wrongType(span, "The type of this empty list can't be inferred.", hint)
  }
  const first = elaborate(cx, head, wanted)
  const rest = others.map((item) => elaborate(cx, item, first.type).expr)
  if (isList(first.type)) throw wrongType(span, "A list can't contain lists.", 'Declare a table instead.')
  return listOfItems(first.type, [first.expr, ...rest])
}
