/** Bots in seats. */
export { Bots } from './bots.js'
export { BotPool } from './pool.js'
