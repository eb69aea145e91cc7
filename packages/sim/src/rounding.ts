import type { Interval } from './tournament/intervals.js'

/** Returns the smallest value that at least this share of the sorted values don't exceed. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** Rounds an interval for output. */
export function roundedInterval({ value, low, high }: Interval, digits: number): Interval {
  const round = (number: number) => Math.round(number * 10 ** digits) / 10 ** digits
  return {
    value: round(value),
    low: low === null ? null : round(low),
    high: high === null ? null : round(high),
  }
}
