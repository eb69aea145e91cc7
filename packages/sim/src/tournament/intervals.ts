/** 95 % confidence intervals. */

export interface Interval {
  readonly value: number
  readonly low: number | null // null for a single result
  readonly high: number | null
}

const Z = 1.959963984540054 // the 97.5 % quantile of the normal distribution

/** The 95 % quantile of the chi-square distribution with one degree of freedom, for likelihood-ratio tests. */
export const CHI_SQUARE = Z * Z

/**
 * The Wilson score interval of a proportion: `hits` of `trials`. It stays within 0 and 1, even if all are hits. Hits may be
 * fractional, such as half a point for a draw; then the interval is conservative. `z`: the quantile of another confidence.
 */
export function wilsonInterval(hits: number, trials: number, z = Z): Interval {
  if (trials <= 0) return { value: 0, low: 0, high: 1 }
  const share = hits / trials
  const square = z * z
  const middle = (share + square / (2 * trials)) / (1 + square / trials)
  const half =
    (z / (1 + square / trials)) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials))
  return {
    value: share,
    low: share === 0 ? 0 : Math.max(0, middle - half),
    high: share === 1 ? 1 : Math.min(1, middle + half),
  }
}

/** The quantile of the normal distribution for a share from 0.5 to 1, by bisection of its distribution function. */
export function normalQuantile(share: number): number {
  let [low, high] = [0, 40]
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2
    if (normalShare(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The normal distribution function for z from 0, by Abramowitz and Stegun 26.2.17 (error below 7.5e-8). */
function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = terms.reduceRight((rest, term) => t * (term + rest), 0)
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

/** Student's t-interval of a mean. */
export function meanInterval(values: readonly number[]): Interval {
  const n = values.length
  if (n === 0) return { value: 0, low: null, high: null }
  const value = mean(values)
  if (n === 1) return { value, low: null, high: null }
  const half = studentQuantile(n - 1) * Math.sqrt(variance(values) / n)
  return { value, low: value - half, high: value + half }
}

/**
 * The Wilson score interval of a proportion with clustered trials, such as the games of one deal. It uses the effective
 * sample size: the number of independent trials with the same variance between clusters, at most the trials and at least
 * the clusters.
 */
export function clusteredWilsonInterval(
  groups: readonly { readonly hits: number; readonly trials: number }[],
): Interval {
  const trials = groups.reduce((sum, group) => sum + group.trials, 0)
  const hits = groups.reduce((sum, group) => sum + group.hits, 0)
  if (trials === 0) return wilsonInterval(0, 0)
  const share = hits / trials
  const size = trials / groups.length
  const betweenVariance =
    variance(groups.map((group) => (group.hits - share * group.trials) / size)) / groups.length
  const independent = betweenVariance > 0 ? (share * (1 - share)) / betweenVariance : groups.length
  const effective = Math.min(trials, Math.max(groups.length, independent))
  return wilsonInterval(share * effective, effective)
}

/**
 * Student's t-interval of the mean of paired differences from -1 to 1, with the adjustment of Bonett and Price: one more
 * pair in each direction, so that the interval doesn't collapse if all pairs are equal.
 */
export function pairedDifferenceInterval(differences: readonly number[]): Interval {
  const { low, high } = meanInterval([...differences, 1, -1])
  return {
    value: meanInterval(differences).value,
    low: low === null ? null : Math.max(-1, low),
    high: high === null ? null : Math.min(1, high),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Returns the sample variance. */
export function variance(values: readonly number[]): number {
  if (values.length < 2) return 0
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

/**
 * The 97.5 % quantile of Student's t-distribution: exact for few degrees of freedom, else the Cornish–Fisher
 * expansion.
 */
function studentQuantile(degrees: number): number {
  const exact = [12.706204736174698, 4.302652729749464, 3.182446305284263][degrees - 1]
  if (exact !== undefined) return exact
  const z3 = Z ** 3
  const z5 = Z ** 5
  const z7 = Z ** 7
  const z9 = Z ** 9
  return (
    Z +
    (z3 + Z) / (4 * degrees) +
    (5 * z5 + 16 * z3 + 3 * Z) / (96 * degrees ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * degrees ** 3) +
    (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * Z) / (92_160 * degrees ** 4)
  )
}
