/** The schemas of the JSON that LudoForge sends and receives, over a socket or the line protocol. */
export * from './kernel.js'
export { exactSchema } from './exact-schema.js'
export { type BotHello, fromBot, linesSchema, type Rules, type ToBot, toBot } from './bot.js'
