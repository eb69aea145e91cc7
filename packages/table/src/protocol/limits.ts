/** The maximum length of a person's name. */
export const MAX_NAME_LENGTH = 40
/** The maximum length of a table's name. */
export const MAX_TABLE_NAME_LENGTH = 80
/** The maximum length of a report to the operator. */
export const MAX_REPORT_LENGTH = 1000

/** The days that an invitation is valid. */
export const INVITATION_DAYS = 14
/** The maximum of them. */
export const MAX_INVITATION_DAYS = 90

/** The maximum length of a chat message. */
export const MAX_TEXT_LENGTH = 2000

/** The maximum number of answers in a request for previews. */
export const MAX_PREVIEWS = 32

/** The seconds that a person must be away before others may take their seat. */
export const DEFAULT_ABSENCE = 600
/** The shortest time that a table can set. */
export const MIN_ABSENCE = 60
/** The longest time that a table can set. */
export const MAX_ABSENCE = 30 * 86_400

/** The number of tables in a page of the list. A page with fewer is the last. */
export const MAX_LISTED_TABLES = 100

/** The maximum number of lessons that an account has progress in. */
export const MAX_LESSONS_LEARNED = 300
/** The maximum number of answers in the stored position of a lesson. */
export const MAX_LESSON_ANSWERS = 500

/** The maximum number of entries in a page of history. */
export const MAX_HISTORY_PAGE = 64

/** The maximum number of entries that news cover: those before are in the history. */
export const MAX_NEWS = 500

/** The maximum length of a project's title, and of the name of a save. */
export const MAX_PROJECT_NAME_LENGTH = 80
/** The number of projects in a page of the list. A page with fewer is the last. */
export const MAX_LISTED_PROJECTS = 50
/** The bytes of a request with the files of a project. */
export const MAX_PROJECT_REQUEST = 8 << 20
