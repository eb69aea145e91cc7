/** A table in use: who asks, what they may do, and where it is stored. */
export { type Person, type Seat, seatDocuments } from './people.js'
export {
  type RequestResult,
  checkAgentSpec,
  handleRequest,
  historyFor,
  type RequestServices,
} from './handle-request.js'
export {
  type AppendOnlyLog,
  fileLog,
  logStorage,
  type OpenFile,
  type StoredTable,
  type TableStorage,
} from './storage.js'
export {
  type HostOptions,
  type Listener,
  type PlannedChange,
  TableCore,
  type UndoProposal,
} from './table-core.js'
export type { Addition, Seating, TableHead, TableRecord } from './table-record.js'
