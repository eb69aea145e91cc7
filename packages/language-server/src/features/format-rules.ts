/**
 * Formats the text of a `rules` block: two spaces for each level, one space between words, no space inside brackets or at
 * the end of a line, at most one empty line. Comments keep their column if they can. Only white space changes.
 */
import { buildTree, type Line, readLines, Reporter, type Token } from '@ludoforge/compiler/editing'

const START = { file: '', line: 1, column: 1 }

/** Marks with a space on both sides. `-` may be a sign, so it stays as it is. */
const SPACED = new Set('= != < <= > >= + * / % |'.split(' '))
const TIGHT_BEFORE = new Set([')', ']', ',', ':', ';', '.', '..'])
const TIGHT_AFTER = new Set(['(', '[', '.', '..'])

/** Returns the formatted text. Formatting it again changes nothing. */
export function formatRules(text: string): string {
  const lines = text.split('\n').map((line) => withoutTabs(line.trimEnd()))
  const indents = indentsOf(lines)
  const formatted = lines.map((line, i) => (line === '' ? '' : formatLine(line, indents[i] ?? 0)))
  return withoutEmptyRuns(formatted).join('\n')
}

const withoutTabs = (line: string): string =>
  line.replace(/^[ \t]+/, (indent) => indent.replaceAll('\t', '  '))

/** The new indentation of each line: by its level, and for a continuation as far from its statement as before. */
function indentsOf(lines: readonly string[]): number[] {
  const quiet = new Reporter()
  const levels = new Map<number, number>()
  const visit = (all: readonly Line[], level: number): void => {
    for (const { span, children } of all) {
      levels.set(span.line - 1, level)
      visit(children, level + 1)
    }
  }
  visit(buildTree(readLines(lines.join('\n'), START, quiet), quiet), 0)
  const shifts: (number | undefined)[] = []
  let shift = 0
  for (const [i, line] of lines.entries()) {
    const level = levels.get(i)
    if (level !== undefined) shift = 2 * level - indentOf(line)
    shifts.push(isCode(line) ? shift : undefined)
  }
  // A line with only a comment belongs to the code below it, or to that above it.
  return lines.map((line, i) => {
    const own = shifts[i] ?? shifts.slice(i).find((one) => one !== undefined) ?? shift
    return Math.max(0, indentOf(line) + own)
  })
}

const indentOf = (line: string): number => line.length - line.trimStart().length
const isCode = (line: string): boolean => line.trim() !== '' && !line.trimStart().startsWith('#')

/** Formats one line. A line that the lexer doesn't understand keeps its text. */
function formatLine(line: string, indent: number): string {
  const margin = ' '.repeat(indent)
  if (!isCode(line)) return margin + line.trim()
  const quiet = new Reporter()
  const [read] = readLines(line, START, quiet)
  if (read === undefined || quiet.hasErrors) return margin + line.trim()
  const { tokens } = read
  const code = margin + spaced(tokens, line)
  const last = tokens.at(-1)?.span
  const rest = last === undefined ? '' : line.slice(last.column - 1 + last.length)
  const comment = rest.trim()
  if (comment === '') return code
  const column = (last === undefined ? 0 : last.column - 1 + last.length) + rest.indexOf('#')
  return code.padEnd(Math.max(column, code.length + 1)) + comment
}

function spaced(tokens: readonly Token[], line: string): string {
  return tokens
    .map((token, i) => {
      const { span } = token
      const word = line.slice(span.column - 1, span.column - 1 + span.length)
      const before = tokens[i - 1]
      return before === undefined ? word : `${gap(before, token)}${word}`
    })
    .join('')
}

/** The space between two tokens. */
function gap(before: Token, token: Token): string {
  const written = before.span.column + before.span.length < token.span.column ? ' ' : ''
  const [left, right] = [markOf(before), markOf(token)]
  if (TIGHT_AFTER.has(left) || TIGHT_BEFORE.has(right)) return ''
  if (left === ',' || left === ';' || left === ':' || SPACED.has(left) || SPACED.has(right)) return ' '
  // Before a bracket, and around `-`, a space has a meaning for readers.
  return written
}

const markOf = ({ kind, text }: Token): string => (kind === 'mark' ? text : '')

/** At most one empty line in a row, and none at the ends. */
function withoutEmptyRuns(lines: readonly string[]): string[] {
  const kept = lines.filter((line, i) => line !== '' || (lines[i - 1] ?? '') !== '')
  while (kept.length > 0 && kept.at(-1) === '') kept.pop()
  return kept
}
