/**
 * Expressions: words get their meaning, everything gets a type, and the result is a GameDef node.
 * An expected type settles what a word means where it could be several things.
 */
import type { Expr, Filter, TypeName } from '@ludoforge/kernel'
import { ACTION_CLASS, enumId, enumType, isEnum, isList, itemOf, listOf, rowType } from '@ludoforge/kernel'
import { sentence } from '../diagnostics/index.js'
import type { ExprNode, Word } from '../notation/index.js'
import type { Span } from '../source/index.js'
import { elaborateIf } from './arms.js'
import { defaultsOf } from './arguments.js'
import { directionList, elaborateToward } from './boards.js'
import { elaborateCall } from './calls.js'
import { Fault, needType, unknownName } from './fault.js'
import { warnIfHiding } from './hiding.js'
import { limitReadings, limitSize } from './limits.js'
import { elaborateIs } from './is.js'
import { elaborateOf } from './of.js'
import { phraseFilter, phraseWords } from './phrases.js'
import type { Scope } from './scope.js'
import { accepts, describe, typeOfWord } from './types.js'
import { wordsOf } from './wording.js'
import type { World } from './world.js'

export interface Typed {
  readonly expr: Expr
  readonly type: TypeName
}

export interface Context {
  readonly world: World
  readonly scope: Scope
}

export const inside = (cx: Context, name: string, type: TypeName): Context => ({
  world: cx.world,
  scope: cx.scope.with(name, type),
})
export const binding = (name: string): Expr => ({ ref: 'binding', name })

export function elaborate(cx: Context, node: ExprNode, expected?: TypeName): Typed {
  limitReadings(node)
  const typed = limitSize(elaborateAny(cx, node, expected), node.span)
  return expected === undefined ? typed : coerce(typed, expected, node.span)
}

/** A single item stands for a list of one, a zone for the cards in it, where a list is wanted. */
function coerce(typed: Typed, expected: TypeName, span: Span): Typed {
  if (accepts(expected, typed.type)) return typed
  if (isList(expected) && accepts(itemOf(expected), typed.type))
    return { expr: { query: 'list', type: typed.type, items: [typed.expr] }, type: listOf(typed.type) }
  if (expected === 'list token' && typed.type === 'zone')
    return { expr: { query: 'tokensInZone', zone: typed.expr, filter: [] }, type: 'list token' }
  needType(span, expected, typed.type)
  return typed
}

export const condition = (cx: Context, node: ExprNode): Expr => elaborate(cx, node, 'flag').expr
export const number = (cx: Context, node: ExprNode): Expr => elaborate(cx, node, 'number').expr

function elaborateAny(cx: Context, node: ExprNode, expected?: TypeName): Typed {
  switch (node.node) {
    case 'number':
      return { expr: node.value, type: 'number' }
    case 'text':
      throw new Fault('wrong-type', node.span, 'A text in quotes has no place in an expression.')
    case 'words':
      return elaborateWords(cx, node.words, node.span, expected)
    case 'call':
      return elaborateCall(cx, node, expected)
    case 'dot':
      return elaborateOf(cx, [node.name], node.object, node.span)
    case 'of':
      return elaborateOf(cx, node.words, node.object, node.span)
    case 'toward':
      return elaborateToward(cx, node)
    case 'binary':
      return elaborateBinary(cx, node)
    case 'and':
    case 'or':
      return {
        expr: {
          op: node.node,
          args: node.parts.map((p) => condition(cx, p)),
          clauses: node.parts.map((p) => sourceOf(cx, p)),
        },
        type: 'flag',
      }
    case 'not':
      return { expr: { op: 'not', arg: condition(cx, node.part) }, type: 'flag' }
    case 'in':
      return elaborateIn(cx, node)
    case 'is':
      return elaborateIs(cx, node)
    case 'if':
      return elaborateIf(cx, node, expected)
    case 'where':
      return elaborateWhere(cx, node, expected)
    case 'range':
      return {
        expr: { query: 'intsInRange', min: number(cx, node.from), max: number(cx, node.to) },
        type: 'list number',
      }
    case 'list':
      return elaborateList(cx, node.items, node.span, expected)
    case 'reach': {
      const inner = inside(cx, 'it', 'zone')
      return {
        expr: {
          query: 'connectedZones',
          zone: elaborate(cx, node.from, 'zone').expr,
          bind: 'it',
          ...(node.entering === undefined ? {} : { to: condition(inner, node.entering) }),
          ...(node.through === undefined ? {} : { via: condition(inner, node.through) }),
          ...(node.steps === undefined ? {} : { steps: number(cx, node.steps) }),
        },
        type: 'list zone',
      }
    }
  }
}

