/**
 * Selecting step by step. Any selection that these functions lead to can be completed: validation, agents
 * and clients all use them, so that they cannot disagree about what is legal.
 */
import { quote } from '../def/shape.js'
import type { Ask } from '../protocol.js'

type Selectable = Pick<
  Ask,
  'kind' | 'values' | 'counts' | 'costs' | 'min' | 'max' | 'budget' | 'optional' | 'offers'
>

/** How often each option was picked. */
function tally(ask: Selectable, picks: readonly number[]): number[] {
  const taken: number[] = []
  for (let i = 0; i < ask.values.length; i++) taken.push(0)
  for (const p of picks) if (p >= 0 && p < taken.length) taken[p]++
  return taken
}

function spent(ask: Selectable, picks: readonly number[]): number {
  let sum = 0
  if (ask.costs !== null) for (const p of picks) sum += ask.costs[p] ?? 0
  return sum
}

/** The lowest price of n more options, if `taken` of each are gone. */
function cheapest(ask: Selectable, taken: readonly number[], n: number): number {
  if (n <= 0) return 0
  if (ask.costs === null) return 0
  const prices: number[] = []
  ask.costs.forEach((cost, i) => {
    const left = (ask.counts === null ? 1 : ask.counts[i]) - taken[i]
    for (let j = 0; j < left && j < n; j++) prices.push(cost)
  })
  if (prices.length < n) return Number.POSITIVE_INFINITY
  prices.sort((a, b) => a - b)
  return prices.slice(0, n).reduce((a, b) => a + b, 0)
}

/** The options that may be added to the picks so that the selection can still be completed. */
export function selectable(ask: Selectable, picks: readonly number[]): number[] {
  const most = ask.kind === 'one' ? 1 : ask.max
  if (ask.kind === 'number' || picks.length >= most) return []
  const taken = tally(ask, picks)
  const left = ask.budget - spent(ask, picks)
  const out: number[] = []
  for (let i = 0; i < ask.values.length; i++) {
    if (taken[i] >= (ask.counts === null || ask.kind === 'one' ? 1 : ask.counts[i])) continue
    if (ask.costs !== null) {
      const cost = ask.costs[i]
      if (cost > left) continue
      const more = ask.min - picks.length - 1
      if (more > 0) {
        taken[i]++
        const rest = cheapest(ask, taken, more)
        taken[i]--
        if (cost + rest > left) continue
      }
    }
    out.push(i)
  }
  return out
}

/** May the selection be given as an answer as it is? */
export function isComplete(ask: Selectable, picks: readonly number[]): boolean {
  return problem(ask, picks) === null
}

/** What is wrong with an answer; null if nothing is. */
export function problem(ask: Selectable, picks: readonly number[]): string | null {
  if (!Array.isArray(picks)) return 'An answer is a list of picks.'
  const n = picks.length
  if (ask.kind === 'number') {
    if (n === 0 && ask.optional) return null
    const value = picks[0]
    if (n !== 1 || !isWhole(value)) return 'One whole number must be named.'
    if (value < ask.min || value > ask.max) return `${value} is not between ${ask.min} and ${ask.max}.`
    return null
  }
  const size = ask.values.length
  if (n === 1 && picks[0] < 0 && Number.isInteger(picks[0]))
    return -picks[0] <= ask.offers.length ? null : `There is no offer ${-1 - picks[0]}.`
  for (let i = 0; i < n; i++) {
    const p: unknown = picks[i]
    if (!isWhole(p) || p < 0 || p >= size) return `There is no option ${quote(p)}.`
  }
  if (ask.kind === 'one') {
    if (n === 1 || (n === 0 && ask.optional)) return null
    return n === 0 ? 'One option must be chosen.' : 'Only one option can be chosen.'
  }
  if (n < ask.min) return `At least ${ask.min} must be chosen, not ${n}.`
  if (n > ask.max) return `At most ${ask.max} can be chosen, not ${n}.`
  if (n > 1) {
    const taken = tally(ask, picks)
    for (let i = 0; i < size; i++) {
      const there = ask.counts === null ? 1 : ask.counts[i]
      if (taken[i] > there) return `An option that is there ${times(there)} is chosen ${times(taken[i])}.`
    }
  }
  if (ask.costs !== null) {
    const sum = spent(ask, picks)
    if (sum > ask.budget) return `That costs ${sum}, but only ${ask.budget} can be spent.`
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
