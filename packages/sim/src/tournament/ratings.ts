import { Rng } from '@ludoforge/kernel'
import type { Seed } from '../seeds.js'
import { BradleyTerry, type Fit } from './bradley-terry.js'
import { CHI_SQUARE, type Interval } from './intervals.js'

/**
 * Ratings after Bradley and Terry: the better placed of two seats is taken for the winner of the two; a draw and a
 * shared first place are half a win for each. 400 points are odds of ten to one; the average of all agents is 0. At each
 * end an interval is the wider of two: the percentile bootstrap over rounds, which knows that games of one deal go
 * together, and the profile likelihood interval, which does not collapse where results are one-sided.
 */

/** One seat was placed better than another. The weight is 1, or a half each way where they share the first place. */
export interface PairwiseWin {
  readonly round: number
  readonly winner: Placed
  readonly loser: Placed
  readonly weight: number
}

interface Placed {
  readonly agent: number
  readonly place: number
}

const RESAMPLES = 200
const MOST_CELLS = 4_000_000
const POINTS = 400 / Math.LN10 // of a rating, for one of strength

export function bradleyTerryRatings(
  beats: readonly PairwiseWin[],
  agents: number,
  places: number,
  seed: Seed,
): Interval[] {
  const cells = agents * places
  const size = cells * cells
  // Rounds are drawn in bundles, so that many of them take no longer.
  const bundles = Math.max(1, Math.min(RESAMPLES, Math.floor(MOST_CELLS / size)))
  const parts = Array.from({ length: bundles }, () => new Float64Array(size))
  for (const { round, winner, loser, weight } of beats) {
    const part = parts[round % bundles]
    const at = (winner.agent * places + winner.place) * cells + loser.agent * places + loser.place
    if (part !== undefined) part[at] = (part[at] ?? 0) + weight
  }
  const used = parts.filter((part) => part.some((n) => n > 0))
  const model = new BradleyTerry(sumOf(used, size), agents, places)
  const best = model.fit()
  const rng = new Rng(`${seed}/ratings`)
  const resampled = Array.from({ length: used.length < 2 ? 0 : RESAMPLES }, () => {
    const again = used.map(() => used[rng.below(used.length)] ?? new Float64Array(size))
    const other = new BradleyTerry(sumOf(again, size), agents, places)
    return strengthsOf(other, other.fit(best), agents)
  })
  return strengthsOf(model, best, agents).map((value, agent) => {
    const sorted = resampled.map((strengths) => strengths[agent] ?? 0).toSorted((a, b) => a - b)
    const { low, high } = model.profile(best, agent, CHI_SQUARE)
    const lowest = sorted[Math.floor(sorted.length * 0.025)] ?? low
    const highest = sorted[Math.ceil(sorted.length * 0.975) - 1] ?? high
    return {
      value: POINTS * value,
      low: POINTS * Math.min(low, lowest),
      high: POINTS * Math.max(high, highest),
    }
  })
}

function strengthsOf(model: BradleyTerry, fit: Fit, agents: number): number[] {
  return Array.from({ length: agents }, (_, agent) => model.strength(fit, agent))
}

function sumOf(parts: readonly Float64Array[], size: number): Float64Array {
  const sum = new Float64Array(size)
  for (const part of parts) for (let i = 0; i < size; i += 1) sum[i] = (sum[i] ?? 0) + (part[i] ?? 0)
  return sum
}
