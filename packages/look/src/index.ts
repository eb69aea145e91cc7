/** Scenes, listings and values of games, without Node dependencies. `@ludoforge/look/node` reads folders. */
export type * from './listing.js'
export type * from './scene.js'
export type * from './table.js'
export { type CodeInProse, codeInProse } from './book/code-in-prose.js'
export {
  addressOf,
  type FoundRule,
  hasProse,
  locateRule,
  paragraphAt,
  type RuleReference,
  ruleIn,
  sectionAt,
  sectionRange,
} from './book/locate.js'
export { searchBook, type SearchResult, type SnippetPart } from './book/search.js'
export { blockKind, foldTitle, plainText } from './book/sections.js'
export { rowsGoUp } from './rows-go-up.js'
export { termFinder, type TextPart } from './book/terms.js'
export { type UnexplainedWord, unexplainedWords } from './book/unexplained-words.js'
export {
  type ComputeValues,
  type Evaluator,
  makeEvaluator,
  memoizedValues,
  valueOrUndefined,
} from './evaluator.js'
export {
  expandExpression,
  expressionsOf,
  NO_VALUES,
  sameValues,
  valueExpressions,
  valuesAfter,
} from './values.js'
