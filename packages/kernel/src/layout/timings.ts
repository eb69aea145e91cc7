import type { Timing } from '../def/index.js'
import { present } from '../errors.js'

/** The timings of windows, by their number in a state (`State.timing`); 0: no window. */
export const TIMINGS = ['', 'before', 'during', 'after'] as const

/** The number of the timing `after`. */
export const AFTER = TIMINGS.indexOf('after')

/** Returns the timing of an offer by its number. */
export function timingOf(number: number): Timing {
  const timing = TIMINGS[number]
  return present(timing === '' ? undefined : timing, 'an offer has a timing.')
}
