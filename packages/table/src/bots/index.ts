/** Bots at a table, and the hints they give. */
export { choiceLabel, defaultHintAgent, hintFor } from './hints.js'
export { type Answered, type Asked, TableBots, throttleProgress } from './table-bots.js'
