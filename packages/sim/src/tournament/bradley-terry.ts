/**
 * The model of Bradley and Terry with strengths for agents and for places: the odds that one seat is placed before
 * another are those of the agents times those of the places. Strengths are logarithms of odds. A weak prior, half a win
 * and half a loss against an average opponent for each agent and each place, keeps them finite where results are
 * one-sided.
 */

const NEWTON_STEPS = 100
const HALVINGS = 40
const LONGEST_STEP = 3 // of a strength: far out the model is nearly flat, and a step of Newton leads too far
const CLOSE = 1e-9
const PRECISE = 1e-4 // of the end of an interval
const FARTHEST = 16 // odds of millions to one: the prior ends intervals long before

/** `wins` of the first cell over the second and the other way round; a cell is an agent in a place. */
interface Pair {
  readonly one: Cell
  readonly other: Cell
  readonly wins: number
  readonly losses: number
}

interface Cell {
  readonly agent: number // of the vector of strengths
  readonly place: number
}

/** Strengths of the agents, then of the places, and the logarithm of the likelihood with the prior. */
export interface Fit {
  readonly strengths: readonly number[]
  readonly logLikelihood: number
}

/** A linear function of the strengths that is held at a value. */
interface Held {
  readonly weights: readonly number[]
  readonly value: number
}

export class BradleyTerry {
  readonly #pairs: readonly Pair[]
  readonly #size: number

  /** `beats`: by cell and cell, agent * places + place, how often the first was placed before the second. */
  constructor(
    beats: Float64Array,
    private readonly agents: number,
    private readonly places: number,
  ) {
    this.#size = agents + places
    this.#pairs = this.#pairsOf(beats)
  }

  /** The strengths under which the results are likeliest. */
  fit(from?: Fit): Fit {
    return this.#climb(from?.strengths ?? Array<number>(this.#size).fill(0))
  }

  /** An agent's strength less the average of all. */
  strength({ strengths }: Fit, agent: number): number {
    return dot(this.#contrast(agent), strengths)
  }

  /**
   * The profile likelihood interval of an agent's strength less the average: the values at which the best that the
   * others can do is not too unlikely. It doesn't collapse where one side wins every game.
   */
  profile(best: Fit, agent: number, quantile: number): { readonly low: number; readonly high: number } {
    const found = this.strength(best, agent)
    return {
      low: found - this.#reach(best, agent, found, -1, quantile),
      high: found + this.#reach(best, agent, found, 1, quantile),
    }
  }

  /** How far from the best a strength may lie on this side. */
  #reach(best: Fit, agent: number, found: number, side: number, quantile: number): number {
    const weights = this.#contrast(agent)
    if (this.agents < 2) return 0
    const square = dot(weights, weights)
    const unlikely = (away: number): boolean => {
      const value = found + side * away
      const moved = best.strengths.map((one, i) => one + ((weights[i] ?? 0) * side * away) / square)
      const { logLikelihood } = this.#climb(moved, { weights, value })
      return 2 * (best.logLikelihood - logLikelihood) > quantile
    }
    let high = 0.25
    while (high < FARTHEST && !unlikely(high)) high *= 2
    let low = high === 0.25 ? 0 : high / 2
    while (high - low > PRECISE) {
      const middle = (low + high) / 2
      if (unlikely(middle)) high = middle
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

  /** Newton's method with steps that are cut short: the likelihood has one peak. */
  #climb(from: readonly number[], held?: Held): Fit {
    let at = [...from]
    let height = this.#logLikelihood(at)
    for (let n = 0; n < NEWTON_STEPS; n += 1) {
      const step = this.#newton(at, held)
      const longest = Math.max(...step.map(Math.abs))
      if (longest < CLOSE) break
      let share = Math.min(1, LONGEST_STEP / longest)
      let next = at
      let higher = Number.NEGATIVE_INFINITY
      for (let half = 0; half < HALVINGS && !(higher >= height); half += 1, share /= 2) {
        const cut = share
        next = at.map((one, i) => one + cut * (step[i] ?? 0))
        higher = this.#logLikelihood(next)
      }
      if (!(higher > height)) break
      at = next
      height = higher
    }
    return { strengths: at, logLikelihood: height }
  }

  #logLikelihood(at: readonly number[]): number {
    let sum = 0
    for (const one of at) sum += 0.5 * logShare(one) + 0.5 * logShare(-one)
    for (const { one, other, wins, losses } of this.#pairs) {
      const ahead = lead(at, one, other)
      sum += wins * logShare(ahead) + losses * logShare(-ahead)
    }
    return sum
  }

  /** The step to the peak of the parabola that fits here; with something held, along the values that it allows. */
  #newton(at: readonly number[], held?: Held): number[] {
    const size = this.#size + (held === undefined ? 0 : 1)
    const matrix = Array.from({ length: size }, () => new Float64Array(size + 1))
    const add = (row: number, column: number, value: number): void => {
      const cells = matrix[row]
      if (cells !== undefined) cells[column] = (cells[column] ?? 0) + value
    }
    for (const [i, one] of at.entries()) {
      const share = shareOf(one)
      add(i, i, share * (1 - share))
      add(i, size, 0.5 - share)
    }
    for (const { one, other, wins, losses } of this.#pairs) {
      const share = shareOf(lead(at, one, other))
      const slope = wins - (wins + losses) * share
      const bend = (wins + losses) * share * (1 - share)
      const signs = [
        [one.agent, 1],
        [one.place, 1],
        [other.agent, -1],
        [other.place, -1],
      ] as const
      for (const [row, sign] of signs) {
        add(row, size, sign * slope)
        for (const [column, also] of signs) add(row, column, sign * also * bend)
      }
    }
    for (const [i, weight] of (held?.weights ?? []).entries()) {
      add(i, size - 1, weight)
      add(size - 1, i, weight)
    }
    if (held !== undefined) add(size - 1, size, held.value - dot(held.weights, at))
    return solved(matrix).slice(0, this.#size)
  }
}

function lead(at: readonly number[], one: Cell, other: Cell): number {
  return (at[one.agent] ?? 0) + (at[one.place] ?? 0) - (at[other.agent] ?? 0) - (at[other.place] ?? 0)
}

/** The logistic function: the share of games that so much strength more wins. */
function shareOf(strength: number): number {
  return 1 / (1 + Math.exp(-strength))
}

function logShare(strength: number): number {
  return strength > 0 ? -Math.log1p(Math.exp(-strength)) : strength - Math.log1p(Math.exp(strength))
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, one, i) => sum + one * (b[i] ?? 0), 0)
}

/** Gaussian elimination with pivots; the last column is the right side. */
function solved(matrix: Float64Array[]): number[] {
  const size = matrix.length
  for (let column = 0; column < size; column += 1) {
    let pivot = column
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(matrix[row]?.[column] ?? 0) > Math.abs(matrix[pivot]?.[column] ?? 0)) pivot = row
    const found = matrix[pivot] ?? new Float64Array()
    matrix[pivot] = matrix[column] ?? found
    matrix[column] = found
    for (const [row, cells] of matrix.entries()) {
      if (row === column) continue
      const factor = (cells[column] ?? 0) / (found[column] ?? 1)
      if (factor !== 0)
        for (let i = column; i <= size; i += 1) cells[i] = (cells[i] ?? 0) - factor * (found[i] ?? 0)
    }
  }
  return matrix.map((cells, row) => (cells[size] ?? 0) / (cells[row] ?? 1))
}
