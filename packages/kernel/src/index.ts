/** The kernel: links a GameDef and runs it. Pure: no I/O, no clock, no chance but its own. */
export * from './def/index.js'
export * from './errors.js'
export type * from './protocol.js'
export { determinize, mayHoldSecrets } from './determinize.js'
export { applyEvents, type Board, isTold } from './follow.js'
export { linkGame } from './game.js'
export { Rng } from './rng.js'
export { isComplete, problem, selectable } from './selection.js'
export { type Asker, unseen } from './sight.js'
export type { Slot, State } from './state.js'
export {
  type Asking,
  type BlockContext,
  type BlockOptions,
  forceRolls,
  type LinkedBlock,
  linkBlock,
  linkExpr,
  show,
} from './workbench.js'
export * from './moves/index.js'
