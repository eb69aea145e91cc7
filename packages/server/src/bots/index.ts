/** Bots: which tables need one, and the thread pool that runs them. */
export { Bots, type BotsOptions } from './bots.js'
export { BotPool, BotMemory } from './pool.js'
