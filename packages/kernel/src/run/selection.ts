/**
 * Step-by-step selection of options. Every partial selection that these functions allow can be completed. Validation,
 * agents and clients share them, so they agree about legality.
 */
import { quote } from '../def/shape.js'
import type { Question } from '../protocol.js'

type Selectable = Pick<
  Question,
  'kind' | 'values' | 'counts' | 'costs' | 'min' | 'max' | 'budget' | 'optional' | 'offers'
> &
  Partial<Pick<Question, 'series' | 'repeats' | 'throughout'>>

/** The last pick of a list that answers a series: no more after these. */
export const NO_MORE = -1
/** The second pick of an answer that is given throughout a series. */
export const THROUGHOUT = -2

/** Returns how often each option was picked. */
function tally(question: Selectable, picks: readonly number[]): number[] {
  const taken: number[] = []
  for (let i = 0; i < question.values.length; i++) taken.push(0)
  for (const p of picks) if (p >= 0 && p < taken.length) taken[p]++
  return taken
}

function spent(question: Selectable, picks: readonly number[]): number {
  let sum = 0
  if (question.costs !== null) for (const p of picks) sum += question.costs[p] ?? 0
  return sum
}

/** Returns the lowest cost of n more options, after `taken` of each. */
function cheapest(question: Selectable, taken: readonly number[], n: number): number {
  if (n <= 0) return 0
  if (question.costs === null) return 0
  const prices: number[] = []
  question.costs.forEach((cost, i) => {
    const left = (question.counts === null ? 1 : question.counts[i]) - taken[i]
    for (let j = 0; j < left && j < n; j++) prices.push(cost)
  })
  if (prices.length < n) return Number.POSITIVE_INFINITY
  prices.sort((a, b) => a - b)
  return prices.slice(0, n).reduce((a, b) => a + b, 0)
}

/** Returns the options that can be added to the picks so that the selection can still be completed. */
export function selectable(question: Selectable, picks: readonly number[]): number[] {
  const most = question.kind === 'one' ? 1 : question.max
  if (question.kind === 'number' || picks.length >= most) return []
  const taken = tally(question, picks)
  const left = question.budget - spent(question, picks)
  const out: number[] = []
  for (let i = 0; i < question.values.length; i++) {
    if (taken[i] >= (question.counts === null || question.kind === 'one' ? 1 : question.counts[i])) continue
    if (question.costs !== null) {
      const cost = question.costs[i]
      if (cost > left) continue
      const more = question.min - picks.length - 1
      if (more > 0) {
        taken[i]++
        const rest = cheapest(question, taken, more)
        taken[i]--
        if (cost + rest > left) continue
      }
    }
    out.push(i)
  }
  return out
}

/** Returns whether the selection is a legal answer as it is. */
export function isComplete(question: Selectable, picks: readonly number[]): boolean {
  return selectionError(question, picks) === null
}

/** Returns the error in an answer, or null if it is legal. */
export function selectionError(question: Selectable, picks: readonly number[]): string | null {
  if (!Array.isArray(picks)) return 'An answer must be a list of picks.'
  const n = picks.length
  if (n === 2 && picks[1] === THROUGHOUT)
    return question.throughout === true
      ? selectionError(question, [picks[0]])
      : 'This question is not asked in a series, so it has no answer throughout.'
  if (question.kind === 'one' && n > 1 && picks[n - 1] === NO_MORE)
    return seriesError(question, picks.slice(0, -1))
  if (question.kind === 'number') {
    if (n === 0 && question.optional) return null
    const value = picks[0]
    if (n !== 1 || !isWhole(value)) return 'The answer must be one whole number.'
    if (value < question.min || value > question.max)
      return `${value} is not between ${question.min} and ${question.max}.`
    return null
  }
  const size = question.values.length
  if (n === 1 && picks[0] < 0 && Number.isInteger(picks[0]))
    return -picks[0] <= question.offers.length ? null : `There is no offer ${-1 - picks[0]}.`
  for (let i = 0; i < n; i++) {
    const p: unknown = picks[i]
    if (!isWhole(p) || p < 0 || p >= size) return `There is no option ${quote(p)}.`
  }
  if (question.kind === 'one') {
    if (n === 1 || (n === 0 && question.optional)) return null
    return n === 0 ? 'One option must be chosen.' : 'Only one option can be chosen.'
  }
  if (n < question.min) return `At least ${question.min} must be chosen, not ${n}.`
  if (n > question.max) return `At most ${question.max} can be chosen, not ${n}.`
  if (n > 1) {
    const taken = tally(question, picks)
    for (let i = 0; i < size; i++) {
      const there = question.counts === null ? 1 : question.counts[i]
      if (taken[i] > there)
        return `An option that can be chosen ${times(there)} is chosen ${times(taken[i])}.`
    }
  }
  if (question.costs !== null) {
    const sum = spent(question, picks)
    if (sum > question.budget) return `The selection costs ${sum}, but the budget is ${question.budget}.`
  }
  return null
}

/** Returns the error in a list of options for a series, or null if it is legal. */
function seriesError(question: Selectable, picks: readonly number[]): string | null {
  const { series = 0, repeats = false, values } = question
  if (series === 0) return 'Only one option can be chosen.'
  const counts = repeats ? values.map(() => series) : question.counts
  return selectionError({ ...question, kind: 'many', counts, min: 1, max: series, offers: [] }, picks)
}

/** Returns whether a value is a whole number. Excludes -0, which a save would not preserve. */
function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && !Object.is(value, -0)
}

function times(n: number): string {
  return n === 1 ? 'once' : `${n} times`
}
