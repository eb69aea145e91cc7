/** Accounts and sessions. */
export { Accounts, SESSION_MS } from './accounts.js'
