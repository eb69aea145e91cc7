/** When a window offers its actions, by the number that a state holds (`State.timing`); 0: there is no window. */
export const TIMINGS = ['', 'before', 'during', 'after']

/** The timing of a window behind all else. */
export const AFTER = TIMINGS.indexOf('after')
