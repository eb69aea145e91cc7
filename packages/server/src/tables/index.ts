/** Event-sourced tables, each with the rules it started with. */
export type { Person } from './rows.js'
export type { GameFile } from './rules-store.js'
export { hashSecret, newId, newSecret } from './credentials.js'
export { type Services as TableServices, type Table, Tables } from './tables.js'
export { checkNamedAgent } from './named-agents.js'
export { myTables } from './my-tables.js'
