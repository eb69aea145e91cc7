/**
 * The internals that packages/play builds on, and nothing else may import: the linker, the machine, the linked game and
 * the information-flow analysis. They change without notice.
 */
export { checkShape } from './def/check.js'
export { quote } from './def/shape.js'
export { positionHash } from './game/save.js'
export { LinkedGame } from './game/game.js'
export { withDepthCheck, type Linked } from './game/link-game.js'
export { type NameDomains, NO_NAMES } from './infoflow/abstract-interpreter.js'
export type { ValueDomain } from './infoflow/domain.js'
export type { ImplicitFlowAnalysis } from './infoflow/implicit-flows.js'
export { CLEAN } from './infoflow/taint-sources.js'
export { type OptionValues, substituteOptions, specialize } from './infoflow/specialize.js'
export { flowsOf, VisibilityAnalysis } from './infoflow/visibility.js'
export { hashText, mixA } from './layout/hash.js'
export type { Layout } from './layout/layout.js'
export type { Names } from './layout/names.js'
export {
  type ChanceSource,
  forkInto,
  forkState,
  type List,
  listAt,
  loadContext,
  NO_ITEMS,
  numberAt,
  writeCell,
  RANDOM_CELLS,
  saveContext,
  type Probe,
  type StepObserver,
} from './layout/state.js'
export { AFTER, timingOf } from './layout/timings.js'
export { seesZone } from './layout/zone-visibility.js'
export { expr, typed } from './link/expr.js'
export { actionClasses } from './link/legality.js'
export { EXPRESSION, type Linker } from './link/linker.js'
export { TIMING } from './link/policy-expr.js'
export {
  assemble,
  emitExpression,
  emitRoutine,
  evalLoader,
  type CodeLoader,
  type Program,
  type Runtime,
  runtimeNames,
} from './link/program.js'
export { usesName } from './def/uses.js'
export type { QuestionSite } from './link/question.js'
export { FRAME } from './link/routine.js'
export { Fn, Scope, stored } from './link/scope.js'
export { allSeats, answerAt, setPending, pendingSeats, takeAnswer } from './run/simultaneous.js'
export { choiceOf, isOffer, offersOf, optionIds, picksOf } from './run/choice.js'
export { asksByHidden, offersHidden } from './run/horizon.js'
export { declinesOffers } from './run/declines-offers.js'
export type { Machine } from './run/machine.js'
export { OpenQuestion } from './run/questions.js'
export { EventRecorder } from './run/event-recorder.js'
