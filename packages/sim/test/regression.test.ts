import { present, Rng } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { firstItems, itemAt } from '../../../test/support/items.js'
import { at, cholesky, inverse, solve } from '../src/learn/linear.js'
import {
  standardErrorOf,
  type Kind,
  predict,
  ratioWithError,
  regress,
  type Row,
} from '../src/learn/regression.js'

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

  /** Ten observations at each x, of which so many are 1. */
  const coins = (heads: Readonly<Record<string, number>>): Row[] =>
    Object.entries(heads).flatMap(([x, ones], group) =>
      Array.from({ length: 10 }, (_, i) => ({
        x: Float64Array.of(1, Number(x)),
        y: i < ones ? 1 : 0,
        cluster: 10 * group + i,
      })),
    )

  it('goes on until all coefficients have converged', () => {
    // The intercept is 0 from the first step on.
    const { coefficients } = regress('logistic', coins({ '-1': 2, '1': 8 }), [0, 0])
    expect(coefficients[0]).toBeCloseTo(0, 8)
    expect(coefficients[1]).toBeCloseTo(Math.log(4), 8)
  })

  it('takes one step if it is linear, and stops when it has converged', () => {
    const stepsOf = (kind: Kind, rows: readonly Row[]): number => {
      let reads = 0
      const [first, ...others] = rows
      const { x, y, cluster } = present(first, 'there is a row.')
      const counted: Row = {
        x,
        get y() {
          reads += 1
          return y
        },
        cluster,
      }
      regress(kind, [counted, ...others], [0, 0])
      return reads - 1 // the covariance reads it once more
    }
    expect(stepsOf('linear', points([1, 2, 3, 4, 5], [2, 4, 5, 4, 5]))).toBe(1)
    const steps = stepsOf('logistic', coins({ '0': 2, '1': 8 }))
    expect(steps).toBeGreaterThan(2)
    expect(steps).toBeLessThan(9)
  })

  it('ends after 25 steps if it does not converge', () => {
    // One observation of 1: each step goes further, by the residual over the weight.
    let expected = 0
    for (let step = 0; step < 25; step += 1) {
      const p = 1 / (1 + Math.exp(-expected))
      expected += (1 - p) / Math.max(p * (1 - p), 1e-6)
    }
    const { coefficients } = regress('logistic', [{ x: Float64Array.of(1), y: 1, cluster: 0 }], [0])
    expect(coefficients[0]).toBeCloseTo(expected, 8)
  })

  it('balances the residuals with the penalty, step by step', () => {
    const rows = coins({ '0': 2, '1': 8 })
    const { coefficients } = regress('logistic', rows, [0, 3])
    const gradient = rows.reduce(
      (sum, { x, y }) => sum + at(x, 1) * (y - predict('logistic', coefficients, x)),
      0,
    )
    const penalty = (3 * 10) / rows.length // a ridge of 3 at the mean square of the column
    expect(gradient).toBeCloseTo(penalty * at(coefficients, 1), 8)
    expect(at(coefficients, 1)).toBeLessThan(2 * Math.log(4) - 0.1)
  })

  it('has the error of a ratio by the delta method', () => {
    const fit = (variance: number) => ({
      kind: 'linear' as const,
      coefficients: Float64Array.of(7, 6, -2),
      covariance: Float64Array.of(11, 12, 13, 12, variance, 0.5, 13, 0.5, 0.25),
    })
    // 5 + 2·3·0.5 + 9·0.25 = 10.25
    const { value, error } = ratioWithError(fit(5), 1, 2)
    expect(value).toBe(-3)
    expect(error).toBeCloseTo(Math.sqrt(10.25) / 2, 12)
    expect(ratioWithError(fit(-9), 1, 2).error).toBe(0)
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
