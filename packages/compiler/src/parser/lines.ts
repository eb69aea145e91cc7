/**
 * The offside rule: indentation makes a tree of lines. A continuation line is joined to the line above it:
 * after an open bracket or a trailing operator, or if it starts with a word that starts no statement.
 */
import type { Reporter } from '../diagnostics/index.js'
import type { SourceLine, Token } from './lexer.js'

/** A line of the tree, with the lines below it that are indented deeper. */
export interface Line extends SourceLine {
  readonly children: readonly Line[]
}

const CONTINUATION_WORDS = new Set(
  'and or where after from by in to then costing within toward with through entering into'.split(' '),
)
const UNFINISHED = new Set('and or not where after then else = + - * / % , ( [ | < > <= >= !='.split(' '))
/** Declarations whose body is one expression: all deeper lines continue it. */
const EXPRESSION_HEADS = new Set(['value', 'test', 'set', 'worth'])

/** Limit on nested blocks. */
const MAX_DEPTH = 60

interface Open extends Line {
  readonly children: Open[]
  text: string
  rule?: string | undefined
  brackets: number // open ones
}

/** Makes a tree of lines by their indentation, and joins continuation lines. */
export function buildTree(lines: readonly SourceLine[], reporter: Reporter): Line[] {
  const roots: Open[] = []
  const stack: Open[] = []
  let tooDeep = false
  for (const line of lines) {
    const last = stack.at(-1)
    if (last !== undefined && continuesLine(last, line, stack)) {
      for (const token of line.tokens) last.tokens.push(token)
      last.brackets += openBrackets(line.tokens)
      last.text = `${last.text} ${line.text}`
      last.rule ??= line.rule
      continue
    }
    while ((stack.at(-1)?.indent ?? -1) >= line.indent) stack.pop()
    if (stack.length >= MAX_DEPTH) {
      if (!tooDeep)
        reporter.error(
          'syntax',
          line.span,
          `This line is nested more than ${MAX_DEPTH} levels deep.`,
          'Move a part of it into a procedure.',
        )
      tooDeep = true
      continue
    }
    const { indent, tokens, rule, span, text } = line
    const open: Open = { indent, tokens, rule, span, text, children: [], brackets: openBrackets(tokens) }
    ;(stack.at(-1)?.children ?? roots).push(open)
    stack.push(open)
  }
  return roots
}

function continuesLine(last: Open, line: SourceLine, stack: readonly Open[]): boolean {
  if (last.brackets > 0) return true
  if (line.indent <= last.indent) return false
  const tail = last.tokens.at(-1)
  // A line with only `else` opens a block.
  if (last.tokens.length > 1 && tail !== undefined && tail.kind !== 'text' && UNFINISHED.has(tail.text))
    return true
  // `set x = …` at the margin is a declaration; `set x to …` inside a procedure is a statement.
  const defines = EXPRESSION_HEADS.has(last.tokens[0].text) && last.tokens.some((t) => isPunctuation(t, '='))
  if (defines && stack.length === 1) return true
  const first = line.tokens[0]
  if (first.kind === 'text') return true
  if (first.kind === 'name') return CONTINUATION_WORDS.has(first.text)
  return first.kind === 'mark' && first.text !== '(' && winsIndex(line.tokens) < 0
}

/** The index of `wins` or `win` in `SEATS wins ["REASON"]`, or -1 for any other line. */
export function winsIndex(tokens: readonly Token[]): number {
  const at = tokens.findLastIndex((t) => t.kind === 'name' && (t.text === 'wins' || t.text === 'win'))
  return at > 0 ? at : -1
}

export const isPunctuation = (token: Token, text: string): boolean =>
  token.kind === 'mark' && token.text === text

/** Opening brackets minus closing ones. */
function openBrackets(tokens: readonly Token[]): number {
  let count = 0
  for (const { kind, text } of tokens)
    if (kind === 'mark') count += text === '(' || text === '[' ? 1 : text === ')' || text === ']' ? -1 : 0
  return count
}
