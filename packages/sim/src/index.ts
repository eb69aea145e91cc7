/** Many games: played on all cores, counted, written down and played again. */
export { playGames, type SimPlan } from './play.js'
export { type Seed, seedOfAgent, seedOfGame } from './seeds.js'
export { simulate, type SimProgress, type SimRequest } from './simulate.js'
export type { Statistics } from './statistics.js'
export { emptyTally, type SimError, type Tally } from './tally.js'
export * from './trace/index.js'
export { startWorker } from './worker-start.js'
