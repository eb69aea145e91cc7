/** People with a name and a password. */
export { Accounts, SESSION_MS } from './accounts.js'
