/** Limits on backtracking and size, so that a short nested expression can't take exponential time or memory. */
import { isRecord } from '@ludoforge/kernel'
import type { ExprNode } from '../../parser/index.js'
import type { Span } from '../../source/index.js'
import type { Typed } from '../expressions/expressions.js'
import { DiagnosticError } from '../diagnostic-error.js'

/** Limit on elaborating the same node again, with another expected type. */
const MAX_READINGS = 1000
/** Limit on the nodes of a lowered expression, in which the same part may occur many times. */
const MAX_NODES = 50_000

/** Per node of the current expression: how often it was elaborated, and the size of its result. */
const readings = new Map<ExprNode, number>()
const sizes = new Map<object, number>()
let depth = 0

/** Call before elaborating an expression, which may be part of another. */
export function enterExpression(node: ExprNode): void {
  const before = readings.get(node) ?? 0
  if (before >= MAX_READINGS)
    throw new DiagnosticError(
      'too-large',
      node.span,
      'The expression around this is too ambiguous to resolve.',
      'Give parts of it names with `let`.',
    )
  readings.set(node, before + 1)
  depth++
}

export function leaveExpression(): void {
  if (--depth > 0) return
  readings.clear()
  sizes.clear()
}

export function limitSize(typed: Typed, span: Span): Typed {
  if (sizeOf(typed.expr) > MAX_NODES)
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
