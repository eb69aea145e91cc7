/**
 * The tables of the suite. All matches of a game are one Bradley–Terry fit with strengths for agents and seats. A game
 * with several seats counts by pairs: in each game, each seat is compared with each seat of a rival. The overall table is
 * one fit over all games, with the seats of each game of their own. The deal is the unit of the bootstrap: all matches of
 * a game play the same deals.
 */
import { roundedInterval } from '../rounding.js'
import type { Interval } from '../tournament/intervals.js'
import { bradleyTerryRatings, type PairwiseWin } from '../tournament/ratings.js'
import type { SuiteMatch } from './plan.js'

/** An agent of a table. */
export interface SuiteRow {
  readonly agent: string
  readonly rating: Interval // the average of all agents of the table is 0
  readonly games: number
  readonly score: number // mean points of a game
  readonly msPerDecision: number
}

/** The agents of one game with their ratings. */
export interface GameTable {
  readonly game: string
  readonly seats: readonly string[]
  readonly errors: number
  readonly rows: readonly SuiteRow[] // best first
}

/** Returns the table of one game. */
export function gameTable(matches: readonly SuiteMatch[], game: string): GameTable {
  const own = matches.filter((match) => match.game === game)
  return { game, seats: own[0]?.seats ?? [], errors: errorsIn(own), rows: rowsOf(own) }
}

/** Returns the table over all games. */
export function overallTable(matches: readonly SuiteMatch[]): readonly SuiteRow[] {
  return rowsOf(matches)
}

function rowsOf(matches: readonly SuiteMatch[]): SuiteRow[] {
  const agents = [...new Set(matches.flatMap((match) => match.agents))].toSorted()
  const ratings = ratingsOf(matches, agents)
  return agents
    .map((agent, i) => ({
      agent,
      rating: roundedInterval(ratings[i] ?? { value: 0, low: null, high: null }, 0),
      ...totalsOf(matches, agent),
    }))
    .toSorted((a, b) => b.rating.value - a.rating.value)
}

function ratingsOf(matches: readonly SuiteMatch[], agents: readonly string[]): Interval[] {
  const games = [...new Set(matches.map(({ game }) => game))].toSorted()
  const seatsOf = (game: string): number => matches.find((match) => match.game === game)?.seats.length ?? 0
  const dealsOf = (game: string): number =>
    Math.max(0, ...matches.filter((match) => match.game === game).map(({ deals }) => deals))
  let [places, rounds] = [0, 0]
  const wins = games.flatMap((game) => {
    const [firstPlace, firstRound] = [places, rounds]
    places += seatsOf(game)
    rounds += dealsOf(game)
    return matches
      .filter((match) => match.game === game)
      .flatMap((match) => match.wins.map((win) => pairwiseWin(match, win, agents, firstPlace, firstRound)))
  })
  return bradleyTerryRatings(wins, agents.length, places, 'suite')
}

function pairwiseWin(
  match: SuiteMatch,
  [round, winner, winnerPlace, loser, loserPlace, weight]: SuiteMatch['wins'][number],
  agents: readonly string[],
  firstPlace: number,
  firstRound: number,
): PairwiseWin {
  const placed = (agent: number, place: number) => ({
    agent: agents.indexOf(match.agents[agent] ?? ''),
    place: firstPlace + place,
  })
  return {
    round: firstRound + round,
    winner: placed(winner, winnerPlace),
    loser: placed(loser, loserPlace),
    weight,
  }
}

function totalsOf(matches: readonly SuiteMatch[], agent: string): Omit<SuiteRow, 'agent' | 'rating'> {
  let [games, points, decisions, ms] = [0, 0, 0, 0]
  for (const match of matches) {
    const at = match.agents.indexOf(agent)
    if (at < 0) continue
    games += match.games
    points += (match.score[at] ?? 0) * match.games
    decisions += match.decisions[at] ?? 0
    ms += match.ms[at] ?? 0
  }
  return {
    games,
    score: rounded(points / Math.max(1, games), 3),
    msPerDecision: rounded(ms / Math.max(1, decisions), 2),
  }
}

const errorsIn = (matches: readonly SuiteMatch[]): number =>
  matches.reduce((sum, { errors }) => sum + errors, 0)

function rounded(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
