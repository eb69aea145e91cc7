import { Rng } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { firstItems, itemAt } from '../../../test/support/items.js'
import { cholesky, inverse, solve } from '../src/learn/linear.js'
import { standardErrorOf, ratioWithError, regress, type Row } from '../src/learn/regression.js'

describe('linear algebra', () => {
  it('solves a positive definite system', () => {
    const matrix = Float64Array.of(4, 2, 0, 2, 5, 3, 0, 3, 6)
    const lower = cholesky(matrix, 3)
    const x = solve(lower, Float64Array.of(8, 21, 24)) // 4·1 + 2·2, 2·1 + 5·2 + 3·3, 3·2 + 6·3
    expect([...x].map((value) => Number(value.toFixed(12)))).toEqual([1, 2, 3])
    const unit = inverse(lower, 3)
    expect(unit[0]).toBeCloseTo(21 / 60, 12)
    expect(() => cholesky(Float64Array.of(1, 2, 2, 1), 2)).toThrow('not positive definite')
  })
})

describe('regression', () => {
  const points = (xs: readonly number[], ys: readonly number[], copies = 1): Row[] =>
    xs.flatMap((x, i) =>
      Array.from({ length: copies }, () => ({ x: Float64Array.of(1, x), y: itemAt(ys, i), cluster: i })),
    )

  it('matches a textbook example', () => {
    // Sums: x 15, y 20, xy 66, xx 55: slope (5·66 - 15·20) / (5·55 - 15²) = 0.6, and 4 - 0.6·3 = 2.2.
    const { coefficients } = regress('linear', points([1, 2, 3, 4, 5], [2, 4, 5, 4, 5]), [0, 0])
    expect(coefficients[0]).toBeCloseTo(2.2, 10)
    expect(coefficients[1]).toBeCloseTo(0.6, 10)
  })

  it('does not count repeated observations of one game as independent', () => {
    const xs = Array.from({ length: 40 }, (_, i) => i % 7)
    const ys = xs.map((x, i) => 3 * x + ((i * 5) % 11))
    const [once, often] = firstItems(
      [1, 6].map((copies) => regress('linear', points(xs, ys, copies), [0, 0])),
      2,
    )
    expect(standardErrorOf(often, 1)).toBeCloseTo(standardErrorOf(once, 1), 10)
    expect(standardErrorOf(once, 1)).toBeGreaterThan(0.05)
  })

  it('recovers the log-odds of a biased coin', () => {
    // Of 10 at x = 0 there are 2 heads, of 10 at x = 1 there are 8: the logarithms of the odds are ∓ log 4.
    const rows = [0, 1].flatMap((x) =>
      Array.from({ length: 10 }, (_, i) => ({
        x: Float64Array.of(1, x),
        y: i < (x === 0 ? 2 : 8) ? 1 : 0,
        cluster: 10 * x + i,
      })),
    )
    const fit = regress('logistic', rows, [0, 0])
    expect(fit.coefficients[0]).toBeCloseTo(-Math.log(4), 8)
    expect(fit.coefficients[1]).toBeCloseTo(2 * Math.log(4), 8)
    expect(ratioWithError(fit, 1, 0).value).toBeCloseTo(-2, 8)
  })

  it('holds a column of zeros at 0, and shrinks others by their ridge', () => {
    const rows = points([1, 2, 3, 4], [1, 2, 3, 4]).map((row) => ({
      ...row,
      x: Float64Array.of(row.x[1] ?? 0, 0),
    }))
    expect([...regress('linear', rows, [0, 0]).coefficients]).toEqual([1, 0])
    expect(regress('linear', rows, [4, 0]).coefficients[0]).toBeCloseTo(0.5, 10)
  })

  it('has standard errors with the nominal coverage', () => {
    const rng = new Rng('truth')
    const noise = () =>
      Array.from({ length: 12 }, () => rng.below(1000) / 1000 - 0.5).reduce((a, b) => a + b, 0)
    let covered = 0
    for (let round = 0; round < 200; round += 1) {
      const rows = Array.from({ length: 60 }, (_, i) => {
        const x = noise()
        return { x: Float64Array.of(1, x), y: 2 + 3 * x + noise(), cluster: i }
      })
      const fit = regress('linear', rows, [0, 0])
      if (Math.abs((fit.coefficients[1] ?? 0) - 3) < 1.96 * standardErrorOf(fit, 1)) covered += 1
    }
    expect(covered).toBeGreaterThan(180)
    expect(covered).toBeLessThan(200)
  })
})
