/** The lexer: from the text of a `rules` block to tokens, line by line. */
import type { Reporter } from '../diagnostics/index.js'
import { isNonEmpty, type Span } from '../source/index.js'

/** A name, a number, a text or a mark, with its place. */
export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'mark'
  readonly text: string // as written; a text without its quotes
  readonly span: Span
  readonly parts?: readonly TextPart[] // of a text
  readonly original?: readonly TextPart[] // of a translated text, as the author wrote it
}

/** Translates the texts of rules. */
export interface TextWords {
  text(original: string, span: Span): TranslatedText | undefined
}

/** A text in another language, and where it is written. */
export interface TranslatedText {
  readonly text: string
  readonly at: Start
}

/** A part of a quoted text: plain text, or the tokens of a value in braces, with the noun that it counts. */
export type TextPart =
  | string
  | { readonly tokens: readonly Token[]; readonly span: Span; readonly noun?: WrittenNoun }

/** The noun in `{n: more space}`, as written. */
export interface WrittenNoun {
  readonly text: string
  readonly span: Span
}

/** One line of source: its indentation, its tokens, and the rule number in its comment. */
export interface SourceLine {
  readonly indent: number
  readonly tokens: [Token, ...Token[]] // includes those of its continuation lines
  readonly rule?: string | undefined
  readonly span: Span
  readonly text: string
}

/** The position of the first character of a text. */
export type Start = Pick<Span, 'file' | 'line' | 'column'>

/** A name, a number or a punctuation mark. A name may start with digits (the card `9h`) but needs a letter. */
const TOKEN = /[0-9]*[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*|[0-9]+|\.\.|[!<>]=|[()[\],.+\-*/%=<>|:;]/y
/** A comment that begins with a rule number, as in `# 3.2.4` or `# 2.3.4#1`. */
const RULE = /^(?:T\d+,?\s*)?(\d+(?:\.\d+)+(?:#\d+)?|§\S+)/

/** Splits a text into lines of tokens. Lines without tokens are left out. */
export function readLines(text: string, at: Start, reporter: Reporter, words?: TextWords): SourceLine[] {
  return text.split('\n').flatMap((raw, index) => {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const start = { file: at.file, line: at.line + index, column: at.column }
    const { tokens, rule, end } = readTokens(line, start, reporter, words)
    if (!isNonEmpty(tokens)) return []
    const indent = line.length - line.trimStart().length
    const span = (from: number, length: number): Span => ({ ...start, column: at.column + from, length })
    if (line.slice(0, indent).includes('\t'))
      reporter.error('tab', span(0, indent), 'This line is indented with a tab.', 'Use spaces.')
    const code = line.slice(indent, end).trimEnd()
    return [{ indent, tokens, rule, span: span(indent, Math.max(1, end - indent)), text: code }]
  })
}

function readTokens(
  line: string,
  at: Start,
  reporter: Reporter,
  words?: TextWords,
): { tokens: Token[]; rule?: string | undefined; end: number } {
  const tokens: Token[] = []
  let i = 0
  const { file, line: number, column } = at
  const span = (length: number): Span => ({ file, line: number, column: column + i, length })
  while (i < line.length) {
    const c = line[i]
    if (c === ' ' || c === '\t') i++
    else if (c === '#') return { tokens, end: i, rule: RULE.exec(line.slice(i + 1).trim())?.[1] }
    else if (c === '"') {
      const close = line.indexOf('"', i + 1)
      const end = close < 0 ? line.length : close
      if (close < 0)
        reporter.error(
          'unclosed-text',
          span(end - i),
          'This text has no closing quote.',
          'Add a `"` at its end. A text can\'t span lines.',
        )
      const text = line.slice(i + 1, end)
      const length = Math.min(end + 1, line.length) - i
      const parts = readText(text, { ...at, column: column + i + 1 }, reporter)
      const other = words?.text(text, span(length))
      if (other === undefined) tokens.push({ kind: 'text', text, span: span(length), parts })
      else {
        const translated = readText(other.text, other.at, reporter)
        tokens.push({
          kind: 'text',
          text: other.text,
          span: span(length),
          parts: translated,
          original: parts,
        })
      }
      i += length
    } else {
      TOKEN.lastIndex = i
      if (TOKEN.test(line)) {
        const text = line.slice(i, TOKEN.lastIndex)
        tokens.push({ kind: kindOf(text), text, span: span(text.length) })
        i += text.length
      } else {
        reporter.error(
          'bad-character',
          span(1),
          `\`${c}\` isn't part of the notation.`,
          'Remove it, or put it in quotes if it belongs to a text.',
        )
        i++
      }
    }
  }
  return { tokens, end: line.length }
}

function kindOf(text: string): Token['kind'] {
  if (/^[A-Za-z]/.test(text)) return 'name'
  return /^[0-9]/.test(text) ? (/[A-Za-z]/.test(text) ? 'name' : 'number') : 'mark'
}

/** The index of the colon before the noun of a number, or -1. Named arguments have colons inside brackets. */
function nounAt(part: string): number {
  let depth = 0
  for (let i = 0; i < part.length; i++) {
    if (part[i] === '(' || part[i] === '[') depth++
    else if (part[i] === ')' || part[i] === ']') depth--
    else if (part[i] === ':' && depth === 0) return i
  }
  return -1
}

/** Splits a text into plain parts and the values in braces: "{n} troops left", "{n: troop} left". */
export function readText(text: string, at: Start, reporter: Reporter): TextPart[] {
  let { column } = at
  return text.split(/\{([^{}]*)\}/).flatMap((part, i): TextPart[] => {
    const start = { ...at, column }
    column += part.length + 1 // and a brace
    if (i % 2 === 1) {
      const colon = nounAt(part)
      const { tokens } = readTokens(colon < 0 ? part : part.slice(0, colon), start, reporter)
      const span = { ...start, length: Math.max(1, part.length) }
      if (tokens.length === 0)
        reporter.error('syntax', span, 'These braces are empty.', 'Write a value between `{` and `}`.')
      if (colon < 0) return [{ tokens, span }]
      const noun = part.slice(colon + 1)
      const at1 = { ...start, column: start.column + colon + 1, length: Math.max(1, noun.length) }
      return [{ tokens, span, noun: { text: noun, span: at1 } }]
    }
    const brace = part.search(/[{}]/)
    if (brace >= 0) {
      const span = { ...start, column: start.column + brace, length: 1 }
      reporter.error(
        'unclosed-text',
        span,
        'This brace has no partner.',
        'Write a value in a text as `{VALUE}`.',
      )
    }
    return part === '' ? [] : [part]
  })
}
