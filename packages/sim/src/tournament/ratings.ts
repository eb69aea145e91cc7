import { Rng } from '@ludoforge/kernel'
import type { Seed } from '../seeds.js'
import { BradleyTerry, type Fit } from './bradley-terry.js'
import { CHI_SQUARE, type Interval } from './intervals.js'

/**
 * Bradley–Terry ratings. In each game, the better placed of two seats beats the other; a draw or a shared win is half a win
 * for each. 400 points are odds of ten to one, and the average is 0. Each bound of an interval is the wider of two: the
 * percentile bootstrap over rounds, which respects the correlation of games of one deal, and the profile likelihood
 * interval, which doesn't collapse if results are one-sided.
 */

/** A pairwise win. The weight is 1, or a half in each direction for a draw or a shared win. */
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

const BOOTSTRAP_SAMPLES = 200
const MAX_CELLS = 4_000_000 // of all bundles, which bounds memory
const POINTS = 400 / Math.LN10 // rating points per unit of strength (log-odds)

export function bradleyTerryRatings(
  beats: readonly PairwiseWin[],
  agents: number,
  places: number,
  seed: Seed,
): Interval[] {
  const cells = agents * places
  const size = cells * cells
  // Rounds are resampled in bundles, so that the time doesn't grow with their number.
  const bundles = Math.max(1, Math.min(BOOTSTRAP_SAMPLES, Math.floor(MAX_CELLS / size)))
  const wins = Array.from({ length: bundles }, () => new Float64Array(size))
  for (const { round, winner, loser, weight } of beats) {
    const bundle = wins[round % bundles]
    const at = (winner.agent * places + winner.place) * cells + loser.agent * places + loser.place
    if (bundle !== undefined) bundle[at] = (bundle[at] ?? 0) + weight
  }
  const used = wins.filter((bundle) => bundle.some((n) => n > 0))
  const model = new BradleyTerry(sumOf(used, size), agents, places)
  const best = model.fit()
  const rng = new Rng(`${seed}/ratings`)
  const resampled = Array.from({ length: used.length < 2 ? 0 : BOOTSTRAP_SAMPLES }, () => {
    const drawn = used.map(() => used[rng.below(used.length)] ?? new Float64Array(size))
    const resample = new BradleyTerry(sumOf(drawn, size), agents, places)
    return strengthsOf(resample, resample.fit(best), agents)
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
