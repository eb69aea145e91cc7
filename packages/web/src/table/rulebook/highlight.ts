/** Syntax highlighting of rules, examples and data. Rules and examples use the grammar that editors have. */
import { tokenizerFor, type Tokenizer } from '@ludoforge/language-server/grammar'

export interface HighlightedSpan {
  readonly kind: 'plain' | 'word' | 'number' | 'text' | 'comment' | 'key' | 'name'
  readonly text: string
}

/** The kinds of scopes, the innermost of which decides. */
const KINDS: readonly (readonly [string, HighlightedSpan['kind']])[] = [
  ['comment', 'comment'],
  ['string', 'text'],
  ['meta.embedded', 'plain'],
  ['constant', 'number'],
  ['keyword.operator', 'plain'],
  ['keyword', 'word'],
  ['variable.language', 'word'],
  ['entity.name', 'name'],
  ['support', 'name'],
]

/** The patterns that are open at the start of a line: a text may span lines. */
export type OpenText = Parameters<Tokenizer['line']>[1]

interface HighlightedLine {
  readonly spans: readonly HighlightedSpan[]
  /** For the next line. */
  readonly open: OpenText
}

/** Splits a block of code into lines of highlighted parts. */
export function highlight(code: string, language: string): readonly (readonly HighlightedSpan[])[] {
  let open: OpenText
  return code.split('\n').map((line) => {
    const read = highlightLine(line, language, open)
    open = read.open
    return read.spans
  })
}

/** Splits a line of a block of code. */
export function highlightLine(line: string, language: string, open?: OpenText): HighlightedLine {
  const tokenizer = tokenizerFor(language)
  if (tokenizer !== undefined) {
    const read = tokenizer.line(line, open)
    const spans = read.parts.map(({ text, scopes }) => ({ text, kind: kindOf(scopes.at(-1) ?? '') }))
    return { spans: joined(spans), open: read.open }
  }
  const isData = language === 'yaml' || language === 'json'
  return { spans: isData ? highlightData(line) : [{ kind: 'plain', text: line }], open: undefined }
}

const kindOf = (scope: string): HighlightedSpan['kind'] =>
  KINDS.find(([prefix]) => scope.startsWith(prefix))?.[1] ?? 'plain'

/** Joins neighbours of one kind. */
function joined(spans: readonly HighlightedSpan[]): HighlightedSpan[] {
  const all: HighlightedSpan[] = []
  for (const span of spans) {
    const last = all.at(-1)
    if (last?.kind === span.kind) all[all.length - 1] = { kind: span.kind, text: last.text + span.text }
    else all.push(span)
  }
  return all
}

const DATA = /(#.*$)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\b\d+\b)|([\w-]+(?=:(?:\s|$)))/gm

function highlightData(line: string): HighlightedSpan[] {
  const spans: HighlightedSpan[] = []
  let at = 0
  for (const found of line.matchAll(DATA)) {
    const [text, comment, quoted, number] = found
    const kind =
      comment !== undefined
        ? 'comment'
        : quoted !== undefined
          ? 'text'
          : number !== undefined
            ? 'number'
            : 'key'
    if (found.index > at) spans.push({ kind: 'plain', text: line.slice(at, found.index) })
    spans.push({ kind, text })
    at = found.index + text.length
  }
  if (at < line.length) spans.push({ kind: 'plain', text: line.slice(at) })
  return spans
}
