/** Tournaments of agents: schedule, results, ratings and their confidence intervals. */
export type { Interval } from './intervals.js'
export type { TournamentError } from './play.js'
export type { Score, TournamentResult } from './result.js'
export { tournamentSeries, type TournamentRequest, TournamentSeries } from './tournament-series.js'
