import type { Seed } from '../seeds.js'

/** A decision for which an agent needed long. */
export interface SlowDecision {
  readonly ms: number
  readonly game: number
  readonly seed: Seed
  /** The number of the decision in its game, from 1. */
  readonly decision: number
  readonly seat: number
}

const KEPT = 5

/** Adds a decision to the slowest ones. */
export function slowest(known: SlowDecision[], more: SlowDecision): SlowDecision[] {
  const last = known.at(-1)
  if (last !== undefined && known.length >= KEPT && more.ms <= last.ms) return known
  return [...known, more].toSorted((a, b) => b.ms - a.ms).slice(0, KEPT)
}
