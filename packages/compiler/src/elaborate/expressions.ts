/**
 * Expressions: words get their meaning, everything gets a type, and the result is a GameDef node.
 * An expected type settles what a word means where it could be several things.
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
import { sentence } from '../diagnostics/index.js'
import { type ExprNode, type Word, wordAlone } from '../parser/index.js'
import { type NonEmpty, onlyItem, type Span } from '../source/index.js'
import { elaborateIf } from './conditional.js'
import { defaultsOf } from './arguments.js'
import { directionList, elaborateToward } from './boards.js'
import { elaborateCall } from './calls.js'
import { resultOrUndefined, DiagnosticError, needType, unknownName, wrongType } from './diagnostic-error.js'
import { warnIfShadowing } from './shadowing.js'
import { enterExpression, leaveExpression, limitSize } from './limits.js'
import { elaborateIs } from './is.js'
import { elaborateOf } from './of.js'
import { phraseFilter, phraseWords } from './phrases.js'
import type { Scope } from './scope.js'
import { accepts, describe, isUnresolved, typeOfWord } from './types.js'
import { sourceTextOf } from './source-text.js'
import { WORDS, type SymbolTable } from './symbols.js'

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
    return expected === undefined ? typed : coerce(typed, expected, node.span)
  } finally {
    leaveExpression()
  }
}

/** A single item stands for a list of one, a zone for the cards in it, where a list is wanted. */
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

/** Something as a list; a zone stands for what lies in it. */
export function asList({ expr, type }: Typed, span: Span, wanted = 'Expected a list, found'): Typed {
  if (isList(type)) return { expr, type }
  if (type === 'zone') return cardsIn(expr)
  if (type === 'kind')
    throw new DiagnosticError('needs-place', span, 'Pieces, but where?', 'Say `in` a space, a zone or `map`.')
  throw wrongType(span, `${wanted} ${describe(type)}.`)
}

/** Nothing says what this is, or what it is a list of: unless that follows from an error that was reported. */
export const isUnclear = (cx: Context, type: TypeName): boolean =>
  isUnresolved(type) && !cx.world.reporter.hasErrors

/** Elaborates an expression that must be a condition. */
export const condition = (cx: Context, node: ExprNode): Expr => elaborate(cx, node, 'flag').expr
export const number = (cx: Context, node: ExprNode): Expr => elaborate(cx, node, 'number').expr
/** An expression that may be left out. */
export const optional = (cx: Context, node: ExprNode | undefined, type: TypeName): Expr | undefined =>
  node === undefined ? undefined : elaborate(cx, node, type).expr

