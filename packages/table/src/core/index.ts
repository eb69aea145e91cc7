/** A table in use: where it is stored, and who may do what. */
export {
  type AppendOnlyLog,
  fileLog,
  logStorage,
  type OpenFile,
  type StoredTable,
  type TableStorage,
} from './storage.js'
