/**
 * The Bradley–Terry model with strengths for agents and for places. The log-odds that one seat is placed before another
 * are the difference of the sums of their two strengths. A weak prior, half a win and half a loss against an average
 * opponent for each agent and each place, keeps strengths finite if results are one-sided.
 */

const NEWTON_STEPS = 100
const MAX_HALVINGS = 40 // of one step, in the line search
const MAX_STEP = 3 // of a strength: far out the likelihood is nearly flat, and a Newton step overshoots
const STEP_TOLERANCE = 1e-9
const BOUND_TOLERANCE = 1e-4 // of the bounds of an interval
const MAX_DISTANCE = 16 // odds of millions to one; the prior ends intervals long before

/** The results between two cells. A cell is an agent in a place. */
interface Pair {
  readonly one: Cell
  readonly other: Cell
  readonly wins: number
  readonly losses: number
}

interface Cell {
  readonly agent: number // indexes into the vector of strengths
  readonly place: number
}

/** The strengths of the agents, then of the places, and the log-likelihood with the prior. */
export interface Fit {
  readonly strengths: readonly number[]
  readonly logLikelihood: number
}

/** A linear equality constraint on the strengths. */
interface Constraint {
  readonly weights: readonly number[]
  readonly value: number
}

export class BradleyTerry {
  readonly #pairs: readonly Pair[]
  readonly #size: number

  /** `beats[x * cells + y]` counts how often cell x was placed before cell y, with cell = agent * places + place. */
  constructor(
    beats: Float64Array,
    private readonly agents: number,
    private readonly places: number,
  ) {
    this.#size = agents + places
    this.#pairs = this.#pairsOf(beats)
  }

  /** Returns the maximum a posteriori strengths, starting from `from`. */
  fit(from?: Fit): Fit {
    return this.#maximize(from?.strengths ?? Array<number>(this.#size).fill(0))
  }

  /** Returns an agent's strength relative to the average. */
  strength({ strengths }: Fit, agent: number): number {
    return dot(this.#contrast(agent), strengths)
  }

  /**
   * Returns the profile likelihood interval of an agent's relative strength: the values at which the likelihood, maximized
   * over all other strengths, stays above the threshold. It doesn't collapse if one side wins every game.
   */
  profile(best: Fit, agent: number, quantile: number): { readonly low: number; readonly high: number } {
    const estimate = this.strength(best, agent)
    return {
      low: estimate - this.#distance(best, agent, estimate, -1, quantile),
      high: estimate + this.#distance(best, agent, estimate, 1, quantile),
    }
  }

  /** Finds the distance from the estimate to a bound of the interval: doubling, then bisection. */
  #distance(best: Fit, agent: number, estimate: number, side: number, quantile: number): number {
    const weights = this.#contrast(agent)
    if (this.agents < 2) return 0
    const square = dot(weights, weights)
    const isOutside = (distance: number): boolean => {
      const value = estimate + side * distance
      const moved = best.strengths.map(
        (strength, i) => strength + ((weights[i] ?? 0) * side * distance) / square,
      )
      const { logLikelihood } = this.#maximize(moved, { weights, value })
      return 2 * (best.logLikelihood - logLikelihood) > quantile
    }
    let high = 0.25
    while (high < MAX_DISTANCE && !isOutside(high)) high *= 2
    let low = high === 0.25 ? 0 : high / 2
    while (high - low > BOUND_TOLERANCE) {
      const middle = (low + high) / 2
      if (isOutside(middle)) high = middle
      else low = middle
    }
    return (low + high) / 2
  }

  #contrast(agent: number): number[] {
    return Array.from({ length: this.#size }, (_, i) =>
      i >= this.agents ? 0 : (i === agent ? 1 : 0) - 1 / this.agents,
    )
  }

