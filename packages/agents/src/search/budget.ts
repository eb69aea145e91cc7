/** How long a search may think about a turn: a number of iterations, or a time. */
export interface Budget {
  readonly iterations?: number // the same answer for the same seed
  readonly ms?: number
  /** With a time: so many iterations at least, however slow the machine is. */
  readonly least?: number
  /** In so many parts, each with the whole of it, that can be carried out side by side. */
  readonly parts?: number
}

/** Levels with names, for people. */
export const LEVELS: Readonly<Record<string, Budget>> = {
  easy: { iterations: 40 },
  normal: { iterations: 400 },
  hard: { ms: 1000, least: 300 },
}

/** `800` iterations, `200ms`, `1s`, `1.5s`, or a level; `1sx4` in four parts; undefined if it is none of these. */
export function readBudget(text: string): Budget | undefined {
  if (Object.hasOwn(LEVELS, text)) return LEVELS[text]
  const [, amount = '', unit = '', side] =
    /^(\d{1,7}(?:\.\d{1,3})?)(ms|s|)(?:x([2-9]|1\d))?$/.exec(text) ?? []
  const value = Number(amount)
  if (amount === '' || value <= 0) return undefined
  const parts = side === undefined ? {} : { parts: Number(side) }
  if (unit !== '') return { ms: unit === 's' ? value * 1000 : value, ...parts }
  return Number.isInteger(value) ? { iterations: value, ...parts } : undefined
}

/** A share of a budget; of a time only so much as there is room for. */
export function partOf({ iterations, ms, least }: Budget, share: number, room: number): Budget {
  return {
    ...(iterations === undefined ? {} : { iterations: Math.max(1, Math.round(iterations * share)) }),
    ...(ms === undefined ? {} : { ms: ms * share * room }),
    ...(least === undefined ? {} : { least: Math.max(1, Math.round(least * share)) }),
  }
}

/** Counts what is spent of a budget. A clock is looked at only where the budget is a time. */
export class BudgetMeter {
  readonly #most: number
  readonly #until: number
  readonly #ms: number
  readonly #least: number
  iterations = 0

  /** `part`: of the budget, the share that there is. */
  constructor({ iterations, ms, least = 0 }: Budget, part = 1) {
    this.#least = least * part
    this.#most =
      iterations === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.round(iterations * part))
    this.#ms = ms === undefined ? Number.POSITIVE_INFINITY : ms * part
    this.#until = ms === undefined ? Number.POSITIVE_INFINITY : performance.now() + this.#ms
  }

  /** From 0 to 1: how much of it is gone. */
  get spent(): number {
    const counted = this.iterations / this.#most
    if (this.#until === Number.POSITIVE_INFINITY) return Math.min(1, counted)
    const timed = 1 - (this.#until - performance.now()) / this.#ms
    const enough = this.#least === 0 ? 1 : this.iterations / this.#least
    return Math.min(1, Math.max(counted, Math.min(timed, enough)))
  }
}
