/**
 * The number of runs and the seed. Seeds are fixed, so that every run is the same. LUDOFORGE_FUZZ=20 runs twenty
 * times as many, from other seeds: for long fuzzing.
 */
const asked = Number(process.env.LUDOFORGE_FUZZ ?? 0) || 0
const factor = Math.max(1, asked)

/** The part of the long properties that `npm test` runs. LUDOFORGE_FUZZ=1 runs them whole. */
const QUICK_SHARE = 0.1

/** Properties with few runs keep more of them: `npm test` never runs less than these need to see enough. */
const FEW_SHARE = 0.4
const FEW_RUNS = 24

/**
 * Whether a test does all that it can. `npm test` does a part of what takes long; `npm run test:slow` runs each file that
 * reads this, and does all of it.
 */
export const isThorough = process.env.LUDOFORGE_THOROUGH === '1' || asked >= 1

interface Effort {
  readonly seed: number
  readonly numRuns: number
  readonly endOnFailure: boolean
}

export function effort(seed: number, numRuns: number): Effort {
  return { seed: seed + (factor - 1) * 1000, numRuns: Math.round(numRuns * factor), endOnFailure: factor > 1 }
}

/** The effort of a property that takes long in all games together. */
export function longEffort(seed: number, numRuns: number): Effort {
  const quick = Math.max(1, Math.min(numRuns * FEW_SHARE, FEW_RUNS), numRuns * QUICK_SHARE)
  return effort(seed, asked >= 1 ? numRuns : quick)
}
