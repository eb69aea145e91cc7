/**
 * Expressions, by recursive descent. From loosest to tightest:
 *   where  <  after  <  or  <  and  <  not  <  = != < > is in  <  + -  <  * / %  <  of  <  . ( )
 */
import type { NonEmpty, Span } from '../source/index.js'
import type { BinaryOp, CountedNode, ExprNode, SayingNode, TextNode, Word } from './ast.js'
import { parseArguments, parseFunctionArguments, parseLegal } from './calls.js'
import { Cursor, ParseError, spanning } from './cursor.js'
import { isStopWord } from './reserved-words.js'
import type { TextPart, WrittenNoun } from './lexer.js'

/** Words that take `toward DIRECTION`. */
const DIRECTED = new Set(['neighbor', 'neighbour', 'ray', 'line'])
const COMPARE: readonly BinaryOp[] = ['=', '!=', '<', '<=', '>', '>=']

export function parseExpr(c: Cursor): ExprNode {
  let list = parseCondition(c)
  let links = 0
  for (; c.at('where') || (c.at('as') && c.at('where', 2)); links++) {
    c.enter()
    const as = c.maybe('as', () => c.newName('a name for the item'))
    const cond = c.after('where', 'after the name', parseCondition)
    list = { node: 'where', list, as, cond, span: spanning(list.span, cond.span) }
  }
  c.leave(links)
  return list
}

/** `VALUE`, or `VALUE after PROCEDURE[(ARGUMENT, …)]`. */
export function parseCondition(c: Cursor): ExprNode {
  const start = c.here
  const from = c.position
  const value = parseOr(c)
  if (!isSupposition(c)) return value
  c.next()
  const procedure = c.name('the name of a procedure')
  const given = c.at('(') ? parseArguments(c) : { args: [] }
  if (c.peek()?.kind === 'number')
    throw new ParseError(
      spanning(procedure.span, c.here),
      `A statement can't follow \`after\`, only the name of a procedure.`,
      `Put the statement into a procedure, and write its name here.`,
    )
  const span = spanning(value.span, c.peek(-1)?.span ?? procedure.span)
  const next = c.peek()
  if (
    next !== undefined &&
    (next.kind === 'mark' ? JOINS.has(next.text) : JOINS.has(next.text) || isSupposition(c))
  )
    throw new ParseError(
      spanning(start, next.span),
      `Put brackets around \`${c.textFrom(from)}\`.`,
      `Without them, \`${next.text}\` can't follow.`,
    )
  return { node: 'after', value, procedure, given, span }
}

/** In policies a bracket follows `after`, and a timing of windows stands alone. */
const isSupposition = (c: Cursor): boolean => c.at('after') && c.peek(1)?.kind === 'name'

/** What would go on with a value after a procedure. */
const JOINS = new Set('+ - * / % = != < <= > >= .. . and or is in not'.split(' '))

const parseOr = (c: Cursor): ExprNode => parseJoined(c, 'or', parseAnd)
const parseAnd = (c: Cursor): ExprNode => parseJoined(c, 'and', parseNot)

function parseJoined(c: Cursor, word: 'and' | 'or', part: (c: Cursor) => ExprNode): ExprNode {
  const first = part(c)
  const parts: [ExprNode, ...ExprNode[]] = [first]
  while (c.at(word) && !(word === 'or' && (c.at('none', 1) || c.at('stop', 1)))) {
    c.next()
    parts.push(part(c))
  }
  return parts.length === 1 ? first : { node: word, parts, span: spanOf(parts) }
}

const spanOf = (parts: NonEmpty<{ readonly span: Span }>): Span =>
  spanning(parts[0].span, (parts.at(-1) ?? parts[0]).span)

function parseNot(c: Cursor): ExprNode {
  const start = c.here
  if (!c.take('not')) return parseComparison(c)
  c.enter()
  const part = parseNot(c)
  c.leave()
  return { node: 'not', part, span: spanning(start, part.span) }
}

/** Consumes the next token if it is one of these operators. */
function takeOperator(c: Cursor, ops: readonly BinaryOp[]): BinaryOp | undefined {
  const token = c.peek()
  const op = token?.kind === 'mark' ? ops.find((one) => one === token.text) : undefined
  if (op !== undefined) c.next()
  return op
}

