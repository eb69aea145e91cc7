/** From what was written to what it means: names, types, and the nodes of a GameDef. */
export { type Context, condition, elaborate, type Typed } from './expressions.js'
export { Fault, needType, unknownName } from './fault.js'
export { phraseFilter, phraseWords } from './phrases.js'
export {
  announce,
  elaborateGroups,
  type Lowered,
  NotationRules,
  type RuleSource,
} from './program.js'
export { Scope } from './scope.js'
export { elaborateBlock } from './statements.js'
export { asTitle, elaborateText } from './text.js'
export { accepts, describe, enumOf, isEnum, isList, itemOf, listOf, typeOfWord } from './types.js'
export { World } from './world.js'
