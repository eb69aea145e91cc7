/** The benchmark suite: fixed games, opponents and seeds, and ratings over all of them. */
export {
  type SuiteGame,
  type SuiteMatch,
  suitePairs,
  type SuitePlan,
  type StoredWin,
  storedMatch,
} from './plan.js'
export { type GameTable, overallTable, gameTable, type SuiteRow } from './standings.js'
