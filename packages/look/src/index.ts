/** How a game looks, for whoever draws it: pure, for pages too. What reads folders is `@ludoforge/look/node`. */
export type * from './cards.js'
export type * from './scene.js'
export { hasProse, type RulePlace, ruleIn, sectionAt, type Spot, spotOf } from './book.js'
export {
  areSame,
  type Evaluate,
  evaluating,
  expressionsOf,
  followed,
  isInPlay,
  NO_VALUES,
  orNothing,
  type Reckon,
  reckoner,
  valueTexts,
} from './values.js'
