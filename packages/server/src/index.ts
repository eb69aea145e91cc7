/** The game server: persistent tables, bots in any seat, REST and WebSocket. */
export { serve, type RunningServer, type ServeOptions } from './serve.js'
export { TableAdmin, type TableSummary } from './admin.js'
export { type PublishedGame, publish } from './published-game.js'
export { StoreInUse } from './store/index.js'
