import type { Timing } from '../def/index.js'
import { present } from '../errors.js'

/** When a window offers its actions, by the number that a state holds (`State.timing`); 0: there is no window. */
export const TIMINGS = ['', 'before', 'during', 'after'] as const

/** The timing of a window behind all else. */
export const AFTER = TIMINGS.indexOf('after')

/** The timing of an offer. A state that has one holds its number. */
export function timingOf(number: number): Timing {
  const timing = TIMINGS[number]
  return present(timing === '' ? undefined : timing, 'an offer has a timing.')
}