/** A name, or a phrase for pieces. */
function elaborateWords(cx: Context, words: readonly Word[], span: Span, expected?: TypeName): Typed {
  if (words.length === 1) {
    if (words[0].text === 'none') return none(expected ?? 'any', span)
    const named = nameOf(cx, words[0].text, expected)
    if (named !== undefined) return named
  }
  const empty =
    words.length === 2 && words[0].text === 'no' ? typeOfWord(words[1].text, new Set(), new Set()) : undefined
  if (empty !== undefined && isList(empty))
    return { expr: { query: 'list', type: itemOf(empty), items: [] }, type: empty }
  const phrase = phraseFilter(cx.world, cx.scope, words)
  if ('filter' in phrase) return { expr: { kinds: phrase.filter }, type: 'kind' }
  if (words.length === 1) {
    const [word] = words
    if (expected !== undefined && isEnum(expected))
      throw unknownName(word.span, word.text, `a value of ${enumId(expected)}`, cx.world.valuesOf(expected))
    const owners = cx.world.enumsWith(word.text)
    if (owners.length > 1)
      throw new Fault(
        'ambiguous-name',
        span,
        `\`${word.text}\` is a value of ${owners.join(' and of ')}; here it could be either.`,
      )
    const variable = cx.world.variables.get(word.text)
    if (variable !== undefined)
      throw new Fault(
        'needs-owner',
        span,
        `\`${word.text}\` belongs to a ${variable.scope === 'seat' ? 'seat' : 'space'}: say whose, as in \`${word.text} of ...\`.`,
      )
    throw unknownName(word.span, word.text, 'a name known here', [
      ...cx.scope.names,
      ...cx.world.allNames,
      ...phraseWords(cx.world),
    ])
  }
  throw unknownName(phrase.unknown.span, phrase.unknown.text, 'a word for pieces', phraseWords(cx.world))
}

/** What a single word means, or undefined if it is no name by itself. */
function nameOf(cx: Context, word: string, expected?: TypeName): Typed | undefined {
  const { world, scope } = cx
  const local = scope.get(word)
  if (local !== undefined)
    return local === 'kind' ? { expr: binding(word), type: 'kind' } : { expr: binding(word), type: local }
  if (expected !== undefined && isEnum(expected) && world.valuesOf(expected).includes(word))
    return enumValue(world, word, enumId(expected))
  switch (word) {
    case 'actor':
      return { expr: { ref: 'actor' }, type: 'seat' }
    case 'free':
      return { expr: { ref: 'free' }, type: 'flag' }
    case 'changed':
      return { expr: { ref: 'changed' }, type: 'flag' }
    case 'class':
      return { expr: { ref: 'actionClass' }, type: ACTION_CLASS }
    case 'seats':
      return { expr: { query: 'players' }, type: 'list seat' }
    case 'map':
    case 'spaces':
      return { expr: { query: 'mapSpaces' }, type: 'list zone' }
    case 'actions':
      return { expr: { query: 'actions' }, type: 'list action' }
    case 'true':
      return { expr: true, type: 'flag' }
    case 'false':
      return { expr: false, type: 'flag' }
    case 'nothing':
      if (expected === undefined || !isList(expected)) return undefined
      return { expr: { query: 'list', type: itemOf(expected), items: [] }, type: expected }
  }
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
  if (phraseFilterKnows(cx, word)) return undefined
  const owners = world.enumsWith(word)
  return owners.length === 1 ? enumValue(world, word, owners[0]) : directionList(world, word)
}

