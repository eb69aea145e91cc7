/** The answer that most players would give to a question without thinking: the default of clients, and of examples. */
import { selectable } from '@ludoforge/kernel'

/** Larger ranges are amounts of money or the like, for which the maximum isn't a sensible default. */
const COUNTED = 12

/**
 * Returns the picks of the likely answer: the only option, as many of the only kind as allowed, the maximum of a small
 * number. Returns `undefined` if there is no such answer.
 */
export function likelyAnswer(question: Parameters<typeof selectable>[0]): readonly number[] | undefined {
  const { kind, values, min, max, optional } = question
  if (kind === 'number') return max - min <= COUNTED ? [max] : undefined
  if (values.length === 0) return optional || min === 0 ? [] : undefined
  if (values.length > 1) return undefined
  const picks: number[] = []
  while (selectable(question, picks).includes(0)) picks.push(0)
  return picks
}
