/**
 * The offside rule: lines become a tree by their indentation. A line that goes on an unfinished one
 * (an open bracket, a trailing operator, or a line that begins with a word no statement begins with)
 * is joined to it, wherever it is indented.
 */
import type { Span } from '../source/index.js'
import type { SourceLine, Token } from './tokens.js'

export interface Line {
  readonly indent: number
  readonly tokens: readonly Token[]
  readonly rule?: string
  readonly span: Span
  readonly text: string
  readonly children: Line[]
}

const GOES_ON = new Set(
  'and or where from by in to then costing within toward with through entering into'.split(' '),
)
const UNFINISHED = new Set([
  'and',
  'or',
  'not',
  'where',
  'then',
  'else',
  '=',
  '+',
  '-',
  '*',
  '/',
  '%',
  ',',
  '(',
  '[',
  '|',
  '<',
  '>',
  '<=',
  '>=',
  '!=',
])
/** Their body is one expression, so all deeper lines belong to it. */
const EXPRESSION_HEADS = new Set(['value', 'test', 'set', 'worth'])

interface Open {
  readonly indent: number
  tokens: Token[]
  rule?: string
  span: Span
  text: string
  readonly children: Line[]
}

export function buildTree(lines: readonly SourceLine[]): Line[] {
  const roots: Line[] = []
  const stack: Open[] = []
  for (const line of lines) {
    const last = stack[stack.length - 1]
    if (last !== undefined && goesOn(last, line, stack)) {
      last.tokens = [...last.tokens, ...line.tokens]
      last.text = `${last.text} ${line.text}`
      if (last.rule === undefined && line.rule !== undefined) last.rule = line.rule
      continue
    }
    while (stack.length > 0 && stack[stack.length - 1].indent >= line.indent) stack.pop()
    const open: Open = {
      indent: line.indent,
      tokens: [...line.tokens],
      span: line.span,
      text: line.text,
      children: [],
    }
    if (line.rule !== undefined) open.rule = line.rule
    const parent = stack[stack.length - 1]
    ;(parent?.children ?? roots).push(open)
    stack.push(open)
  }
  return roots
}

function goesOn(last: Open, line: SourceLine, stack: readonly Open[]): boolean {
  if (depth(last.tokens) > 0) return true
  const tail = last.tokens[last.tokens.length - 1]
  const alone = last.tokens.length === 1 // an `else` of its own opens a block
  if (!alone && tail.kind !== 'text' && UNFINISHED.has(tail.text) && line.indent > last.indent) return true
  if (line.indent <= last.indent) return false
  const head = last.tokens[0].text
  if (EXPRESSION_HEADS.has(head) && stack.length === 1 && isDefinition(last)) return true
  const first = line.tokens[0]
  if (first.kind === 'text') return true
  if (first.kind === 'name') return GOES_ON.has(first.text)
  return first.kind === 'mark' && first.text !== '(' && winsAt(line.tokens) < 0
}

/** Where `wins` or `win` stands in `SEATS wins ["REASON"]`; -1: the line says something else. */
export function winsAt(tokens: readonly Token[]): number {
  const at = tokens.findLastIndex((t) => t.kind === 'name' && (t.text === 'wins' || t.text === 'win'))
  return at > 0 ? at : -1
}

/** `set x = ...` at the margin defines; `set x to ...` inside a procedure does. */
function isDefinition(line: Open): boolean {
  return line.tokens.some((t) => t.kind === 'mark' && t.text === '=')
}

function depth(tokens: readonly Token[]): number {
  let n = 0
  for (const t of tokens) {
    if (t.kind !== 'mark') continue
    if (t.text === '(' || t.text === '[') n++
    else if (t.text === ')' || t.text === ']') n--
  }
  return n
}
