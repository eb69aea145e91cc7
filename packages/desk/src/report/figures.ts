/** Figures as text. */
import type { Interval } from '@ludoforge/sim/evaluate'

/** 0.125 as `12.5 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** 0.125 as `13 %`. All whole percentages round here, so that texts and bars agree. */
export function wholePercent(share: number): string {
  return `${wholePoints(share)} %`
}

/** 0.125 as 13. Shares have four decimals, so 15.5 is 15.5 and not a little less. */
export function wholePoints(share: number): number {
  return Math.round(Math.round(10_000 * share) / 100)
}

/** A number with its sign, but 0 without. */
export function signed(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return value < 0 ? `-${text}` : `+${text}`
}

/** 0.125 as `+12.5 %`. */
export function signedPercent(share: number): string {
  return `${signed(100 * share)} %`
}

/** The bounds of an interval in brackets. Empty without bounds. */
export function range({ low, high }: Interval, show: (value: number) => string): string {
  if (low === null || high === null) return ''
  return `(${show(low).replace(' %', '')} to ${show(high)})`
}

/** 1234 as `1,234`. */
export function count(n: number): string {
  return n.toLocaleString('en-US')
}

/** A number with at most this many decimals. */
export function decimal(value: number, digits = 1): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}