function binary(op: BinaryOp, left: ExprNode, right: ExprNode): ExprNode {
  return { node: 'binary', op, left, right, span: spanning(left.span, right.span) }
}

function parseComparison(c: Cursor): ExprNode {
  const left = parseSum(c)
  const op = takeOperator(c, COMPARE)
  if (op !== undefined) return binary(op, left, parseSum(c))
  if (c.take('is')) {
    const negated = c.take('not')
    const alternatives = [parseSum(c)]
    while (c.at('or') && c.peek(1)?.kind === 'name' && endsHere(c, 2)) {
      c.next()
      alternatives.push(parseSum(c))
    }
    return { node: 'is', negated, left, alternatives, span: spanOf([left, ...alternatives]) }
  }
  const negated = c.take('not', 'in')
  if (!negated && !c.take('in')) return left
  const right = parseSum(c)
  return { node: 'in', negated, left, right, span: spanning(left.span, right.span) }
}

const END_OF_ALTERNATIVE = new Set(
  ') ] , | and or then else where costing within by to from into if'.split(' '),
)

/** In `x is city or province`: whether `province` is an alternative, not the start of another condition. */
function endsHere(c: Cursor, ahead: number): boolean {
  const token = c.peek(ahead)
  return token === undefined || token.kind === 'text' || END_OF_ALTERNATIVE.has(token.text)
}

const parseSum = (c: Cursor): ExprNode => leftToRight(c, ['+', '-'], parseProduct)
const parseProduct = (c: Cursor): ExprNode => leftToRight(c, ['*', '/', '%'], parsePrefix)

function leftToRight(c: Cursor, ops: readonly BinaryOp[], part: (c: Cursor) => ExprNode): ExprNode {
  let left = part(c)
  let links = 0
  for (let op = takeOperator(c, ops); op !== undefined; op = takeOperator(c, ops), links++) {
    c.enter()
    left = binary(op, left, part(c))
  }
  c.leave(links)
  return left
}

function parsePrefix(c: Cursor): ExprNode {
  const start = c.here
  if (c.take('-')) {
    c.enter()
    const right = parsePrefix(c)
    c.leave()
    if (right.node === 'number') return { ...right, value: -right.value, span: spanning(start, right.span) }
    return binary('-', { node: 'number', value: 0, span: start }, right)
  }
  const from = parseOf(c)
  const to = c.maybe('..', parseOf)
  return to === undefined ? from : { node: 'range', from, to, span: spanning(start, to.span) }
}

export function parseOf(c: Cursor): ExprNode {
  const first = parsePostfix(c)
  if (first.node !== 'words' || !c.take('of')) return first
  c.enter()
  const object = parseOf(c)
  c.leave()
  const { words } = first
  const [what] = words
  const direction = words.length === 1 && DIRECTED.has(what.text) ? c.maybe('toward', parseOf) : undefined
  return direction === undefined
    ? { node: 'of', words, object, span: spanning(first.span, object.span) }
    : { node: 'toward', what, object, direction, span: spanning(first.span, direction.span) }
}

function parsePostfix(c: Cursor): ExprNode {
  c.enter()
  let object = parsePrimary(c)
  let links = 1
  for (; c.take('.'); links++) {
    c.enter()
    const name = c.name('the name of a variable or property')
    object = { node: 'dot', object, name, span: spanning(object.span, name.span) }
  }
  c.leave(links)
  return object
}

