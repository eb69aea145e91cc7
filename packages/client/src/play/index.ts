/** Tables to play at, here or on a server. */
export { type Reaching, reachTable, type Way, type WayEnds } from './linked.js'
export { choiceLabel, hintFor, usualAdviser } from './hints.js'
export { fileLines, type Lines, linesKeeper, type OpenFile } from './keepers.js'
export { forgetIndexed, indexedLines, indexedTables } from './indexed.js'
export {
  hostTable,
  type Keeper,
  type Kept,
  type LocalOptions,
  localTable,
  type Port,
  type Rules,
  workerTable,
} from './local.js'
export { type Answered, type Asked, Minds, seldom } from './minds.js'
export { ask, type Asking, type RemoteOptions, remoteTable, type Socket, type SocketMaker } from './remote.js'
export type { Heard, Proposal, Table } from './table.js'