/** No seat, no space, no piece, no kind. Numbers, flags and lists always have a value. */
export function none(type: TypeName, span: Span): Typed {
  if (isList(type))
    throw new Fault('wrong-type', span, 'A list is never `none`.', 'Say `[]`; `is empty` tests it.')
  if (type === 'number' || type === 'flag')
    throw new Fault('wrong-type', span, `${sentence(describe(type))} is never \`none\`.`)
  return { expr: { none: type }, type }
}

function phraseFilterKnows(cx: Context, word: string): boolean {
  return (
    'filter' in
    phraseFilter(cx.world, cx.scope, [{ text: word, span: { file: '', line: 0, column: 0, length: 0 } }])
  )
}

export function enumValue(world: World, value: string, of: string): Typed {
  world.use(`enum:${of}`)
  return { expr: { value, of }, type: enumType(of) }
}

const COMPARISONS = { '=': '==', '!=': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } as const

function elaborateBinary(cx: Context, node: Extract<ExprNode, { node: 'binary' }>): Typed {
  const { op } = node
  if (op === '=' || op === '!=' || op === '<' || op === '<=' || op === '>' || op === '>=') {
    const [left, right] = pair(cx, node.left, node.right)
    if (
      (op === '<' || op === '<=' || op === '>' || op === '>=') &&
      left.type !== 'number' &&
      !isEnum(left.type)
    )
      throw new Fault(
        'wrong-type',
        node.span,
        `\`${op}\` compares numbers or levels, not ${describe(left.type)}.`,
      )
    return { expr: { op: COMPARISONS[op], left: left.expr, right: right.expr }, type: 'flag' }
  }
  const left = elaborate(cx, node.left)
  if (isList(left.type) && (op === '+' || op === '-')) {
    const right = elaborate(cx, node.right, left.type)
    const type = left.type === 'list any' ? right.type : left.type
    return { expr: { query: op === '+' ? 'union' : 'except', left: left.expr, right: right.expr }, type }
  }
  needType(node.left.span, 'number', left.type)
  return { expr: { op, left: left.expr, right: number(cx, node.right) }, type: 'number' }
}

/** Two sides of one type; the side whose type is known by itself decides what a word on the other means. */
function pair(cx: Context, leftNode: ExprNode, rightNode: ExprNode): [Typed, Typed] {
  const left =
    leftNode.node === 'words' ? attempt(() => elaborateAny(cx, leftNode)) : elaborateAny(cx, leftNode)
  if (left !== undefined && left.type !== 'any' && left.type !== 'kind')
    return [left, elaborate(cx, rightNode, left.type)]
  const right = elaborateAny(cx, rightNode)
  if (left?.type === right.type) return [left, right]
  if (left !== undefined && right.type === 'any') return [left, elaborate(cx, rightNode, left.type)]
  return [elaborate(cx, leftNode, right.type), right]
}

