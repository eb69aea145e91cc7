import {
  pairedDifferenceInterval,
  clusteredWilsonInterval,
  type Interval,
  meanInterval,
  wilsonInterval,
} from './intervals.js'
import type { GameRecord, Place, TournamentBatch, Thinking, TournamentError } from './play.js'
import { type PairwiseWin, bradleyTerryRatings } from './ratings.js'
import { roundedInterval } from '../rounding.js'
import { type SchedulePlan, type Schedule, scheduleOf } from './schedule.js'

/** The result of a tournament. The field names are those of `tournament --json`. */
export interface TournamentResult {
  readonly game: string
  readonly fingerprint: string // of its rules
  readonly scenario?: string
  readonly seats: readonly string[] // that take part, or teams; one agent plays all of a team
  readonly agents: readonly string[]
  readonly against?: string
  readonly seed: number | string
  readonly deals: number
  readonly games: number // completed or failed
  readonly completed: number
  readonly errors: readonly TournamentError[]
  readonly seconds: number
  readonly standings: readonly Standing[] // of the measured agents, in the order given
  readonly differences: readonly Difference[] // of each pair of measured agents
  readonly ratings: readonly (Interval & { readonly agent: string })[] // best first; none without rivals
  readonly thinking: readonly ThinkingTime[]
}

interface Standing {
  readonly agent: string
  readonly all: Score
  readonly seats: Readonly<Record<string, Score>>
}

/** The score of an agent in a tournament. */
export interface Score {
  readonly games: number
  readonly won: number // a shared win counts for each
  readonly shared: number // the wins shared with others
  readonly drawn: number
  readonly rate: Interval // of games won
  readonly score: Interval // mean points: 1 for a win, a share of it for a shared win or a draw
  readonly margin: Interval | null // own final worth less that of the best rival, if there is one
}

/** The paired difference between two agents, on the same deals in the same seats. */
interface Difference {
  readonly agent: string
  readonly less: string // the agent with the lower score
  readonly rate: Interval // of games won
  readonly score: Interval // of points
  readonly margin: Interval | null
}

interface ThinkingTime {
  readonly agent: string
  readonly decisions: number
  readonly msPerDecision: number
  readonly slowestMs: number
}

export interface ResultInput {
  readonly of: Pick<TournamentResult, 'game' | 'fingerprint' | 'scenario'>
  readonly agents: readonly string[]
  readonly places: readonly Place[]
  readonly pairing: SchedulePlan
  readonly played: TournamentBatch
  readonly seconds: number
}

export function resultOf({ of, agents, places, pairing, played, seconds }: ResultInput): TournamentResult {
  const schedule = scheduleOf(pairing)
  // In the order of the schedule, so that floating-point sums don't depend on the order of arrival.
  const records = played.records.toSorted((a, b) => a.game - b.game)
  const errors = played.errors.toSorted((a, b) => a.game - b.game)
  const seats = places.map(({ name }) => name)
  const teams = places.map(({ team }) => team)
  const entries = entriesOf(records, schedule, teams)
  const name = (agent: number) => agents[agent] ?? ''
  const { against, measured, seed, rounds } = pairing
  const beats = beatsOf(records, schedule, teams)
  const hasRivals = new Set(teams).size > 1
  const ratings = hasRivals ? bradleyTerryRatings(beats, agents.length, seats.length, seed) : []
  const byAgent = measured.map((hero) => ({ hero, entries: entries.filter(({ agent }) => agent === hero) }))
  return {
    ...of,
    seats,
    agents,
    ...(against === undefined ? {} : { against: name(against) }),
    seed,
    deals: rounds,
    games: records.length + errors.length,
    completed: records.length,
    errors,
    seconds: rounded(seconds),
    standings: byAgent.map(({ hero, entries: own }) => ({
      agent: name(hero),
      all: scoreOf(own),
      seats: Object.fromEntries(
        seats.flatMap((seat, place) => {
          const there = own.filter((entry) => entry.place === place)
          return there.length === 0 ? [] : [[seat, scoreOf(there)]]
        }),
      ),
    })),
    differences: byAgent.flatMap((one, i) =>
      byAgent.slice(i + 1).flatMap((other) => differenceOf(one, other, name)),
    ),
    ratings: ratings
      .map((rating, agent) => ({ agent: name(agent), ...roundedInterval(rating, 1) }))
      .toSorted((a, b) => b.value - a.value),
    thinking: played.thinking.map((time, agent) => thinkingTimeOf(name(agent), time)),
  }
}

/** The result of one agent in one place of one game. */
interface Entry {
  readonly round: number
  readonly agent: number
  readonly place: number
  readonly won: boolean
  readonly shared: boolean
  readonly drawn: boolean
  readonly points: number
  readonly margin: number | null
}

