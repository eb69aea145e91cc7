/** The lines of a lesson: texts may span lines, and a line that starts no entry continues the one above it. */
import type { Reporter } from '../diagnostics/index.js'
import { isPunctuation } from '../parser/lines.js'
import type { SourceLine, Start, TextPart, Token } from '../parser/lexer.js'
import { readLines } from '../parser/index.js'
import { joinLines } from '../examples/parse.js'
import type { Span } from '../source/index.js'

/** A line of a lesson with its continuations, and the statements below it. */
export interface Entry extends SourceLine {
  readonly statements: readonly SourceLine[]
}

/** The words that start the lines of a lesson. */
export const LESSON_HEADS: readonly string[] =
  'given teaches let dice when then and say you by also mistake else hint if close'.split(' ')

/** Reads the lines below a title. */
export function readEntries(
  text: string,
  at: Start,
  reporter: Reporter,
  heads: readonly string[] = LESSON_HEADS,
): Entry[] {
  const entries: Entry[] = []
  for (const line of linesWithTexts(text, at, reporter)) {
    const last = entries.at(-1)
    if (last === undefined || startsEntry(line, last, heads)) entries.push({ ...line, statements: [] })
    else if (isOpen(last) || !takesStatements(last) || isPunctuation(line.tokens[0], ','))
      entries[entries.length - 1] = { ...joinLines(last, line), statements: last.statements }
    else entries[entries.length - 1] = { ...last, statements: [...last.statements, line] }
  }
  return entries
}

function startsEntry(line: SourceLine, last: Entry, heads: readonly string[]): boolean {
  const [{ kind, text }] = line.tokens
  if (isOpen(last)) return false
  if (kind !== 'name' || !heads.includes(text)) return line.indent <= last.indent
  if (takesStatements(last) && line.indent >= last.indent + 2) return false
  // `and` goes on with steps; elsewhere it is a part of a condition.
  return text !== 'and' || ['when', 'then', 'and'].includes(last.tokens[0].text)
}

/** Deeper lines below `given` and `when do` are statements. */
function takesStatements({ tokens: [head, second] }: Entry): boolean {
  if (head.text === 'given') return true
  const isStep = head.text === 'when' || head.text === 'and'
  return isStep && (second?.text === 'do' || second?.text === 'perform')
}

/** Whether a line ends inside brackets, or with a comma. */
function isOpen({ tokens, statements }: Entry): boolean {
  if (statements.length > 0) return false
  const depth = tokens.reduce(
    (sum, token) =>
      sum +
      (isPunctuation(token, '(') || isPunctuation(token, '[') ? 1 : 0) -
      (isPunctuation(token, ')') || isPunctuation(token, ']') ? 1 : 0),
    0,
  )
  const tail = tokens.at(-1)
  return depth > 0 || (tail !== undefined && (isPunctuation(tail, ',') || isPunctuation(tail, ';')))
}

/** A part of a joined line: its first column there, and where it is written. */
interface Segment {
  readonly from: number // counted from 0
  readonly line: number
  readonly column: number
}

/** Reads lines in which a text may go on over the end of a line; the break becomes a space. */
export function linesWithTexts(text: string, at: Start, reporter: Reporter): SourceLine[] {
  const written = text.split('\n')
  const joined: string[] = []
  const segments = new Map<number, Segment[]>()
  for (let i = 0; i < written.length; i++) {
    const first = i
    let line = (written[i] ?? '').replace(/\r$/, '')
    const parts: Segment[] = [{ from: 0, line: at.line + i, column: at.column }]
    while (isInText(line) && i + 1 < written.length) {
      i += 1
      const more = (written[i] ?? '').replace(/\r$/, '')
      const indent = more.length - more.trimStart().length
      line = `${line.trimEnd()} `
      parts.push({ from: line.length, line: at.line + i, column: at.column + indent })
      line += more.trim()
    }
    joined[first] = line
    for (let skipped = first + 1; skipped <= i; skipped++) joined[skipped] = ''
    if (parts.length > 1) segments.set(at.line + first, parts)
  }
  const relocate = (span: Span): Span => {
    const from = span.column - at.column
    const segment = segments.get(span.line)?.findLast((one) => one.from <= from)
    return segment === undefined
      ? span
      : { ...span, line: segment.line, column: segment.column + from - segment.from }
  }
  return readLines(joined.join('\n'), at, reporter).map((line) => {
    const [first, ...others] = line.tokens
    return {
      ...line,
      tokens: [relocated(first, relocate), ...others.map((token) => relocated(token, relocate))],
    }
  })
}

function relocated(token: Token, relocate: (span: Span) => Span): Token {
  const part = (one: TextPart): TextPart =>
    typeof one === 'string'
      ? one
      : { ...one, span: relocate(one.span), tokens: one.tokens.map((inner) => relocated(inner, relocate)) }
  const { parts } = token
  return { ...token, span: relocate(token.span), ...(parts === undefined ? {} : { parts: parts.map(part) }) }
}

/** Whether a line ends inside a text. A `#` outside of texts starts a comment. */
function isInText(line: string): boolean {
  let isInside = false
  for (const character of line) {
    if (character === '"') isInside = !isInside
    else if (character === '#' && !isInside) return false
  }
  return isInside
}
