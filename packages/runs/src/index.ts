/** Runs: simulations and tournaments on many machines, with the same results as on one. */
export { executeRun, type Ended, type RunProgress } from './coordinator.js'
export { type DataSet, openDataSet } from './dataset/dataset.js'
export { type QueueLocation, parseQueueUrl } from './queue.js'
export { Runs } from './runs.js'
export type { Summary } from './series.js'
export type { NewRun, Out, Run, RunLine } from './store/store.js'
export { versionOf } from './version.js'
export { work } from './worker.js'
