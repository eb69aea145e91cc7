/** The source text of an expression, so that `why` can quote the rulebook. */
import { isRecord } from '@ludoforge/kernel'
import type { ExprNode } from '../parser/index.js'
import { compareSpans, type Sources, type Span } from '../source/index.js'

/** A span covers one line only. An expression over several lines ends where its last part does. */
export function sourceTextOf(texts: Sources, node: ExprNode): string {
  const { file, line, column, length } = node.span
  const end = lastPart(node, node.span)
  const first = texts.line(file, line) ?? ''
  if (end.line === line) return balanceBrackets(first.slice(column - 1, column - 1 + length))
  const words = [first.slice(column - 1)]
  for (let at = line + 1; at < end.line; at++) words.push(texts.line(file, at) ?? '')
  words.push((texts.line(file, end.line) ?? '').slice(0, end.column - 1 + end.length))
  return balanceBrackets(words.map((text) => text.replace(/(^|\s)#.*$/, '').trim()).join(' '))
}

function lastPart(part: unknown, last: Span): Span {
  let found = last
  if (Array.isArray(part)) for (const item of part) found = lastPart(item, found)
  if (!isRecord(part)) return found
  for (const key in part) {
    const inner = part[key]
    if (key !== 'span') found = lastPart(inner, found)
    else if (isSpan(inner) && compareSpans(inner, found) > 0) found = inner
  }
  return found
}

function isSpan(value: unknown): value is Span {
  return isRecord(value) && typeof value['line'] === 'number' && typeof value['column'] === 'number'
}

/** Adds the brackets that open before the first part or close after the last. */
function balanceBrackets(text: string): string {
  const open: string[] = []
  let before = ''
  for (const mark of text) {
    if (mark === '(') open.push(')')
    else if (mark === '[') open.push(']')
    else if ((mark === ')' || mark === ']') && open.pop() === undefined) before += mark === ')' ? '(' : '['
  }
  return before + text + open.toReversed().join('')
}
