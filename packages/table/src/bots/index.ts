/** Bots at a table, and the hints they give. */
export { choiceLabel, defaultHintAgent, hintFor } from './hints.js'
export { type BotAnswer, type BotRequest, TableBots, throttleProgress } from './table-bots.js'
