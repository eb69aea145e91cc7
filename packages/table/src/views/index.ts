/** The messages to viewers: snapshots, updates, history and news. */
export { historyOf, type HistoryRange } from './history.js'
export { newsOf } from './news.js'
export {
  changesHorizon,
  groupEvents,
  type LiveFields,
  snapshotsFor,
  updateFor,
  type ViewContext,
  type Viewers,
  viewersOf,
} from './updates.js'
