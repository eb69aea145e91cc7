/** The budget of a search for one turn: a number of iterations, or a time. */
export interface Budget {
  readonly iterations?: number // deterministic: the same seed gives the same answer
  readonly ms?: number
  /** With a time: the minimum number of iterations, however slow the machine is. */
  readonly least?: number
  /**
   * The number of tasks of a root-parallel search. Each gets all the iterations, or the time × threads ÷ tasks: with a
   * time, the result depends on the number of threads.
   */
  readonly parts?: number
}

/** Named levels, for people. */
export const LEVELS: Readonly<Record<string, Budget>> = {
  easy: { iterations: 40 },
  normal: { iterations: 400 },
  hard: { ms: 1000, least: 300 },
}

/**
 * Parses `800` (iterations), `200ms`, `1s`, `1.5s` or a level; `1sx4` has four parts. Returns `undefined` if invalid.
 */
export function parseBudget(text: string): Budget | undefined {
  if (Object.hasOwn(LEVELS, text)) return LEVELS[text]
  const [, amount = '', unit = '', tasks] =
    /^(\d{1,7}(?:\.\d{1,3})?)(ms|s|)(?:x([2-9]|1\d))?$/.exec(text) ?? []
  const value = Number(amount)
  if (amount === '' || value <= 0) return undefined
  const parts = tasks === undefined ? {} : { parts: Number(tasks) }
  if (unit !== '') return { ms: unit === 's' ? value * 1000 : value, ...parts }
  return Number.isInteger(value) ? { iterations: value, ...parts } : undefined
}

/** Returns a share of a budget. A time is also multiplied by `room`, the share of the tasks that run at a time. */
export function shareOf({ iterations, ms, least }: Budget, share: number, room: number): Budget {
  return {
    ...(iterations === undefined ? {} : { iterations: Math.max(1, Math.round(iterations * share)) }),
    ...(ms === undefined ? {} : { ms: ms * share * room }),
    ...(least === undefined ? {} : { least: Math.max(1, Math.round(least * share)) }),
  }
}

/** Measures how much of a budget is used. It reads the clock only if the budget has a time. */
export class BudgetMeter {
  readonly #maxIterations: number
  readonly #deadline: number
  readonly #ms: number
  readonly #minIterations: number
  iterations = 0

  /** `share` is the share of the budget that is available. */
  constructor({ iterations, ms, least = 0 }: Budget, share = 1) {
    this.#minIterations = least * share
    this.#maxIterations =
      iterations === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.round(iterations * share))
    this.#ms = ms === undefined ? Number.POSITIVE_INFINITY : ms * share
    this.#deadline = ms === undefined ? Number.POSITIVE_INFINITY : performance.now() + this.#ms
  }

  /** The share of the budget that is used, from 0 to 1. */
  get spent(): number {
    const counted = this.iterations / this.#maxIterations
    if (this.#deadline === Number.POSITIVE_INFINITY) return Math.min(1, counted)
    const timed = 1 - (this.#deadline - performance.now()) / this.#ms
    const enough = this.#minIterations === 0 ? 1 : this.iterations / this.#minIterations
    return Math.min(1, Math.max(counted, Math.min(timed, enough)))
  }
}
