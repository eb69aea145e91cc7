/** The kernel: links a GameDef and runs it. Pure: no I/O, no clock, no chance but its own. */
export * from './def/index.js'
export type * from './protocol.js'
export * from './errors.js'
export { linkGame } from './game.js'
export { Rng } from './rng.js'
export { isComplete, problem, selectable } from './selection.js'
export type { State } from './state.js'
