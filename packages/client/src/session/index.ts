/** Sessions at tables in this process, in a worker or on a server, and their transports. */
export { type ConnectOptions, connectTable, type Transport, type TransportHandlers } from './connection.js'
export { deleteIndexedDbTable, indexedDbLog, indexedDbTables } from './indexed-db.js'
export { hostTable, localTable, type Port, workerTable } from './local.js'
export {
  callEndpoint,
  type CallOptions,
  type RemoteOptions,
  remoteTable,
  type WebSocketLike,
  type WebSocketConstructor,
} from './remote.js'
export type { Proposal, Table, TableEvent } from './table.js'