function entriesOf(
  records: readonly GameRecord[],
  schedule: Schedule,
  teams: readonly number[], // by place
): Entry[] {
  const sides = new Set(teams).size
  return records.flatMap(({ game, won, drawn, margins }) => {
    const { round, agents, counted } = schedule.lineup(game)
    const winners = new Set(teams.filter((_, place) => won[place] === true)).size
    return counted.map((place) => {
      const wins = won[place] === true
      return {
        round,
        agent: agents[place] ?? -1,
        place,
        won: wins,
        shared: wins && winners > 1,
        drawn,
        // The winning sides share one point, or all do in a draw. Partners don't share it.
        points: drawn ? 1 / sides : wins ? 1 / winners : 0,
        margin: margins?.[place] ?? null,
      }
    })
  })
}

function scoreOf(entries: readonly Entry[]): Score {
  const games = entries.length
  const won = wonIn(entries)
  const rounds = [...byRound(entries).values()]
  const share = (hitsOf: (entries: readonly Entry[]) => number): Interval =>
    rounds.length === games
      ? wilsonInterval(hitsOf(entries), games)
      : clusteredWilsonInterval(rounds.map((group) => ({ hits: hitsOf(group), trials: group.length })))
  const margins = rounds.flatMap(marginOf)
  return {
    games,
    won,
    shared: entries.filter((entry) => entry.shared).length,
    drawn: entries.filter((entry) => entry.drawn).length,
    rate: roundedInterval(share(wonIn), 4),
    score: roundedInterval(share(pointsIn), 4),
    margin: margins.length === 0 ? null : roundedInterval(meanInterval(margins), 3),
  }
}

/** A measured agent and its results. */
interface MeasuredAgent {
  readonly hero: number
  readonly entries: readonly Entry[]
}

/** Compares two agents deal by deal, so that the luck of the deal cancels out. The better one comes first. */
function differenceOf(
  one: MeasuredAgent,
  other: MeasuredAgent,
  name: (agent: number) => string,
): Difference[] {
  const others = byRound(other.entries)
  const pairs = [...byRound(one.entries)].flatMap(([round, mine]) => {
    const theirs = others.get(round)
    return theirs === undefined ? [] : [{ mine, theirs }]
  })
  if (pairs.length === 0) return []
  const difference = (sumOf: (entries: readonly Entry[]) => number): Interval =>
    pairedDifferenceInterval(
      pairs.map(({ mine, theirs }) => sumOf(mine) / mine.length - sumOf(theirs) / theirs.length),
    )
  const score = difference(pointsIn)
  if (score.value < 0) return differenceOf(other, one, name)
  const margins = pairs.flatMap(({ mine, theirs }) =>
    marginOf(mine).flatMap((own) => marginOf(theirs).map((rival) => own - rival)),
  )
  return [
    {
      agent: name(one.hero),
      less: name(other.hero),
      rate: roundedInterval(difference(wonIn), 4),
      score: roundedInterval(score, 4),
      margin: margins.length === 0 ? null : roundedInterval(meanInterval(margins), 3),
    },
  ]
}

function byRound(entries: readonly Entry[]): Map<number, Entry[]> {
  const rounds = new Map<number, Entry[]>()
  for (const entry of entries) {
    const group = rounds.get(entry.round)
    if (group === undefined) rounds.set(entry.round, [entry])
    else group.push(entry)
  }
  return rounds
}

function wonIn(entries: readonly Entry[]): number {
  return entries.filter(({ won }) => won).length
}

function pointsIn(entries: readonly Entry[]): number {
  return entries.reduce((sum, { points }) => sum + points, 0)
}

/** Returns the mean margin of one deal, whose games aren't independent, or nothing if the game has no margins. */
function marginOf(entries: readonly Entry[]): number[] {
  const known = entries.flatMap(({ margin }) => (margin === null ? [] : [margin]))
  return known.length === 0 ? [] : [known.reduce((sum, margin) => sum + margin, 0) / known.length]
}

/** Returns the pairwise wins of rivals in each game. Equal ranks below the first count for nothing. */
export function beatsOf(
  records: readonly GameRecord[],
  schedule: Schedule,
  teams: readonly number[],
): PairwiseWin[] {
  const beats: PairwiseWin[] = []
  for (const { game, ranks, won, drawn } of records) {
    const { round, agents } = schedule.lineup(game)
    const placed = ranks.flatMap((rank, place) => {
      const agent = agents[place]
      return agent === undefined ? [] : [{ agent, place, rank, won: won[place] === true }]
    })
    for (const one of placed) {
      for (const other of placed) {
        if (teams[one.place] === teams[other.place]) continue
        if (one.rank < other.rank) beats.push({ round, winner: one, loser: other, weight: 1 })
        else if (one.rank === other.rank && (drawn || (one.won && other.won)))
          beats.push({ round, winner: one, loser: other, weight: 0.5 })
      }
    }
  }
  return beats
}

function thinkingTimeOf(agent: string, { decisions, ms, slowestMs }: Thinking): ThinkingTime {
  return {
    agent,
    decisions,
    msPerDecision: rounded(ms / Math.max(1, decisions), 4),
    slowestMs: rounded(slowestMs),
  }
}

function rounded(value: number, digits = 3): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
