import { at, cholesky, dot, inverse, sandwich, solve } from './linear.js'

/** One observation. Those of one cluster depend on each other: the positions of one game. */
export interface Row {
  readonly x: Float64Array
  readonly y: number
  readonly cluster: number
}

/** `linear`: y is any number. `logistic`: y is a chance from 0 to 1. */
export type Kind = 'linear' | 'logistic'

export interface Fit {
  readonly kind: Kind
  readonly coefficients: Float64Array
  /** Row after row; the observations of a cluster count as depending on each other. */
  readonly covariance: Float64Array
}

const STEPS = 25 // of the logistic one; it is there after six or seven
const ENOUGH = 1e-9

/**
 * Fits by least squares, or by the greatest likelihood. `ridge[i]` pulls coefficient i towards 0, as strongly as so
 * many observations pull it where it belongs, in the measure of its column.
 */
export function regress(kind: Kind, rows: readonly Row[], ridge: readonly number[]): Fit {
  const size = ridge.length
  const penalty = penalties(rows, ridge)
  let coefficients = new Float64Array(size)
  let lower: Float64Array = new Float64Array(size * size)
  for (let step = 0; step < (kind === 'linear' ? 1 : STEPS); step += 1) {
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
    if (change.every((value, i) => Math.abs(value) <= ENOUGH * (1 + Math.abs(at(coefficients, i))))) break
  }
  return { kind, coefficients, covariance: covarianceOf(kind, rows, coefficients, inverse(lower, size)) }
}

export function predict(kind: Kind, coefficients: Float64Array, x: Float64Array): number {
  const sum = dot(coefficients, x)
  return kind === 'linear' ? sum : 1 / (1 + Math.exp(-sum))
}

/** What a quotient of two coefficients is, and its standard error. */
export function ratioWithError(
  { coefficients, covariance }: Fit,
  over: number,
  under: number,
): { readonly value: number; readonly error: number } {
  const size = coefficients.length
  const [top, bottom] = [at(coefficients, over), at(coefficients, under)]
  const value = top / bottom
  const variance =
    at(covariance, over * size + over) -
    2 * value * at(covariance, over * size + under) +
    value * value * at(covariance, under * size + under)
  return { value, error: Math.sqrt(Math.max(0, variance)) / Math.abs(bottom) }
}

export function errorOf({ coefficients, covariance }: Fit, index: number): number {
  return Math.sqrt(Math.max(0, at(covariance, index * coefficients.length + index)))
}

/** A column that never changes is held at 0 by a penalty of its own, so that there is always one solution. */
function penalties(rows: readonly Row[], ridge: readonly number[]): Float64Array {
  const squares = new Float64Array(ridge.length)
  for (const { x } of rows) for (let i = 0; i < x.length; i += 1) squares[i] = at(squares, i) + at(x, i) ** 2
  return squares.map((sum, i) => (sum === 0 ? 1 : (at(ridge, i) * sum) / rows.length))
}

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
  const few = sums.size / Math.max(1, sums.size - 1)
  for (const sum of sums.values()) addOuter(meat, sum, few)
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
