/** How sure a figure is: intervals that hold the true value in 95 of 100 cases. */

export interface Interval {
  readonly value: number
  readonly low: number | null // null: one result alone says nothing about it
  readonly high: number | null
}

const Z = 1.959963984540054 // the normal distribution has 95 % within so many deviations

/** The 95 % point of the chi-square distribution with one degree of freedom, for likelihood ratios. */
export const CHI_SQUARE = Z * Z

/**
 * Wilson's interval of a share: `hits` of `trials`. It stays within 0 and 1, also where all are hits. Hits may be
 * fractions, such as half a point for a draw: then it is no narrower than it has to be.
 */
export function wilsonInterval(hits: number, trials: number): Interval {
  if (trials <= 0) return { value: 0, low: 0, high: 1 }
  const share = hits / trials
  const square = Z * Z
  const middle = (share + square / (2 * trials)) / (1 + square / trials)
  const half =
    (Z / (1 + square / trials)) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials))
  return {
    value: share,
    low: share === 0 ? 0 : Math.max(0, middle - half),
    high: share === 1 ? 1 : Math.min(1, middle + half),
  }
}

/** Student's interval of a mean. */
export function meanInterval(values: readonly number[]): Interval {
  const n = values.length
  if (n === 0) return { value: 0, low: null, high: null }
  const value = mean(values)
  if (n === 1) return { value, low: null, high: null }
  const half = studentQuantile(n - 1) * Math.sqrt(variance(values) / n)
  return { value, low: value - half, high: value + half }
}

/**
 * Wilson's interval of a share whose trials come in groups that may go together, such as the games of one deal. It
 * counts the trials as the number of independent ones that would vary as much between groups: never more than there
 * are, never fewer than there are groups.
 */
export function clusteredWilsonInterval(
  groups: readonly { readonly hits: number; readonly trials: number }[],
): Interval {
  const trials = groups.reduce((sum, group) => sum + group.trials, 0)
  const hits = groups.reduce((sum, group) => sum + group.hits, 0)
  if (trials === 0) return wilsonInterval(0, 0)
  const share = hits / trials
  const size = trials / groups.length
  const spread = variance(groups.map((group) => (group.hits - share * group.trials) / size)) / groups.length
  const independent = spread > 0 ? (share * (1 - share)) / spread : groups.length
  const counted = Math.min(trials, Math.max(groups.length, independent))
  return wilsonInterval(share * counted, counted)
}

/**
 * Student's interval of the mean of paired differences from -1 to 1, with the adjustment of Bonett and Price: as if there
 * had been one pair more in each direction, so that pairs that are all alike leave a doubt.
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

function variance(values: readonly number[]): number {
  if (values.length < 2) return 0
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

/** The 97.5 % point of Student's distribution, exact for few degrees of freedom, else by Cornish and Fisher. */
function studentQuantile(freedom: number): number {
  const exact = [12.706204736174698, 4.302652729749464, 3.182446305284263][freedom - 1]
  if (exact !== undefined) return exact
  const z3 = Z ** 3
  const z5 = Z ** 5
  const z7 = Z ** 7
  const z9 = Z ** 9
  return (
    Z +
    (z3 + Z) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * Z) / (96 * freedom ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * freedom ** 3) +
    (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * Z) / (92_160 * freedom ** 4)
  )
}
