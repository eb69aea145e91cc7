/** Letters of something that is said. */
export const MOST_TEXT = 2000

/** Entries in one page of what happened. */
export const MOST_HISTORY = 500
