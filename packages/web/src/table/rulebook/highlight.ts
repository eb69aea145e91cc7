/** Syntax highlighting of rules, examples and data. Rules and examples use the grammar that editors have. */
import { tokenizerFor } from '@ludoforge/language-server/grammar'

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

/** Splits a block of code into lines of highlighted parts. */
export function highlight(code: string, language: string): readonly (readonly HighlightedSpan[])[] {
  const tokenizer = tokenizerFor(language)
  if (tokenizer !== undefined)
    return tokenizer
      .block(code)
      .map((line) => joined(line.map(({ text, scopes }) => ({ text, kind: kindOf(scopes.at(-1) ?? '') }))))
  const isData = language === 'yaml' || language === 'json'
  return code.split('\n').map((line) => (isData ? highlightData(line) : [{ kind: 'plain', text: line }]))
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
