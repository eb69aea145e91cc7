/** A table in use: its people, their requests, and its storage. */
export { pastOf, type Person, type Seat, seatDocuments, type SeatPast, withViewer } from './people.js'
export { branchPosition } from './branch-position.js'
export { foreseen } from './foreseen.js'
export { rotateSeats } from './rotate-seats.js'
export { isAway } from './takeovers.js'
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
export type { Listener } from './listeners.js'
export {
  type HostOptions,
  type PlannedChange,
  TableCore,
  type UndoProposal,
} from './table-core.js'
export { ReplayedHistory, type TableHistory, type Work } from './table-history.js'
export { previewsOf } from './previews.js'
export { RecordReader } from './record-reader.js'
export type { AppendRequest, Seating, TableHead, TableRecord } from './table-record.js'
