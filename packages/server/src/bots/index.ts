/** Bots in seats. */
export { Bots } from './bots.js'
export { BotPool, BotMemory } from './pool.js'
