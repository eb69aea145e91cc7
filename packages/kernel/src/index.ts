/** The kernel: links a GameDef and runs it. Pure: no I/O, no clock, no chance but its own. */
export * from './def/index.js'
export { misshapen } from './def/check.js'
export { circular } from './def/cycles.js'
export { overfullGroup } from './def/groups.js'
export { isPrintable, printable } from './def/printable.js'
export { isNamed, questionsNamed, questionsOf, type RuleQuestion } from './def/questions.js'
export { usesOf } from './def/uses.js'
export { usedByRules, withPoliciesLater } from './def/rules.js'
export { gameDefSchema } from './def/schema.js'
export { definition, type DefinitionName, type Field, type NodeShape } from './def/table.js'
export { canonical, defined, isInt32, isRecord, withoutPlaces } from './def/shape.js'
export { blocksOf, effectsIn, type Fields, partsOf, walk } from './def/walk.js'
export * from './errors.js'
export type * from './protocol.js'
export { determinize, handOf, mayHoldSecrets, reopen } from './play/determinize.js'
export { applyEvents, type Board, isTold, knownTo } from './play/follow.js'
export { linkGame } from './play/game.js'
export { PolicyVisibility } from './play/policy-visibility.js'
export { Coverage, type RulePoint } from './link/coverage.js'
export { entriesFor, FALLBACKS, policyNames, policySet, seatedBy } from './play/policy/entries.js'
export type { Policy } from './play/policy/policy.js'
export { policyOf } from './play/policy/of.js'
export { type GameModule, loadModule, type ModuleGame, writeModule } from './play/module.js'
export { type SettledRules, settledRules } from './play/settled.js'
export { type Evaluated, type Expression, type LinkedValue, linkValue } from './play/values.js'
export { reseed, Rng } from './run/rng.js'
export { isComplete, problem, selectable } from './run/selection.js'
export { type Setting, settingOf } from './play/setting.js'
export { hiddenReason, type Viewer } from './infoflow/visibility.js'
export type { Slot, State } from './layout/state.js'
export {
  type Asking,
  type BlockContext,
  type BlockOptions,
  forceRolls,
  type LinkedBlock,
  linkBlock,
  linkExpr,
  show,
} from './play/workbench.js'
export * from './play/moves/index.js'
export * from './play/trace/index.js'
