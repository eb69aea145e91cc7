/** Agents against each other: who sits where, what came of it, and how sure that is. */
export type { Interval } from './intervals.js'
export type { TournamentError } from './play.js'
export type { Score, TournamentResult } from './result.js'
export { tournamentSeries, tournament, type TournamentRequest, TournamentSeries } from './tournament.js'
