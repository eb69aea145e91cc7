/**
 * Expressions, by precedence climbing:
 *   where  <  or  <  and  <  not  <  = != < > is in  <  + -  <  * / %  <  of  <  . ( )
 */
import type { BinaryOp, DoingNode, ExprNode, Word } from './ast.js'
import { closeArguments, parseArguments, parseDoing } from './calls.js'
import { type Cursor, ParseFault, spanning } from './cursor.js'

/** Words that end a phrase: they join expressions or belong to the statement around them. */
const STOP = new Set(
  (
    'and or not in is of where then else as to by from with costing within toward if times while until ' +
    'through entering into up down at'
  ).split(' '),
)
const COMPARE = new Set(['=', '!=', '<', '<=', '>', '>='])

export function isStopWord(text: string): boolean {
  return STOP.has(text)
}

export function parseExpr(c: Cursor): ExprNode {
  let list = parseOr(c)
  let links = 0
  for (; c.at('where') || (c.at('as') && c.at('where', 2)); links++) {
    c.enter()
    const as = c.take('as') ? c.name('a name for the item') : undefined
    c.expect('where', 'after the name')
    const cond = parseOr(c)
    list = {
      node: 'where',
      list,
      cond,
      span: spanning(list.span, cond.span),
      ...(as === undefined ? {} : { as }),
    }
  }
  c.leave(links)
  return list
}

export function parseOr(c: Cursor): ExprNode {
  return joined(c, 'or', parseAnd)
}

function parseAnd(c: Cursor): ExprNode {
  return joined(c, 'and', parseNot)
}

function joined(c: Cursor, word: 'and' | 'or', part: (c: Cursor) => ExprNode): ExprNode {
  const first = part(c)
  const parts = [first]
  while (c.at(word) && !(word === 'or' && (c.at('none', 1) || c.at('stop', 1)))) {
    c.next()
    parts.push(part(c))
  }
  return parts.length === 1
    ? first
    : { node: word, parts, span: spanning(first.span, parts[parts.length - 1].span) }
}

function parseNot(c: Cursor): ExprNode {
  const start = c.here
  if (!c.take('not')) return parseComparison(c)
  c.enter()
  const part = parseNot(c)
  c.leave()
  return { node: 'not', part, span: spanning(start, part.span) }
}

function parseComparison(c: Cursor): ExprNode {
  const left = parseSum(c)
  const token = c.peek()
  if (token?.kind === 'mark' && COMPARE.has(token.text)) {
    c.next()
    const right = parseSum(c)
    return { node: 'binary', op: token.text as BinaryOp, left, right, span: spanning(left.span, right.span) }
  }
  if (c.take('is')) {
    const negated = c.take('not')
    const alternatives = [parseSum(c)]
    while (c.at('or') && c.peek(1)?.kind === 'name' && endsHere(c, 2)) {
      c.next()
      alternatives.push(parseSum(c))
    }
    return {
      node: 'is',
      negated,
      left,
      alternatives,
      span: spanning(left.span, alternatives[alternatives.length - 1].span),
    }
  }
  const negated = c.at('not') && c.at('in', 1)
  if (negated) c.next()
  if (c.take('in')) {
    const right = parseSum(c)
    return { node: 'in', negated, left, right, span: spanning(left.span, right.span) }
  }
  return left
}

const END_OF_ALTERNATIVE = new Set(') ] , and or then else where costing within by to from into'.split(' '))

/** After `x is city or province`: nothing follows that would make `province` the start of a new clause. */
function endsHere(c: Cursor, ahead: number): boolean {
  const token = c.peek(ahead)
  if (token === undefined || token.kind === 'text') return true
  return END_OF_ALTERNATIVE.has(token.text)
}

function parseSum(c: Cursor): ExprNode {
  return leftToRight(c, ['+', '-'], parseProduct)
}

function parseProduct(c: Cursor): ExprNode {
  return leftToRight(c, ['*', '/', '%'], parsePrefix)
}

function leftToRight(c: Cursor, ops: readonly string[], part: (c: Cursor) => ExprNode): ExprNode {
  let left = part(c)
  for (let links = 0; ; links++) {
    const token = c.peek()
    if (token?.kind !== 'mark' || !ops.includes(token.text)) {
      c.leave(links)
      return left
    }
    c.next()
    c.enter()
    const right = part(c)
    left = { node: 'binary', op: token.text as BinaryOp, left, right, span: spanning(left.span, right.span) }
  }
}

function parsePrefix(c: Cursor): ExprNode {
  const start = c.here
  if (c.at('-')) {
    c.next()
    c.enter()
    const right = parsePrefix(c)
    c.leave()
    if (right.node === 'number') return { ...right, value: -right.value, span: spanning(start, right.span) }
    return {
      node: 'binary',
      op: '-',
      left: { node: 'number', value: 0, span: start },
      right,
      span: spanning(start, right.span),
    }
  }
  const first = parseOf(c)
  if (!c.at('..')) return first
  c.next()
  const to = parseOf(c)
  return { node: 'range', from: first, to, span: spanning(start, to.span) }
}

