/** From the text of a `rules` block to tokens, line by line. */
import type { Reporter } from '../diagnostics/index.js'
import type { Span } from '../source/index.js'

export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'mark'
  readonly text: string // a name in its own spelling, a number's digits, a text without its quotes, a mark
  readonly span: Span
}

/** One line of source: its indentation, its tokens, and the rule number in the comment behind it. */
export interface SourceLine {
  readonly indent: number
  readonly tokens: readonly Token[]
  readonly rule?: string
  readonly span: Span
  readonly text: string
}

const MARKS = [
  '..',
  '!=',
  '<=',
  '>=',
  '(',
  ')',
  '[',
  ']',
  ',',
  '.',
  '+',
  '-',
  '*',
  '/',
  '%',
  '=',
  '<',
  '>',
  '|',
  ':',
]
/** Cards may be called `9h`: digits first, but never digits alone. */
const NAME = /[0-9]*[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*/y
const NUMBER = /[0-9]+/y
/** A comment that begins with a rule number, as in `# 3.2.4` or `# 2.3.4#1`. */
const RULE = /^(?:T\d+,?\s*)?(\d+(?:\.\d+)+(?:#\d+)?|§\S+)/

export function readLines(
  text: string,
  at: { readonly file: string; readonly line: number; readonly column: number },
  reporter: Reporter,
): SourceLine[] {
  const lines: SourceLine[] = []
  text.split('\n').forEach((raw, index) => {
    const line = raw.replace(/\r$/, '')
    const span = (column: number, length: number): Span => ({
      file: at.file,
      line: at.line + index,
      column: at.column + column,
      length,
    })
    const read = readTokens(line, span, reporter)
    if (read.tokens.length === 0) return
    const indent = line.length - line.trimStart().length
    if (line.slice(0, indent).includes('\t'))
      reporter.error('tab', span(0, indent), 'Indentation is made of spaces; this line has a tab.')
    lines.push({
      indent,
      tokens: read.tokens,
      ...(read.rule === undefined ? {} : { rule: read.rule }),
      span: span(indent, Math.max(1, read.end - indent)),
      text: line.slice(indent, read.end).trimEnd(),
    })
  })
  return lines
}

function readTokens(
  line: string,
  span: (column: number, length: number) => Span,
  reporter: Reporter,
): { tokens: Token[]; rule?: string; end: number } {
  const tokens: Token[] = []
  let i = 0
  const push = (kind: Token['kind'], text: string, length: number): void => {
    tokens.push({ kind, text, span: span(i, length) })
    i += length
  }
  while (i < line.length) {
    const c = line[i]
    if (c === ' ' || c === '\t') {
      i++
    } else if (c === '#') {
      const rule = RULE.exec(line.slice(i + 1).trim())?.[1]
      return { tokens, end: i, ...(rule === undefined ? {} : { rule }) }
    } else if (c === '"') {
      const close = line.indexOf('"', i + 1)
      if (close < 0) {
        reporter.error('unclosed-text', span(i, line.length - i), 'This text has no closing quote.')
        push('text', line.slice(i + 1), line.length - i)
      } else push('text', line.slice(i + 1, close), close + 1 - i)
    } else {
      NAME.lastIndex = NUMBER.lastIndex = i
      const name = NAME.exec(line)
      const number = NUMBER.exec(line)
      const mark = MARKS.find((m) => line.startsWith(m, i))
      if (name) push('name', name[0], name[0].length)
      else if (number) push('number', number[0], number[0].length)
      else if (mark !== undefined) push('mark', mark, mark.length)
      else {
        reporter.error('bad-character', span(i, 1), `\`${c}\` has no meaning in a rule.`)
        i++
      }
    }
  }
  return { tokens, end: line.length }
}
