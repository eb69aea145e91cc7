/** The maximum length of a chat message. */
export const MAX_TEXT_LENGTH = 2000

/** The maximum number of entries in a page of history. */
export const MAX_HISTORY_PAGE = 500
