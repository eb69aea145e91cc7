/** What happened and why not, told in words: for the terminal and the page. */
export { condense, type Line } from './condense.js'
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
export { undoneText } from './undoing.js'
export type { Words } from './words.js'
