/** Syntax highlighting of rules, examples and data: keywords, keys, numbers, strings, comments. */

export interface HighlightedSpan {
  readonly kind: 'plain' | 'word' | 'number' | 'text' | 'comment' | 'key'
  readonly text: string
}

const KEYWORDS = new Set(
  (
    'action all and any as at be by choose class count each else end every exactly example first flip for from given ' +
    'if in into is it let may move no none not of offer on operation or otherwise per perform place play policy prefer ' +
    'procedure put remove repeat requires roll say set shuffle size some spend stop test that then times to turn until up ' +
    'value when where which while window with without xor'
  ).split(' '),
)

const RULES = /(#.*$)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\b\d+\b)|([A-Za-z][\w-]*)/gm
const DATA = /(#.*$)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\b\d+\b)|([\w-]+(?=:(?:\s|$)))/gm

export function highlight(code: string, language: string): readonly HighlightedSpan[] {
  const isData = language === 'yaml' || language === 'json'
  if (!isData && language !== 'rules' && language !== 'example') return [{ kind: 'plain', text: code }]
  const bits: HighlightedSpan[] = []
  let at = 0
  for (const found of code.matchAll(isData ? DATA : RULES)) {
    const [text, comment, quoted, number, word] = found
    const kind =
      comment !== undefined
        ? 'comment'
        : quoted !== undefined
          ? 'text'
          : number !== undefined
            ? 'number'
            : isData
              ? 'key'
              : KEYWORDS.has(word ?? '')
                ? 'word'
                : 'plain'
    if (kind === 'plain') continue
    if (found.index > at) bits.push({ kind: 'plain', text: code.slice(at, found.index) })
    bits.push({ kind, text })
    at = found.index + text.length
  }
  if (at < code.length) bits.push({ kind: 'plain', text: code.slice(at) })
  return bits
}
