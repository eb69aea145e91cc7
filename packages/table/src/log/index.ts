/** The game log in words, and explanations as text, for the terminal and the page. */
export { becauseText, type HintLine, hintLines } from './bot-reasons.js'
export { clockRuleText, durationText, timeLeftText, timeoutText } from './clock-text.js'
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
  winningTeam,
} from './sentences.js'
export type { ValueChange } from './value-changes.js'
export { eventsFor, isGroup, GameLog, type LogGroup, type LogItem, type LogLine } from './game-log.js'
export {
  type Gain,
  gainsText,
  signed,
  spacesOf,
  standingValue,
  stepsOf,
  type StoryTurn,
  tellTurns,
  type ToldTurn,
  turnsOf,
  turnsSince,
} from './story.js'
export { choiceLabel } from './choice-label.js'
export { confirmText, declineText, otherConfirmText } from './confirm-text.js'
export {
  type Consequences,
  consequences,
  type ConsequenceContext,
  type ScoreChange,
  scoreText,
} from './consequences.js'
export { isOneLine, turnLine, turnParts } from './turn-line.js'
export type { Salience } from './salience.js'
export { type NamedScene, type Vocabulary, wordsOf, type WordStyle } from './vocabulary.js'
