/** How long a search may think about a turn: a number of iterations, or a time. */
export interface Budget {
  readonly iterations?: number // the same answer for the same seed
  readonly ms?: number
}

/** Levels with names, for people. */
export const LEVELS: Readonly<Record<string, Budget>> = {
  easy: { iterations: 40 },
  normal: { iterations: 400 },
  hard: { ms: 1000 },
}

/** `800` iterations, `200ms`, `1s`, `1.5s`, or a level; undefined if it is none of these. */
export function readBudget(text: string): Budget | undefined {
  if (Object.hasOwn(LEVELS, text)) return LEVELS[text]
  const [, amount = '', unit = ''] = /^(\d{1,7}(?:\.\d{1,3})?)(ms|s|)$/.exec(text) ?? []
  const value = Number(amount)
  if (amount === '' || value <= 0) return undefined
  if (unit !== '') return { ms: unit === 's' ? value * 1000 : value }
  return Number.isInteger(value) ? { iterations: value } : undefined
}

/** Counts what is spent of a budget. A clock is looked at only where the budget is a time. */
export class Spending {
  readonly #most: number
  readonly #until: number
  readonly #ms: number
  iterations = 0

  /** `part`: of the budget, the share that there is. */
  constructor({ iterations, ms }: Budget, part = 1) {
    this.#most =
      iterations === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.round(iterations * part))
    this.#ms = ms === undefined ? Number.POSITIVE_INFINITY : ms * part
    this.#until = ms === undefined ? Number.POSITIVE_INFINITY : performance.now() + this.#ms
  }

  /** From 0 to 1: how much of it is gone. */
  get spent(): number {
    const counted = this.iterations / this.#most
    if (this.#until === Number.POSITIVE_INFINITY) return Math.min(1, counted)
    return Math.min(1, Math.max(counted, 1 - (this.#until - performance.now()) / this.#ms))
  }
}
