/** Built on the kernel: explanations, previews, moves, policies, traces, modules. */
export {
  determinize,
  privateHandHash,
  hasSecretsOnStack,
  reopenSimultaneous,
} from './determinize/determinize.js'
export { applyEvents, type Board, isVisibleTo, eventsVisibleTo } from './apply-events.js'
export { PolicyVisibility } from './policy/policy-visibility.js'
export { entriesFor, FALLBACKS, policyNames, policySet, seatOptionOf } from './policy/entries.js'
export type { Policy } from './policy/policy.js'
export { policyOf } from './policy/policy-of.js'
export { type GameModule, loadModule, type ModuleGame, writeModule } from './module.js'
export { type SpecializedRules, specializedRules } from './workbench/specialized-rules.js'
export { type Evaluated, type Expression, type LinkedValue, linkValue } from './workbench/values.js'
export {
  type LinkedExpression,
  type BlockContext,
  type BlockOptions,
  forceRolls,
  type LinkedBlock,
  linkBlock,
  linkExpr,
  showValue,
} from './workbench/workbench.js'
export * from './moves/index.js'
export * from './trace/index.js'
export { explain } from './explain/index.js'
export type { Explanation, Reason } from './explain/explanation.js'
export { type Preview, preview } from './preview/preview.js'