/** A word that means nothing by itself may mean something beside the other side. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (fault) {
    if (fault instanceof Fault) return undefined
    throw fault
  }
}

function elaborateIn(cx: Context, node: Extract<ExprNode, { node: 'in' }>): Typed {
  const right = elaborate(cx, node.right)
  const places = right.type === 'zone' || right.type === 'list zone'
  const negate = (expr: Expr): Typed => ({
    expr: node.negated ? { op: 'not', arg: expr } : expr,
    type: 'flag',
  })
  const left = elaborate(cx, node.left, wantedBefore(cx, node.left, right.type))
  if (left.type === 'kind' && places) {
    if (node.negated)
      throw new Fault('wrong-type', node.span, 'Say `no(... in ...)` to test that there are none.')
    return {
      expr: { query: 'tokensInZone', zone: right.expr, filter: filterOf(left.expr) },
      type: 'list token',
    }
  }
  if (left.type === 'token' && right.type === 'zone')
    return negate({ op: '==', left: { ref: 'tokenZone', token: left.expr }, right: right.expr })
  if (left.type === 'token' && right.type === 'list zone')
    return negate({ op: 'in', item: { ref: 'tokenZone', token: left.expr }, set: right.expr })
  if (left.type === 'kind' && right.type === 'list token') {
    // "troops in movers": those of the list that are troops.
    return {
      expr: {
        query: 'filter',
        over: right.expr,
        bind: 'it',
        where: { op: 'kindIs', token: binding('it'), filter: filterOf(left.expr) },
      },
      type: 'list token',
    }
  }
  if (right.type === 'zone')
    throw new Fault('wrong-type', node.left.span, `Pieces are in a space, not ${describe(left.type)}.`)
  if (!isList(right.type))
    throw new Fault(
      'wrong-type',
      node.right.span,
      `Expected a place or a list, found ${describe(right.type)}.`,
    )
  needType(node.left.span, itemOf(right.type), left.type)
  return negate({ op: 'in', item: left.expr, set: right.expr })
}

/** Pieces may be in places and in lists of pieces; anything else is looked for in a list of its own type. */
function wantedBefore(cx: Context, left: ExprNode, right: TypeName): TypeName | undefined {
  if (right === 'list zone' || right === 'list token') return isPhraseNode(cx, left) ? 'kind' : undefined
  return isList(right) ? itemOf(right) : undefined
}

function isPhraseNode(cx: Context, node: ExprNode): boolean {
  if (node.node === 'of') return 'filter' in phraseFilter(cx.world, cx.scope, node.words)
  if (node.node !== 'words') return false
  const local = node.words.length === 1 ? cx.scope.get(node.words[0].text) : undefined
  return (local === undefined || local === 'kind') && 'filter' in phraseFilter(cx.world, cx.scope, node.words)
}

/** A kind as a filter: a phrase is one, a name that holds a kind becomes one. */
export function filterOf(kind: Expr): Filter {
  return typeof kind === 'object' && 'kinds' in kind ? kind.kinds : [{ kind }]
}

function elaborateWhere(cx: Context, node: Extract<ExprNode, { node: 'where' }>, expected?: TypeName): Typed {
  const list = elaborate(cx, node.list, expected !== undefined && isList(expected) ? expected : undefined)
  const cards = list.type === 'zone' ? coerce(list, 'list token', node.span) : list
  if (!isList(cards.type))
    throw new Fault(
      'wrong-type',
      node.list.span,
      `\`where\` picks from a list, not from ${describe(cards.type)}.`,
    )
  if (node.as !== undefined) warnIfHiding(cx.world, node.as)
  const bind = node.as?.text ?? 'it'
  const inner = inside(cx, bind, itemOf(cards.type))
  const parts = node.cond.node === 'and' ? node.cond.parts : [node.cond]
  const clauses = parts.map((part) => sourceOf(cx, part))
  return {
    expr: { query: 'filter', over: cards.expr, bind, where: condition(inner, node.cond), clauses },
    type: cards.type,
  }
}

/** Where an expression stands in the source, with its words, so that a refusal can be explained by it. */
export function sourceOf(cx: Context, node: ExprNode): number {
  return cx.world.source(node.span, wordsOf(cx.world.texts, node))
}

function elaborateList(cx: Context, items: readonly ExprNode[], span: Span, expected?: TypeName): Typed {
  if (items.length === 0) {
    if (expected === undefined || !isList(expected))
      throw new Fault(
        'wrong-type',
        span,
        'It is not clear what this list is of.',
        'Say `no spaces`, `no pieces`, `no seats`.',
      )
    return { expr: { query: 'list', type: itemOf(expected), items: [] }, type: expected }
  }
  const wanted = expected !== undefined && isList(expected) ? itemOf(expected) : undefined
  const first = elaborate(cx, items[0], wanted)
  const typed = [first, ...items.slice(1).map((item) => elaborate(cx, item, first.type))]
  if (isList(first.type)) throw new Fault('wrong-type', span, 'A list of lists is declared as a table.')
  return {
    expr: { query: 'list', type: first.type, items: typed.map((t) => t.expr) },
    type: listOf(first.type),
  }
}
