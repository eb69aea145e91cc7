/** What keeps nested expressions from taking time and memory out of all proportion to their text. */
import { isRecord } from '@ludoforge/kernel'
import type { ExprNode } from '../parser/index.js'
import type { Span } from '../source/index.js'
import type { Typed } from './expressions.js'
import { DiagnosticError } from './diagnostic-error.js'

/** Most times that one expression is read anew because of what stands around it. */
const MOST_READINGS = 1000
/** Most nodes of an expression. The same part may stand in it many times. */
const MOST_NODES = 50_000

/** What is known of the expression that is read: how often each part of it was, and how large its parts have become. */
const readings = new Map<ExprNode, number>()
const sizes = new Map<object, number>()
let depth = 0

/** Before an expression is read, which may be part of another. */
export function enterExpression(node: ExprNode): void {
  const before = readings.get(node) ?? 0
  if (before >= MOST_READINGS)
    throw new DiagnosticError('too-large', node.span, 'What stands around this could mean too many things.')
  readings.set(node, before + 1)
  depth++
}

export function leaveExpression(): void {
  if (--depth > 0) return
  readings.clear()
  sizes.clear()
}

export function limitSize(typed: Typed, span: Span): Typed {
  if (sizeOf(typed.expr) > MOST_NODES)
    throw new DiagnosticError(
      'too-large',
      span,
      'This expression is too large.',
      'Give parts of it names with `let`.',
    )
  return typed
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) {
    let sum = 1
    for (const part of value) sum += sizeOf(part)
    return sum
  }
  if (!isRecord(value)) return 0
  let size = sizes.get(value)
  if (size === undefined) {
    size = 1
    for (const key in value) size += sizeOf(value[key])
    sizes.set(value, size)
  }
  return size
}
