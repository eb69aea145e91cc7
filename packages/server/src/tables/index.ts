/** Tables: event-sourced, played each by its own rules. */
export { type Answer, fulfil, history, type Means } from './requests.js'
export type { Person } from './rows.js'
export type { GameFile } from './rulebooks.js'
export { hashOf, newId, newSecret } from './secrets.js'
export type { Table } from './table.js'
export { Tables } from './tables.js'
export { ownTables } from './own.js'