function parsePrimary(c: Cursor): ExprNode {
  const token = c.peek()
  if (token === undefined) throw new ParseError(c.here, 'Expected a value, found the end of the line.')
  const { kind, text, span } = token
  if (kind === 'number') {
    if (Number(text) > 0x7fffffff)
      throw new ParseError(span, `${text} is too large. The largest number is 2147483647.`)
    return { node: 'number', value: Number(c.next().text), span }
  }
  if (kind === 'text') return { node: 'text', value: c.next().text, span }
  if (c.take('(')) {
    const inner = parseExpr(c)
    c.expect(')', 'to close the bracket')
    return inner
  }
  if (c.take('[')) {
    const items: ExprNode[] = []
    while (!c.at(']') && (items.length === 0 || c.take(','))) items.push(parseExpr(c))
    return { node: 'list', items, span: spanning(span, c.expect(']', 'to close the list').span) }
  }
  if (kind === 'mark' || (isStopWord(text) && text !== 'if')) {
    const { message } = c.wanted('a value')
    throw new ParseError(span, message, undefined, { word: text, given: false })
  }
  if (c.take('if')) {
    const when = parseCondition(c)
    const then = c.after('then', 'after the condition', parseExpr)
    const otherwise = c.after('else', 'and the value otherwise', parseExpr)
    return { node: 'if', when, then, else: otherwise, span: spanning(span, otherwise.span) }
  }
  return c.take('reachable', 'from') ? parseReach(c, span) : parseWords(c)
}

/** `reachable from X [entering COND] [through COND] [within N steps]` */
function parseReach(c: Cursor, start: ExprNode['span']): ExprNode {
  const from = parseSum(c)
  const entering = c.maybe('entering', parseNot)
  const through = c.maybe('through', parseNot)
  const steps = c.maybe('within', parsePostfixNumber)
  if (steps !== undefined && !c.take('steps')) c.expect('step', 'after the number')
  const span = spanning(start, (steps ?? through ?? entering ?? from).span)
  return { node: 'reach', from, entering, through, steps, span }
}

/** A number before a noun: a single name or number, never a phrase. */
export function parsePostfixNumber(c: Cursor): ExprNode {
  if (c.peek()?.kind !== 'name' || c.at('(', 1) || c.at('.', 1) || c.at('of', 1)) return parsePostfix(c)
  return wordsNode([c.name('a number')])
}

export function wordsNode(words: NonEmpty<Word>): ExprNode {
  return { node: 'words', words, span: spanOf(words) }
}

function parseWords(c: Cursor): ExprNode {
  const name = c.name('a value')
  if (c.at('(')) {
    const inside = name.text === 'legal' ? parseLegal(c) : parseFunctionArguments(c)
    const close = c.peek(-1)?.span ?? name.span
    return { node: 'call', name, ...inside, span: spanning(name.span, close) }
  }
  const words: [Word, ...Word[]] = [name]
  for (
    let t = c.peek();
    t?.kind === 'name' && !isStopWord(t.text) && !c.at('(', 1) && !isSupposition(c);
    t = c.peek()
  )
    words.push(c.name('a word'))
  return wordsNode(words)
}

/** Parses the quoted text that comes next, if any. */
export function parseText(c: Cursor): TextNode | undefined {
  const token = c.text()
  return token === undefined ? undefined : textNode(token.parts ?? [])
}

/** Parses the sentence that comes next, if any. */
export function parseSaying(c: Cursor): SayingNode | undefined {
  const token = c.text()
  return token === undefined ? undefined : { text: textNode(token.parts ?? []), span: token.span }
}

export function textNode(parts: readonly TextPart[]): TextNode {
  return parts.flatMap((part): TextNode => {
    if (typeof part === 'string') return [part]
    if (part.tokens.length === 0) return []
    const value = parseWhole(new Cursor(part.tokens, part.span), parseExpr)
    return [part.noun === undefined ? value : countedNode(value, part.noun)]
  })
}

/** `{n: more space}`, or `{n: more mouse/more mice}`. */
function countedNode(value: ExprNode, { text, span }: WrittenNoun): CountedNode {
  const [one = '', many, ...others] = text.split('/').map((noun) => noun.trim())
  if (one === '' || many === '' || others.length > 0)
    throw new ParseError(
      span,
      'Expected a noun in the singular after the colon.',
      'Write `{NUMBER: space}`, or `{NUMBER: mouse/mice}` with both forms.',
    )
  return { node: 'counted', value, one, many, span: value.span }
}

/** Parses to the end of the line. Throws if anything is left over. */
export function parseWhole<T>(c: Cursor, parse: (c: Cursor) => T): T {
  const found = parse(c)
  c.end()
  return found
}
