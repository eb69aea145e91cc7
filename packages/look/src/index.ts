/** Scenes, listings and values of games, without Node dependencies. `@ludoforge/look/node` reads folders. */
export type * from './listing.js'
export type * from './scene.js'
export { hasProse, type RuleReference, ruleIn, sectionAt, type BookLocation, locateRule } from './book.js'
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
  valueExpressions,
} from './values.js'
