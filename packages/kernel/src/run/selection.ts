/**
 * Selecting step by step. Any selection that these functions lead to can be completed: validation, agents
 * and clients all use them, so that they cannot disagree about what is legal.
 */
import { quote } from '../def/shape.js'
import type { Question } from '../protocol.js'

type Selectable = Pick<
  Question,
  'kind' | 'values' | 'counts' | 'costs' | 'min' | 'max' | 'budget' | 'optional' | 'offers'
>

/** How often each option was picked. */
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

/** The lowest price of n more options, if `taken` of each are gone. */
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

/** The options that may be added to the picks so that the selection can still be completed. */
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

/** May the selection be given as an answer as it is? */
export function isComplete(question: Selectable, picks: readonly number[]): boolean {
  return problem(question, picks) === null
}

/** What is wrong with an answer; null if nothing is. */
export function problem(question: Selectable, picks: readonly number[]): string | null {
  if (!Array.isArray(picks)) return 'An answer is a list of picks.'
  const n = picks.length
  if (question.kind === 'number') {
    if (n === 0 && question.optional) return null
    const value = picks[0]
    if (n !== 1 || !isWhole(value)) return 'One whole number must be named.'
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
      if (taken[i] > there) return `An option that is there ${times(there)} is chosen ${times(taken[i])}.`
    }
  }
  if (question.costs !== null) {
    const sum = spent(question, picks)
    if (sum > question.budget) return `That costs ${sum}, but only ${question.budget} can be spent.`
  }
  return null
}

/** A zero with a sign is no number of ours: it would not be the same in a save. */
function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && !Object.is(value, -0)
}

function times(n: number): string {
  return n === 1 ? 'once' : `${n} times`
}
