/** Bounds on numbers, the same in every language. */
import type { Bound, Comparison } from './language.js'

/** The comparison that holds if the other one fails. */
export const OPPOSITE: Readonly<Record<Comparison, Comparison>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}

/** Returns a strict bound on a whole number as one that includes its number. */
export function inclusive({ op, than, number, now }: Bound): Bound {
  if (number === undefined || (op !== '<' && op !== '>')) return { op, than, number, now }
  const limit = op === '<' ? number - 1 : number + 1
  return { op: op === '<' ? '<=' : '>=', than: String(limit), number: limit, now }
}
