/**
 * The number of runs and the seed. Seeds are fixed, so that every run is the same. LUDOFORGE_FUZZ=20 runs twenty
 * times as many, from other seeds: for long fuzzing.
 */
const factor = Math.max(1, Number(process.env.LUDOFORGE_FUZZ ?? 1) || 1)

interface Effort {
  readonly seed: number
  readonly numRuns: number
  readonly endOnFailure: boolean
}

export function effort(seed: number, numRuns: number): Effort {
  return { seed: seed + (factor - 1) * 1000, numRuns: Math.round(numRuns * factor), endOnFailure: factor > 1 }
}
