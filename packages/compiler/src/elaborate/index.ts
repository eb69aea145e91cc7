/** Elaboration: resolves names, infers types, and lowers the syntax tree to GameDef nodes. */
export {
  argumentsFor,
  argumentsForUnknownAction,
  defaultsOf,
  type WrittenArgument,
} from './expressions/arguments.js'
export { boardNamed, needBoard, needDirection, needOnBoard } from './expressions/boards.js'
export { classNamed, defaultClass } from './class-names.js'
export {
  binding,
  condition,
  type Context,
  elaborate,
  enumValue,
  type Typed,
} from './expressions/expressions.js'
export { DiagnosticError, needType, unknownName } from './diagnostic-error.js'
export { parameterDefs } from './parameters.js'
export { resultTypeOf } from './statements/perform.js'
export { phraseFilter, phraseWords } from './expressions/phrases.js'
export { elaboratePolicies } from './policies/policies.js'
export {
  declareName,
  elaborateGroups,
  type LoweredRules,
  NotationRules,
  type RuleSource,
  attachAction,
} from './program.js'
export { shownSubject, windowNamed } from './statements/choose.js'
export { Scope } from './scope.js'
export { elaborateBlock } from './statements/statements.js'
export { needWithin } from './statements/assignments.js'
export { sayingForm, sayingOf } from './expressions/sayings.js'
export { asTitle, elaborateTemplate, elaborateText } from './expressions/text.js'
export { withTokenActions } from './statements/token-actions.js'
export { accepts, describe, typeOfWord } from './types.js'
export { type Parameter, type PolicyNode, type ProcedureInfo, SymbolTable } from './symbols.js'
export { supposedProcedure } from './expressions/after.js'
