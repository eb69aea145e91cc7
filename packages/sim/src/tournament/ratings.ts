import { Rng } from '@ludoforge/kernel'
import type { Seed } from '../seeds.js'
import type { Interval } from './intervals.js'

/**
 * Ratings after Bradley and Terry: the better placed of two seats is taken for the winner of the two, with odds that
 * are those of the agents times those of the places, so that a strong place makes no strong agent. 400 points are odds
 * of ten to one; the average of all agents is 0. Intervals are found by drawing rounds anew.
 */

/** One seat was placed better than another. The weight is 1, or a half each way where they share the first place. */
export interface Beat {
  readonly round: number
  readonly winner: Placed
  readonly loser: Placed
  readonly weight: number
}

interface Placed {
  readonly agent: number
  readonly place: number
}

const FIRST_STEPS = 400
const MORE_STEPS = 60 // for draws that begin from the ratings found before
const DRAWS = 200
const MOST_CELLS = 4_000_000

export function ratingsOf(beats: readonly Beat[], agents: number, places: number, seed: Seed): Interval[] {
  const odds = new Odds(agents, places)
  const size = odds.size * odds.size
  // Rounds are drawn in bundles, so that many of them take no longer.
  const bundles = Math.max(1, Math.min(DRAWS, Math.floor(MOST_CELLS / size)))
  const parts = Array.from({ length: bundles }, () => new Float64Array(size))
  for (const { round, winner, loser, weight } of beats) {
    const part = parts[round % bundles]
    const at = odds.cell(winner) * odds.size + odds.cell(loser)
    if (part !== undefined) part[at] = (part[at] ?? 0) + weight
  }
  const used = parts.filter((part) => part.some((n) => n > 0))
  const start = odds.even()
  const found = odds.fit(sumOf(used, size), start, FIRST_STEPS)
  const rng = new Rng(`${seed}/ratings`)
  const drawn = Array.from({ length: used.length < 2 ? 0 : DRAWS }, () => {
    const again = used.map(() => used[rng.below(used.length)] ?? new Float64Array(size))
    return pointsOf(odds.fit(sumOf(again, size), found, MORE_STEPS).agents)
  })
  return pointsOf(found.agents).map((value, agent) => {
    const sorted = drawn.map((points) => points[agent] ?? 0).toSorted((a, b) => a - b)
    const low = sorted[Math.floor(sorted.length * 0.025)] ?? null
    const high = sorted[Math.ceil(sorted.length * 0.975) - 1] ?? null
    return { value, low, high }
  })
}

function sumOf(parts: readonly Float64Array[], size: number): Float64Array {
  const sum = new Float64Array(size)
  for (const part of parts) for (let i = 0; i < size; i += 1) sum[i] = (sum[i] ?? 0) + (part[i] ?? 0)
  return sum
}

function pointsOf(odds: readonly number[]): number[] {
  const points = odds.map((one) => 400 * Math.log10(one))
  const average = points.reduce((sum, one) => sum + one, 0) / points.length
  return points.map((one) => one - average)
}

interface Strengths {
  readonly agents: readonly number[]
  readonly places: readonly number[]
}

/** Finds the odds under which the results are likeliest, step by step (Hunter's MM), so many steps and no fewer. */
class Odds {
  readonly size: number

  constructor(
    readonly agents: number,
    readonly places: number,
  ) {
    this.size = agents * places
  }

  cell({ agent, place }: Placed): number {
    return agent * this.places + place
  }

  even(): Strengths {
    return { agents: Array<number>(this.agents).fill(1), places: Array<number>(this.places).fill(1) }
  }

  fit(beats: Float64Array, from: Strengths, steps: number): Strengths {
    let at = from
    for (let i = 0; i < steps; i += 1) {
      at = { ...at, agents: this.#step(beats, at, (cell) => Math.floor(cell / this.places), at.agents) }
      at = { ...at, places: this.#step(beats, at, (cell) => cell % this.places, at.places) }
    }
    return at
  }

  /** One step for the agents, or for the places, with the others as they are. */
  #step(beats: Float64Array, at: Strengths, of: (cell: number) => number, own: readonly number[]): number[] {
    const { size } = this
    const strength = (cell: number) =>
      (at.agents[Math.floor(cell / this.places)] ?? 1) * (at.places[cell % this.places] ?? 1)
    const all = Array.from({ length: size }, (_, cell) => strength(cell))
    // As if each had once beaten an average one and once lost to it, by half: nobody becomes endlessly strong.
    const won = own.map(() => 0.5)
    const met = own.map((one) => 1 / (one + 1))
    for (let x = 0; x < size; x += 1) {
      for (let y = x + 1; y < size; y += 1) {
        const wins = beats[x * size + y] ?? 0
        const losses = beats[y * size + x] ?? 0
        const [a, b] = [of(x), of(y)]
        if (wins + losses === 0 || a === b) continue
        const share = (wins + losses) / ((all[x] ?? 1) + (all[y] ?? 1))
        won[a] = (won[a] ?? 0) + wins
        won[b] = (won[b] ?? 0) + losses
        met[a] = (met[a] ?? 0) + (share * (all[x] ?? 1)) / (own[a] ?? 1)
        met[b] = (met[b] ?? 0) + (share * (all[y] ?? 1)) / (own[b] ?? 1)
      }
    }
    return own.map((_, i) => (won[i] ?? 0) / (met[i] ?? 1))
  }
}
