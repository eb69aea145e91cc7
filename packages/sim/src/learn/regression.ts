import { at, cholesky, dot, inverse, sandwich, solve } from './linear.js'

/** One observation. Observations of one cluster, the positions of one game, are correlated. */
export interface Row {
  readonly x: Float64Array
  readonly y: number
  readonly cluster: number
}

/** `linear`: y is any number. `logistic`: y is a probability. */
export type Kind = 'linear' | 'logistic'

export interface Fit {
  readonly kind: Kind
  readonly coefficients: Float64Array
  /** Cluster-robust covariance matrix, in row-major order. */
  readonly covariance: Float64Array
}

const MAX_STEPS = 25 // of Newton's method; six or seven are usual
const TOLERANCE = 1e-9 // relative change at which it stops

/**
 * Ridge regression: linear by least squares, logistic by maximum likelihood (Newton's method). `ridge[i]` is the penalty
 * of coefficient i, as a number of observations at the mean square of its column.
 */
export function regress(kind: Kind, rows: readonly Row[], ridge: readonly number[]): Fit {
  const size = ridge.length
  const penalty = penalties(rows, ridge)
  let coefficients = new Float64Array(size)
  let lower: Float64Array = new Float64Array(size * size)
  for (let step = 0; step < (kind === 'linear' ? 1 : MAX_STEPS); step += 1) {
    const matrix = new Float64Array(size * size)
    const right = new Float64Array(size)
    for (const { x, y } of rows) {
      const value = predict(kind, coefficients, x)
      addOuter(matrix, x, kind === 'linear' ? 1 : Math.max(value * (1 - value), 1e-6))
      addScaled(right, x, y - value)
    }
    for (let i = 0; i < size; i += 1) {
      matrix[i * size + i] = at(matrix, i * size + i) + at(penalty, i)
      right[i] = at(right, i) - at(penalty, i) * at(coefficients, i)
    }
    lower = cholesky(matrix, size)
    const change = solve(lower, right)
    coefficients = coefficients.map((value, i) => value + at(change, i))
    if (change.every((value, i) => Math.abs(value) <= TOLERANCE * (1 + Math.abs(at(coefficients, i))))) break
  }
  return { kind, coefficients, covariance: covarianceOf(kind, rows, coefficients, inverse(lower, size)) }
}

export function predict(kind: Kind, coefficients: Float64Array, x: Float64Array): number {
  const sum = dot(coefficients, x)
  return kind === 'linear' ? sum : 1 / (1 + Math.exp(-sum))
}

/** Returns the ratio of two coefficients and its standard error (delta method). */
export function ratioWithError(
  { coefficients, covariance }: Fit,
  numerator: number,
  denominator: number,
): { readonly value: number; readonly error: number } {
  const size = coefficients.length
  const [top, bottom] = [at(coefficients, numerator), at(coefficients, denominator)]
  const value = top / bottom
  const variance =
    at(covariance, numerator * size + numerator) -
    2 * value * at(covariance, numerator * size + denominator) +
    value * value * at(covariance, denominator * size + denominator)
  return { value, error: Math.sqrt(Math.max(0, variance)) / Math.abs(bottom) }
}

export function standardErrorOf({ coefficients, covariance }: Fit, index: number): number {
  return Math.sqrt(Math.max(0, at(covariance, index * coefficients.length + index)))
}

/** Returns the penalties. A column of zeros gets a penalty of 1, so that the solution is always unique. */
function penalties(rows: readonly Row[], ridge: readonly number[]): Float64Array {
  const squares = new Float64Array(ridge.length)
  for (const { x } of rows) for (let i = 0; i < x.length; i += 1) squares[i] = at(squares, i) + at(x, i) ** 2
  return squares.map((sum, i) => (sum === 0 ? 1 : (at(ridge, i) * sum) / rows.length))
}

/** The sandwich estimator, clustered by game. */
function covarianceOf(
  kind: Kind,
  rows: readonly Row[],
  coefficients: Float64Array,
  bread: Float64Array,
): Float64Array {
  const size = coefficients.length
  const sums = new Map<number, Float64Array>()
  for (const { x, y, cluster } of rows) {
    let sum = sums.get(cluster)
    if (sum === undefined) sums.set(cluster, (sum = new Float64Array(size)))
    addScaled(sum, x, y - predict(kind, coefficients, x))
  }
  const meat = new Float64Array(size * size)
  const correction = sums.size / Math.max(1, sums.size - 1) // for few clusters
  for (const sum of sums.values()) addOuter(meat, sum, correction)
  return sandwich(bread, meat, size)
}

function addOuter(matrix: Float64Array, x: Float64Array, factor: number): void {
  const size = x.length
  for (let row = 0; row < size; row += 1) {
    const scaled = factor * at(x, row)
    if (scaled === 0) continue
    const start = row * size
    for (let column = 0; column < size; column += 1)
      matrix[start + column] = at(matrix, start + column) + scaled * at(x, column)
  }
}

function addScaled(sum: Float64Array, x: Float64Array, factor: number): void {
  for (let i = 0; i < sum.length; i += 1) sum[i] = at(sum, i) + factor * at(x, i)
}
