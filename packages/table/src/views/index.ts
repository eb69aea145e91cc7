/** What viewers are sent: snapshots, updates, history and news. */
export { freeSince, historyOf, type HistoryRange, undoHorizon } from './history.js'
export { newsOf } from './news.js'
export { grouped, snapshotsFor, updateFor, type ViewContext, type Viewers, viewersOf } from './updates.js'
