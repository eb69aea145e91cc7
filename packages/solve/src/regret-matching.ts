/** Writes the strategy that is proportional to the positive regrets, or uniform if there are none (Hart and Mas-Colell 2000). */
export function matchRegrets(regrets: Float64Array, into: Float64Array): void {
  let sum = 0
  for (const regret of regrets) if (regret > 0) sum += regret
  for (let i = 0; i < into.length; i += 1)
    into[i] = sum > 0 ? Math.max(0, regrets[i] ?? 0) / sum : 1 / into.length
}

/** Returns the weights scaled to probabilities, or uniform ones if all are zero. */
export function normalize(weights: Float64Array): Float64Array {
  const normal = new Float64Array(weights.length)
  matchRegrets(weights, normal)
  return normal
}
