/** What is said in JSON, as schemas, for whoever speaks it: over a socket or in lines. */
export * from './kernel.js'
export { complete } from './same-keys.js'
export { type BotHello, fromBot, linesSchema, type Rules, type ToBot, toBot } from './bot.js'
