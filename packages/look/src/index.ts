/** How a game looks, for whoever draws it: pure, for pages too. What reads folders is `@ludoforge/look/node`. */
export type * from './listing.js'
export type * from './scene.js'
export { hasProse, type RulePlace, ruleIn, sectionAt, type BookLocation, locateRule } from './book.js'
export {
  sameValues,
  type Evaluate,
  makeEvaluator,
  expressionsOf,
  valuesAfter,
  isInPlay,
  NO_VALUES,
  valueOrUndefined,
  type ComputeValues,
  memoizedValues,
  valueTexts,
} from './values.js'
