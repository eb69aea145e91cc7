/**
 * How hard to try. Seeds are fixed, so that a run is the same every time. LUDOFORGE_FUZZ=20 tries twenty
 * times as often, from other seeds: for a night, or for hunting something.
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
