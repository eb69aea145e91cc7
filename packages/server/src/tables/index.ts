/** Tables: event-sourced, played each by its own rules. */
export type { Person } from './rows.js'
export type { GameFile } from './rulebooks.js'
export { hashOf, newId, newSecret } from './secrets.js'
export { type Services as TableServices, type Table, Tables } from './tables.js'
export { checkNamedAgent } from './named-agents.js'
export { ownTables } from './own.js'
