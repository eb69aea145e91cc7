/** The words of an expression as they stand in the rulebook, so that a refusal can be explained in them. */
import { isRecord } from '@ludoforge/kernel'
import type { ExprNode } from '../parser/index.js'
import { compareSpans, type Sources, type Span } from '../source/index.js'

/** A span knows one line only; an expression that goes on below ends where the last of its parts does. */
export function sourceTextOf(texts: Sources, node: ExprNode): string {
  const { file, line, column, length } = node.span
  const end = lastPart(node, node.span)
  const first = texts.line(file, line) ?? ''
  if (end.line === line) return closed(first.slice(column - 1, column - 1 + length))
  const words = [first.slice(column - 1)]
  for (let at = line + 1; at < end.line; at++) words.push(texts.line(file, at) ?? '')
  words.push((texts.line(file, end.line) ?? '').slice(0, end.column - 1 + end.length))
  return closed(words.map((text) => text.replace(/(^|\s)#.*$/, '').trim()).join(' '))
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

/** Brackets that open before the first part or end behind the last belong to the expression. */
function closed(text: string): string {
  const open: string[] = []
  let before = ''
  for (const mark of text) {
    if (mark === '(') open.push(')')
    else if (mark === '[') open.push(']')
    else if ((mark === ')' || mark === ']') && open.pop() === undefined) before += mark === ')' ? '(' : '['
  }
  return before + text + open.toReversed().join('')
}
