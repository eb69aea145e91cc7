/** `@ludoforge/desk/balance`: plays games of a rulebook in workers while it is edited, and streams the results. */
export { BalanceJobs } from './balance-jobs.js'
export { BatchPool, type PlayerWorker } from './batch-pool.js'
export { gameScore } from './game-score.js'
export type {
  BalanceRequest,
  BalanceResult,
  ComparedLineup,
  FromBalance,
  LineupResult,
  SweepRequest,
  SweepResult,
  ToBalance,
} from './messages.js'
export { batchAnswerer } from './play-batches.js'
