/** Many games: played on all cores, counted, written down and played again. */
export { playGames, type SimPlan } from './play.js'
export type { PoolProgress } from './pool.js'
export { type Seed, seedOfAgent, seedOfGame } from './seeds.js'
export { simulate, type SimRequest } from './simulate.js'
export type { Statistics } from './statistics.js'
export { type SimError, type Tally } from './tally.js'
export * from './trace/index.js'
export { startWorker } from './worker-start.js'