function elaborateAny(cx: Context, node: ExprNode, expected?: TypeName): Typed {
  switch (node.node) {
    case 'number':
      return { expr: node.value, type: 'number' }
    case 'text':
      throw wrongType(node.span, 'A text in quotes has no place in an expression.')
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
    case 'range': {
      const [min, max] = [number(cx, node.from), number(cx, node.to)]
      return { expr: { query: 'intsInRange', min, max }, type: 'list number' }
    }
    case 'list':
      return elaborateList(cx, node.items, node.span, expected)
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
  const alone = words.length === 1
  if (alone && word.text === 'none') return none(expected ?? 'any', span)
  const named = alone ? nameOf(cx, word, expected) : undefined
  if (named !== undefined) return named
  const noun = words.length === 2 && word.text === 'no' ? second : undefined
  const empty = noun === undefined ? undefined : typeOfWord(noun.text)
  if (empty !== undefined && isList(empty)) return listOfItems(itemOf(empty), [])
  const phrase = phraseFilter(cx.world, cx.scope, words)
  if ('filter' in phrase) return { expr: { kinds: phrase.filter }, type: 'kind' }
  if (alone) throw unknownWord(cx, word, expected)
  throw unknownName(phrase.unknown.span, phrase.unknown.text, 'a word for pieces', phraseWords(cx.world))
}

function unknownWord({ world, scope }: Context, { text, span }: Word, expected?: TypeName): DiagnosticError {
  if (expected !== undefined && isEnum(expected))
    return unknownName(span, text, `a value of ${enumId(expected)}`, world.valuesOf(expected))
  const owners = world.enumsWith(text)
  if (owners.length > 1) {
    const message = `\`${text}\` is a value of ${owners.join(' and of ')}; here it could be either.`
    return new DiagnosticError('ambiguous-name', span, message)
  }
  const variable = world.variables.get(text)
  if (variable !== undefined) {
    const owner = variable.scope === 'seat' ? 'seat' : 'space'
    const message = `\`${text}\` belongs to a ${owner}: say whose, as in \`${text} of ...\`.`
    return new DiagnosticError('needs-owner', span, message)
  }
  const known = [...scope.names, ...world.allNames, ...phraseWords(world)]
  return unknownName(span, text, 'a name known here', known)
}

/** What a single word means, or undefined if it is no name by itself. */
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

/** No seat, no space, no piece, no kind. Numbers, flags and lists always have a value. */
export function none(type: TypeName, span: Span): Typed {
  if (isList(type)) throw wrongType(span, 'A list is never `none`.', 'Say `[]`; `is empty` tests it.')
  if (type === 'number' || type === 'flag')
    throw wrongType(span, `${sentence(describe(type))} is never \`none\`.`)
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
  // Of what an error leaves open, nobody knows whether it is a number or a list.
  if (left.type === 'any' && cx.world.reporter.hasErrors) {
    elaborate(cx, node.right)
    return left
  }
  needType(node.left.span, 'number', left.type)
  return { expr: { op, left: left.expr, right: number(cx, node.right) }, type: 'number' }
}

/** Two sides of one type; the side whose type is known by itself decides what a word on the other means. */
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
  const left = elaborate(cx, node.left, wantedBefore(cx, node.left, right.type))
  if (left.type === 'kind' && places) {
    if (node.negated) throw wrongType(node.span, 'Say `no(... in ...)` to test that there are none.')
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
    throw wrongType(node.left.span, `Pieces are in a space, not ${describe(left.type)}.`)
  if (!isList(right.type))
    throw wrongType(node.right.span, `Expected a place or a list, found ${describe(right.type)}.`)
  needType(node.left.span, itemOf(right.type), left.type)
  return answer({ op: 'in', item: left.expr, set: right.expr })
}

/** Pieces may be in places and in lists of pieces; anything else is looked for in a list of its own type. */
function wantedBefore(cx: Context, left: ExprNode, right: TypeName): TypeName | undefined {
  if (right === 'list zone' || right === 'list token') return isPhraseNode(cx, left) ? 'kind' : undefined
  return isList(right) ? itemOf(right) : undefined
}

function isPhraseNode(cx: Context, node: ExprNode): boolean {
  if (node.node !== 'of' && node.node !== 'words') return false
  const alone = wordAlone(node)
  const local = alone === undefined ? undefined : cx.scope.get(alone.text)
  return (local === undefined || local === 'kind') && 'filter' in phraseFilter(cx.world, cx.scope, node.words)
}

/** A kind as a filter: a phrase is one, a name that holds a kind becomes one. */
export function filterOf(kind: Expr): Filter {
  return typeof kind === 'object' && 'kinds' in kind ? kind.kinds : [{ kind }]
}

function elaborateWhere(cx: Context, node: Extract<ExprNode, { node: 'where' }>, expected?: TypeName): Typed {
  const found = elaborate(cx, node.list, expected !== undefined && isList(expected) ? expected : undefined)
  const list = found.type === 'zone' ? cardsIn(found.expr) : found
  if (!isList(list.type))
    throw wrongType(node.list.span, `\`where\` picks from a list, not from ${describe(list.type)}.`)
  if (node.as !== undefined) warnIfShadowing(cx.world, node.as)
  return filtered(cx, list, node.cond, node.as?.text)
}

/** Those items of a list for which a condition holds. */
export function filtered(cx: Context, list: Typed, cond: ExprNode, bind = 'it'): Typed {
  const clauses = clausesOf(cx, cond)
  const where = condition(childContext(cx, bind, itemOf(list.type)), cond)
  return { expr: { query: 'filter', over: list.expr, bind, where, clauses }, type: list.type }
}

/** The places of all that a condition demands. */
export function clausesOf(cx: Context, node: ExprNode): number[] {
  return (node.node === 'and' ? node.parts : [node]).map((part) => sourceOf(cx, part))
}

/** Where an expression stands in the source, with its words, so that a refusal can be explained by it. */
export function sourceOf(cx: Context, node: ExprNode): number {
  return cx.world.source(node.span, sourceTextOf(cx.world.texts, node))
}

function elaborateList(cx: Context, items: readonly ExprNode[], span: Span, expected?: TypeName): Typed {
  const wanted = expected !== undefined && isList(expected) ? itemOf(expected) : undefined
  const [head, ...others] = items
  if (head === undefined) {
    if (wanted !== undefined) return listOfItems(wanted, [])
    const hint = 'Say `no spaces`, `no pieces`, `no seats`.'
    throw wrongType(span, 'It is not clear what this list is of.', hint)
  }
  const first = elaborate(cx, head, wanted)
  const rest = others.map((item) => elaborate(cx, item, first.type).expr)
  if (isList(first.type)) throw wrongType(span, 'A list of lists is declared as a table.')
  return listOfItems(first.type, [first.expr, ...rest])
}
