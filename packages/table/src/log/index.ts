/** The game log in words, and explanations as text, for the terminal and the page. */
export { decisiveReason, reasonText } from './bot-reasons.js'
export { condense, type Line } from './condense.js'
export { digest, type DigestRow, type DigestLayout } from './digest.js'
export { logRows, type LogRow, unitsOf } from './log-rows.js'
export { type ReasonTree, reasonTree } from './reason-tree.js'
export {
  beginningSentence,
  choiceText,
  isLogged,
  outcomeText,
  ruleOfGroup,
  sentence,
  condenseOptions,
} from './sentences.js'
export type { ValueChange } from './value-changes.js'
export { eventsFor, isGroup, GameLog, type LogGroup, type LogItem, type LogLine } from './game-log.js'
export type { Salience } from './salience.js'
export type { Vocabulary } from './vocabulary.js'
