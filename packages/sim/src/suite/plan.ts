import type { Seed } from '../seeds.js'
import type { TournamentResult } from '../tournament/result.js'
import type { PairwiseWin } from '../tournament/ratings.js'

/** A game of the suite, and the agents that every new agent meets there. */
export interface SuiteGame {
  readonly game: string
  readonly scenario?: string
  readonly deals: number // of each match
  readonly agents: readonly string[]
}

/** The suite: fixed, so that results from different machines and years can be compared. Plain data. */
export interface SuitePlan {
  readonly format: 'ludoforge-suite/1'
  readonly seed: Seed
  readonly games: readonly SuiteGame[]
}

/** A pairwise win as it is stored: round, agent and place of the winner, agent and place of the loser, weight. */
export type StoredWin = readonly [number, number, number, number, number, number]

/** A played match: two agents in every mix over the seats of a game. Plain data. */
export interface SuiteMatch {
  readonly game: string
  readonly fingerprint: string // of its rules
  readonly seats: readonly string[]
  readonly agents: readonly [string, string]
  readonly deals: number
  readonly seed: Seed
  readonly games: number
  readonly errors: number
  readonly score: readonly [number, number] // mean points of a game
  readonly decisions: readonly [number, number]
  readonly ms: readonly [number, number] // thinking time in all
  readonly wins: readonly StoredWin[]
}

/** Returns the pairs that meet in a game: those of the plan, or each `newcomer` and every other agent. */
export function suitePairs(
  { agents }: SuiteGame,
  newcomers: readonly string[],
): readonly (readonly [string, string])[] {
  const all = [...new Set([...agents, ...newcomers])]
  return all.flatMap((one, i) =>
    all
      .slice(i + 1)
      .filter((other) => newcomers.length === 0 || newcomers.includes(one) || newcomers.includes(other))
      .map((other) => [one, other] as const),
  )
}

/** Returns what the suite stores of a match. */
export function storedMatch(
  result: TournamentResult,
  wins: readonly PairwiseWin[],
  pair: readonly [string, string],
): SuiteMatch {
  const { game, fingerprint, seats, deals, seed, games, errors, standings, thinking } = result
  const both = <T>(of: (agent: string) => T): readonly [T, T] => [of(pair[0]), of(pair[1])]
  const timeOf = (agent: string) => thinking.find((time) => time.agent === agent)
  return {
    game,
    fingerprint,
    seats,
    agents: pair,
    deals,
    seed,
    games,
    errors: errors.length,
    score: both((agent) => standings.find((one) => one.agent === agent)?.all.score.value ?? 0),
    decisions: both((agent) => timeOf(agent)?.decisions ?? 0),
    ms: both((agent) => Math.round((timeOf(agent)?.decisions ?? 0) * (timeOf(agent)?.msPerDecision ?? 0))),
    wins: wins.map(({ round, winner, loser, weight }) => [
      round,
      winner.agent,
      winner.place,
      loser.agent,
      loser.place,
      weight,
    ]),
  }
}
