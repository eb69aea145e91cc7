/** What happened and why not, told in words: for the terminal and the page. */
export { because, becauseText } from './because.js'
export { condense, type Line } from './condense.js'
export { digest, type Row, type Screen } from './digest.js'
export { logRows, type LogRow, unitsOf } from './pages.js'
export { type ReasonTree, reasonTree } from './reasons.js'
export {
  beginningSentence,
  choiceText,
  isWorthTelling,
  outcomeText,
  ruleOfGroup,
  sentence,
  toldWith,
} from './sentences.js'
export type { Standing } from './standing.js'
export { eventsFor, isGroup, Story, type StoryGroup, type StoryItem, type StoryLine } from './tree.js'
export type { Weight } from './weigh.js'
export type { Words } from './words.js'
