/** Accounts and sessions. */
export { Accounts, SESSION_MS } from './accounts.js'
export { deleteAccount, exportAccount } from './leaving.js'
export { lessonsOf, saveLesson } from './lesson-progress.js'
export { PasswordRecovery } from './recovery.js'