  #pairsOf(beats: Float64Array): Pair[] {
    const cells = this.agents * this.places
    const cellOf = (cell: number): Cell => ({
      agent: Math.floor(cell / this.places),
      place: this.agents + (cell % this.places),
    })
    const pairs: Pair[] = []
    for (let x = 0; x < cells; x += 1)
      for (let y = x + 1; y < cells; y += 1) {
        const wins = beats[x * cells + y] ?? 0
        const losses = beats[y * cells + x] ?? 0
        if (wins + losses > 0) pairs.push({ one: cellOf(x), other: cellOf(y), wins, losses })
      }
    return pairs
  }

  /** Newton's method with a backtracking line search. The log-likelihood is concave, so it has one maximum. */
  #maximize(from: readonly number[], constraint?: Constraint): Fit {
    let current = [...from]
    let best = this.#logLikelihood(current)
    for (let n = 0; n < NEWTON_STEPS; n += 1) {
      const step = this.#newtonStep(current, constraint)
      const longest = Math.max(...step.map(Math.abs))
      if (longest < STEP_TOLERANCE) break
      let scale = Math.min(1, MAX_STEP / longest)
      let next = current
      let reached = Number.NEGATIVE_INFINITY
      for (let halvings = 0; halvings < MAX_HALVINGS && !(reached >= best); halvings += 1, scale /= 2) {
        const factor = scale
        next = current.map((strength, i) => strength + factor * (step[i] ?? 0))
        reached = this.#logLikelihood(next)
      }
      if (!(reached > best)) break
      current = next
      best = reached
    }
    return { strengths: current, logLikelihood: best }
  }

  #logLikelihood(strengths: readonly number[]): number {
    let sum = 0
    for (const strength of strengths) sum += 0.5 * logLogistic(strength) + 0.5 * logLogistic(-strength)
    for (const { one, other, wins, losses } of this.#pairs) {
      const logOdds = logOddsOf(strengths, one, other)
      sum += wins * logLogistic(logOdds) + losses * logLogistic(-logOdds)
    }
    return sum
  }

  /** Returns the Newton step. A constraint adds a Lagrange multiplier. */
  #newtonStep(strengths: readonly number[], constraint?: Constraint): number[] {
    const size = this.#size + (constraint === undefined ? 0 : 1)
    const matrix = Array.from({ length: size }, () => new Float64Array(size + 1))
    const add = (row: number, column: number, value: number): void => {
      const cells = matrix[row]
      if (cells !== undefined) cells[column] = (cells[column] ?? 0) + value
    }
    for (const [i, strength] of strengths.entries()) {
      const probability = logistic(strength)
      add(i, i, probability * (1 - probability))
      add(i, size, 0.5 - probability)
    }
    for (const { one, other, wins, losses } of this.#pairs) {
      const probability = logistic(logOddsOf(strengths, one, other))
      const gradient = wins - (wins + losses) * probability
      const curvature = (wins + losses) * probability * (1 - probability)
      const signs = [
        [one.agent, 1],
        [one.place, 1],
        [other.agent, -1],
        [other.place, -1],
      ] as const
      for (const [row, sign] of signs) {
        add(row, size, sign * gradient)
        for (const [column, otherSign] of signs) add(row, column, sign * otherSign * curvature)
      }
    }
    for (const [i, weight] of (constraint?.weights ?? []).entries()) {
      add(i, size - 1, weight)
      add(size - 1, i, weight)
    }
    if (constraint !== undefined) add(size - 1, size, constraint.value - dot(constraint.weights, strengths))
    return solveLinear(matrix).slice(0, this.#size)
  }
}

function logOddsOf(strengths: readonly number[], one: Cell, other: Cell): number {
  const at = (index: number): number => strengths[index] ?? 0
  return at(one.agent) + at(one.place) - at(other.agent) - at(other.place)
}

/** The logistic function: log-odds to probability. */
function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

/** The logarithm of the logistic function, without overflow. */
function logLogistic(x: number): number {
  return x > 0 ? -Math.log1p(Math.exp(-x)) : x - Math.log1p(Math.exp(x))
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
}

/** Gauss–Jordan elimination with partial pivoting. The last column is the right-hand side. */
function solveLinear(matrix: Float64Array[]): number[] {
  const size = matrix.length
  for (let column = 0; column < size; column += 1) {
    let pivot = column
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(matrix[row]?.[column] ?? 0) > Math.abs(matrix[pivot]?.[column] ?? 0)) pivot = row
    const pivotRow = matrix[pivot] ?? new Float64Array()
    matrix[pivot] = matrix[column] ?? pivotRow
    matrix[column] = pivotRow
    for (const [row, cells] of matrix.entries()) {
      if (row === column) continue
      const factor = (cells[column] ?? 0) / (pivotRow[column] ?? 1)
      if (factor !== 0)
        for (let i = column; i <= size; i += 1) cells[i] = (cells[i] ?? 0) - factor * (pivotRow[i] ?? 0)
    }
  }
  return matrix.map((cells, row) => (cells[size] ?? 0) / (cells[row] ?? 1))
}
