/** The game server: persistent tables, bots in any seat, REST and WebSocket. */
export { serve, type RunningServer, type ServeOptions } from './serve.js'
export type { LogFormat } from './log.js'
export { BadBackup, type BackupResult, backUp, restore } from './backup/index.js'
export { type AccountSummary, PeopleAdmin, type ReportSummary, UnknownPerson } from './people-admin.js'
export { TableAdmin, type TableSummary } from './admin.js'
export { type PublishedGame, publish } from './published-game.js'
export { DiskFull, StoreInUse } from './store/index.js'
export { type BotLimit, DEFAULT_BOT_LIMIT, DEFAULT_RETENTION, type Retention } from './tables/index.js'
