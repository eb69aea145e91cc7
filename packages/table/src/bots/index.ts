/** The bots of a table, and hints. */
export { defaultHintAgent, hintFor } from './hints.js'
export { type BotAnswer, type BotRequest, TableBots, throttleProgress } from './table-bots.js'
