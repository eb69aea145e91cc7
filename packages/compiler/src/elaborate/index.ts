/** From what was written to what it means: names, types, and the nodes of a GameDef. */
export { argumentsFor, argumentsForSome, defaultsOf, type Written } from './arguments.js'
export { boardNamed, needBoard, needDirection, needPlace } from './boards.js'
export { classNamed, defaultClass } from './class-names.js'
export { binding, condition, type Context, elaborate, enumValue, type Typed } from './expressions.js'
export { Fault, needType, unknownName } from './fault.js'
export { parameterDefs } from './parameters.js'
export { givenBy } from './performing.js'
export { phraseFilter, phraseWords } from './phrases.js'
export { elaboratePolicies } from './policies.js'
export {
  announce,
  elaborateGroups,
  type Lowered,
  NotationRules,
  type RuleSource,
  tie,
} from './program.js'
export { shownSubject, windowNamed } from './choosing.js'
export { Scope } from './scope.js'
export { elaborateBlock } from './statements.js'
export { needWithin } from './targets.js'
export { asTitle, elaborateTextIn } from './text.js'
export { withTied } from './tied.js'
export { accepts, describe, typeOfWord } from './types.js'
export { type Parameter, type PolicyNode, type ProcedureInfo, World } from './world.js'
