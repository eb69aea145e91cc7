/** A table: its protocol, record, views, bots and log, and a local host for one person. */
export * from './bots/index.js'
export * from './core/index.js'
export * from './local/index.js'
export * from './log/index.js'
export * from './protocol/index.js'
export * from './record/index.js'
export * from './views/index.js'
