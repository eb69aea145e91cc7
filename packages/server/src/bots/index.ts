/** Bots in seats. */
export { Bots } from './bots.js'
export { BotPool, Memory } from './pool.js'
