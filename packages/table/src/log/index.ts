/** The game log in words, and explanations as text, for the terminal and the page. */
export { decisiveReason, becauseText } from './bot-reasons.js'
export { condense, type Line } from './condense.js'
export { digest, type DigestRow, type DigestLayout } from './digest.js'
export { logRows, type LogRow, unitsOf } from './pages.js'
export { type ReasonTree, reasonTree } from './reasons.js'
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
export { eventsFor, isGroup, GameLog, type LogGroup, type LogItem, type LogLine } from './tree.js'
export type { Salience } from './salience.js'
export type { Vocabulary } from './vocabulary.js'
