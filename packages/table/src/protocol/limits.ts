/** Letters of something that is said. */
export const MAX_TEXT_LENGTH = 2000

/** Entries in one page of what happened. */
export const MAX_HISTORY_PAGE = 500
