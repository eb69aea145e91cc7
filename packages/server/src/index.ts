/** The server: tables that live for weeks, bots in any seat. */
export { serve, type RunningServer, type ServeOptions } from './serve.js'
export { TableAdmin, type TableSummary } from './admin.js'
export { type PublishedGame, publish } from './published-game.js'
export { StoreInUse } from './store/index.js'
