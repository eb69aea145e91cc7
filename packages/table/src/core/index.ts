/** A table in use: its people, their requests, and its storage. */
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
export type { AppendRequest, Seating, TableHead, TableRecord } from './table-record.js'
