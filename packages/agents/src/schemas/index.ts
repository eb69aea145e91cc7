/** The schemas of the JSON that LudoForge sends and receives, over a socket or the line protocol. */
export * from './kernel.js'
export { exactSchema } from './exact-schema.js'
export { type BotHello, type Clock, fromBot, linesSchema, type ToBot, toBot } from './bot.js'
export { botAsks, type BotAsk } from './bot-asks.js'
export type { Rulebook, RulebookValue } from './rulebook.js'
