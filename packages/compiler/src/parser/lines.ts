/**
 * The offside rule: lines become a tree by their indentation. A line that goes on an unfinished one
 * (an open bracket, a trailing operator, or a line that begins with a word no statement begins with)
 * is joined to it, wherever it is indented.
 */
import type { Reporter } from '../diagnostics/index.js'
import type { SourceLine, Token } from './tokens.js'

export interface Line extends SourceLine {
  readonly children: readonly Line[]
}

const GOES_ON = new Set(
  'and or where from by in to then costing within toward with through entering into'.split(' '),
)
const UNFINISHED = new Set('and or not where then else = + - * / % , ( [ | < > <= >= !='.split(' '))
/** Their body is one expression, so all deeper lines belong to it. */
const EXPRESSION_HEADS = new Set(['value', 'test', 'set', 'worth'])

/** Deepest indentation that is followed. */
const DEEPEST = 60

interface Open extends Line {
  readonly children: Open[]
  text: string
  rule?: string | undefined
  brackets: number // that are open
}

export function buildTree(lines: readonly SourceLine[], reporter: Reporter): Line[] {
  const roots: Open[] = []
  const stack: Open[] = []
  let tooDeep = false
  for (const line of lines) {
    const last = stack.at(-1)
    if (last !== undefined && goesOn(last, line, stack)) {
      for (const token of line.tokens) last.tokens.push(token)
      last.brackets += opened(line.tokens)
      last.text = `${last.text} ${line.text}`
      last.rule ??= line.rule
      continue
    }
    while ((stack.at(-1)?.indent ?? -1) >= line.indent) stack.pop()
    if (stack.length >= DEEPEST) {
      if (!tooDeep) reporter.error('syntax', line.span, `This is indented more than ${DEEPEST} levels deep.`)
      tooDeep = true
      continue
    }
    const { indent, tokens, rule, span, text } = line
    const open: Open = { indent, tokens, rule, span, text, children: [], brackets: opened(tokens) }
    ;(stack.at(-1)?.children ?? roots).push(open)
    stack.push(open)
  }
  return roots
}

function goesOn(last: Open, line: SourceLine, stack: readonly Open[]): boolean {
  if (last.brackets > 0) return true
  if (line.indent <= last.indent) return false
  const tail = last.tokens.at(-1)
  // An `else` of its own opens a block.
  if (last.tokens.length > 1 && tail !== undefined && tail.kind !== 'text' && UNFINISHED.has(tail.text))
    return true
  // `set x = ...` at the margin defines; `set x to ...` inside a procedure does.
  const defines = EXPRESSION_HEADS.has(last.tokens[0].text) && last.tokens.some((t) => isPunctuation(t, '='))
  if (defines && stack.length === 1) return true
  const first = line.tokens[0]
  if (first.kind === 'text') return true
  if (first.kind === 'name') return GOES_ON.has(first.text)
  return first.kind === 'mark' && first.text !== '(' && winsIndex(line.tokens) < 0
}

/** Where `wins` or `win` stands in `SEATS wins ["REASON"]`; -1: the line says something else. */
export function winsIndex(tokens: readonly Token[]): number {
  const at = tokens.findLastIndex((t) => t.kind === 'name' && (t.text === 'wins' || t.text === 'win'))
  return at > 0 ? at : -1
}

export const isPunctuation = (token: Token, text: string): boolean =>
  token.kind === 'mark' && token.text === text

/** How many more brackets are opened than closed. */
function opened(tokens: readonly Token[]): number {
  let count = 0
  for (const { kind, text } of tokens)
    if (kind === 'mark') count += text === '(' || text === '[' ? 1 : text === ')' || text === ']' ? -1 : 0
  return count
}