export function parseOf(c: Cursor): ExprNode {
  const first = parsePostfix(c)
  if (first.node !== 'words' || !c.take('of')) return first
  c.enter()
  const object = parseOf(c)
  c.leave()
  return { node: 'of', words: first.words, object, span: spanning(first.span, object.span) }
}

function parsePostfix(c: Cursor): ExprNode {
  c.enter()
  let object = parsePrimary(c)
  let links = 1
  for (; c.at('.'); links++) {
    c.next()
    c.enter()
    const name = c.name('the name of a variable or property')
    object = { node: 'dot', object, name, span: spanning(object.span, name.span) }
  }
  c.leave(links)
  return object
}

function parsePrimary(c: Cursor): ExprNode {
  const token = c.peek()
  if (token === undefined) throw new ParseFault(c.here, 'The line ends where a value was expected.')
  if (token.kind === 'number') {
    c.next()
    const value = Number(token.text)
    if (value > 0x7fffffff)
      throw new ParseFault(token.span, `${token.text} is too large: numbers have 32 bits.`)
    return { node: 'number', value, span: token.span }
  }
  if (token.kind === 'text') {
    c.next()
    return { node: 'text', value: token.text, span: token.span }
  }
  if (token.kind === 'mark') return parseBracketed(c, token.text)
  if (token.text === 'if') return parseIf(c)
  if (token.text === 'reachable' && c.at('from', 1)) return parseReach(c)
  return parseWords(c)
}

function parseBracketed(c: Cursor, open: string): ExprNode {
  const start = c.here
  if (open === '(') {
    c.next()
    const inner = parseExpr(c)
    c.expect(')', 'to close the bracket')
    return inner
  }
  if (open === '[') {
    c.next()
    const items = c.at(']') ? [] : parseItems(c)
    const close = c.expect(']', 'to close the list')
    return { node: 'list', items, span: spanning(start, close.span) }
  }
  throw new ParseFault(start, `Expected a value, found \`${open}\`.`)
}

function parseItems(c: Cursor): ExprNode[] {
  const items = [parseExpr(c)]
  while (c.take(',')) items.push(parseExpr(c))
  return items
}

function parseIf(c: Cursor): ExprNode {
  const start = c.next().span
  const when = parseOr(c)
  c.expect('then', 'after the condition')
  const then = parseExpr(c)
  c.expect('else', 'so that there always is a value')
  const otherwise = parseExpr(c)
  return { node: 'if', when, then, else: otherwise, span: spanning(start, otherwise.span) }
}

/** `reachable from X [entering COND] [through COND] [within N steps]` */
function parseReach(c: Cursor): ExprNode {
  const start = c.next().span
  c.next()
  const from = parseSum(c)
  const entering = c.take('entering') ? parseNot(c) : undefined
  const through = c.take('through') ? parseNot(c) : undefined
  let steps: ExprNode | undefined
  if (c.take('within')) {
    steps = parsePostfixNumber(c)
    if (!c.take('steps')) c.expect('step', 'after the number')
  }
  return {
    node: 'reach',
    from,
    span: spanning(start, (steps ?? through ?? entering ?? from).span),
    ...(entering === undefined ? {} : { entering }),
    ...(through === undefined ? {} : { through }),
    ...(steps === undefined ? {} : { steps }),
  }
}

/** A number before a noun: one name or number, no phrase. */
export function parsePostfixNumber(c: Cursor): ExprNode {
  const token = c.peek()
  if (token?.kind === 'name' && !c.at('(', 1) && !c.at('.', 1) && !c.at('of', 1)) {
    const name = c.name('a number')
    return { node: 'words', words: [name], span: name.span }
  }
  return parsePostfix(c)
}

/** `legal(ACTION, CLAUSES)`: its brackets hold what follows the word `perform`. */
function parseLegal(c: Cursor): { args: readonly ExprNode[]; doing: DoingNode } {
  c.next()
  const doing = parseDoing(c, () => c.at(')') || c.done)
  return { args: [doing.action], doing }
}

function parseWords(c: Cursor): ExprNode {
  const first = c.name('a value')
  if (STOP.has(first.text)) throw new ParseFault(first.span, `Expected a value, found \`${first.text}\`.`)
  if (c.at('(')) {
    const inside = first.text === 'legal' ? parseLegal(c) : parseArguments(c)
    const close = closeArguments(c)
    return { node: 'call', name: first, ...inside, span: spanning(first.span, close.span) }
  }
  const words: Word[] = [first]
  for (
    let token = c.peek();
    token?.kind === 'name' && !STOP.has(token.text) && !c.at('(', 1);
    token = c.peek()
  )
    words.push(c.name('a word'))
  return { node: 'words', words, span: spanning(first.span, words[words.length - 1].span) }
}
