/**
 * What packages/play needs of the machine and what no one else may use: the linker, the machine, the linked game and the
 * analysis of information flow. It changes with them, without notice.
 */
export { checkShape } from './def/check.js'
export { quote } from './def/shape.js'
export { LinkedGame } from './game/game.js'
export { guarded, type Linked } from './game/linked.js'
export { type Names as NameDomains, NO_NAMES } from './infoflow/abstract-interpreter.js'
export type { ValueDomain } from './infoflow/domain.js'
export type { ImplicitFlowAnalysis } from './infoflow/implicit-flows.js'
export { CLEAN } from './infoflow/sources.js'
export { type OptionValues, settled, specialized } from './infoflow/specialize.js'
export { flowsOf, VisibilityAnalysis } from './infoflow/visibility.js'
export { hashText, mixA } from './layout/hash.js'
export type { Layout } from './layout/layout.js'
export type { Names } from './layout/names.js'
export {
  forkInto,
  forkState,
  type List,
  listAt,
  loadContext,
  NO_ITEMS,
  numberAt,
  putCell,
  RANDOM_CELLS,
  saveContext,
  type Weighed,
  type Witness,
} from './layout/state.js'
export { AFTER, timingOf } from './layout/timings.js'
export { expr, typed } from './link/expr.js'
export { actionClasses } from './link/legality.js'
export { EXPRESSION, type Linker } from './link/linker.js'
export { TIMING } from './link/ponder.js'
export {
  assemble,
  emitExpression,
  emitRoutine,
  madeOfText,
  type Maker,
  type Program,
  type Toolbox,
  toolsOf,
  usesName,
} from './link/program.js'
export type { QuestionSite } from './link/question.js'
export { FRAME } from './link/routine.js'
export { Fn, Scope, stored } from './link/scope.js'
export { allSeats, askAgain, pendingSeats, takeAnswer } from './run/at-once.js'
export { choiceOf, isOffer, offersOf, optionIds, picksOf } from './run/choice.js'
export { offersHidden } from './run/horizon.js'
export { declines, type Machine } from './run/machine.js'
export { OpenQuestion } from './run/questions.js'
export { Recorder } from './run/record.js'
