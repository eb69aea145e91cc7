/** Linear algebra for small regressions: symmetric matrices in row-major order. */

/** Returns the lower Cholesky factor. Throws if the matrix isn't positive definite. */
export function cholesky(matrix: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = at(matrix, row * size + column)
      for (let k = 0; k < column; k += 1) sum -= at(lower, row * size + k) * at(lower, column * size + k)
      if (row > column) lower[row * size + column] = sum / at(lower, column * size + column)
      else if (sum > 0) lower[row * size + row] = Math.sqrt(sum)
      else throw new RangeError('The matrix is not positive definite.')
    }
  return lower
}

/** Solves A·x = `right` for the matrix A of this Cholesky factor. */
export function solve(lower: Float64Array, right: Float64Array): Float64Array {
  const size = right.length
  const x = Float64Array.from(right)
  for (let row = 0; row < size; row += 1) {
    let sum = at(x, row)
    for (let k = 0; k < row; k += 1) sum -= at(lower, row * size + k) * at(x, k)
    x[row] = sum / at(lower, row * size + row)
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = at(x, row)
    for (let k = row + 1; k < size; k += 1) sum -= at(lower, k * size + row) * at(x, k)
    x[row] = sum / at(lower, row * size + row)
  }
  return x
}

/** Returns the inverse of the matrix of this Cholesky factor. */
export function inverse(lower: Float64Array, size: number): Float64Array {
  const all = new Float64Array(size * size)
  for (let column = 0; column < size; column += 1) {
    const unit = new Float64Array(size)
    unit[column] = 1
    all.set(solve(lower, unit), column * size)
  }
  return all
}

/** Returns `outer` · `inner` · `outer`, all symmetric. */
export function sandwich(outer: Float64Array, inner: Float64Array, size: number): Float64Array {
  return product(product(outer, inner, size), outer, size)
}

function product(left: Float64Array, right: Float64Array, size: number): Float64Array {
  const all = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1)
    for (let k = 0; k < size; k += 1) {
      const factor = at(left, row * size + k)
      if (factor === 0) continue
      for (let column = 0; column < size; column += 1)
        all[row * size + column] = at(all, row * size + column) + factor * at(right, k * size + column)
    }
  return all
}

export function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < left.length; i += 1) sum += at(left, i) * at(right, i)
  return sum
}

export function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0
}
