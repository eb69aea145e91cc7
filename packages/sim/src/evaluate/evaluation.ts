import type { CoverageReport } from '@ludoforge/compiler/files'
import type { GameDef } from '@ludoforge/kernel'
import type { Seed } from '../seeds.js'
import type { Statistics } from '../statistics.js'
import { type Interval, meanInterval, wilsonInterval } from '../tournament/intervals.js'
import { type CourseSummary, courseSummary } from './course-summary.js'
import { distinctGames, type GameNote, type OptionName, pointsOf } from './game-note.js'
import { quantile, roundedInterval } from '../rounding.js'
import { type ScoreCurves, scoreCurves } from './score-summary.js'
import { type OptionSummary, optionSummaries } from './option-summary.js'
import { seatAdvantage } from './seat-advantage.js'

/** The measurements of a game by many plays. The field names are those of `evaluate --json`. */
export interface Evaluation {
  readonly game: string
  readonly title: string
  readonly scenario?: string
  readonly seed: Seed
  /** The seats that take part, in order. */
  readonly seats: readonly SeatSummary[]
  readonly statistics: Statistics
  /** The number of games that differ. If all are identical, it is 1, and no figure has an interval. */
  readonly distinct: number
  /** Two seats of which the first is clearly better off; `null` if there are none or too few games. */
  readonly advantage: { readonly seat: string; readonly over: string } | null
  /** The shares of games with several winners, without a winner, and lost by all. */
  readonly shared: Interval
  readonly draws: Interval
  readonly lost: Interval
  readonly firstPlayer: FirstPlayer
  readonly decisions: Distribution
  readonly turns: Distribution
  /** The options per decision, as the mean of the games' means. */
  readonly branching: Interval
  /** `null` if the game declares no `worth`. */
  readonly course: CourseSummary | null
  /** The scores turn by turn; `null` if the game declares neither a score nor a `worth`. */
  readonly curves: ScoreCurves | null
  /** `null` if rankings have no scores, or only one seat takes part. */
  readonly margins: FinalMargins | null
  readonly options: readonly OptionSummary[]
  readonly rules: RuleCoverage
  readonly slowest: readonly NamedSlowDecision[]
}

/** The results of a seat. */
export interface SeatSummary {
  readonly seat: string
  readonly name: string
  readonly agent: string
  /** The share of games won. A shared win counts for each winner. */
  readonly won: Interval
  readonly sharedWins: number
  /** The share of games that the seat wins alone. */
  readonly alone: Interval
  /** The mean points: 1 for a win, a share of it for a shared win or a draw. */
  readonly points: Interval
  /** The mean final score; `null` if rankings have no scores. */
  readonly score: Interval | null
}

/** The advantage of deciding first. */
export interface FirstPlayer {
  /** The seats that decided first, and in how many games. */
  readonly games: Readonly<Record<string, number>>
  /** The mean points of the seat that decided first, less an equal share. */
  readonly advantage: Interval
}

/** The distribution of a whole number over games. */
export interface Distribution {
  readonly mean: Interval
  readonly p5: number
  readonly p50: number
  readonly p95: number
  readonly max: number
  readonly bins: readonly { readonly from: number; readonly to: number; readonly games: number }[]
}

/** By how much games are won, in final scores. */
export interface FinalMargins {
  /** With two seats: the score of the second less that of the first. Otherwise that of the best less the next. */
  readonly signed: boolean
  readonly bins: Distribution['bins']
}

/** The rules that ran in the first games of the evaluation. */
export interface RuleCoverage extends Pick<CoverageReport, 'total' | 'missed'> {
  readonly games: number
}

/** A decision for which an agent needed long. */
interface NamedSlowDecision {
  readonly ms: number
  readonly game: number
  readonly seed: Seed
  readonly decision: number
  readonly seat: string
}

/** The input of a summary. */
export interface EvaluationInput {
  readonly def: GameDef
  readonly scenario?: string
  readonly seed: Seed
  readonly agents: readonly string[]
  /** The numbers of the seats that take part. */
  readonly seats: readonly number[]
  readonly notes: readonly GameNote[]
  readonly names: ReadonlyMap<string, OptionName>
  /** The name of the score, if the game declares one. */
  readonly score: string | undefined
  readonly statistics: Statistics
  readonly rules: RuleCoverage
  readonly slowest: readonly NamedSlowDecision[]
}

/** Summarises evaluated games. */
export function evaluationOf(input: EvaluationInput): Evaluation {
  const { def, scenario, seed, seats, notes, names, statistics, rules, slowest } = input
  const share = (holds: (note: GameNote) => boolean): Interval =>
    roundedInterval(wilsonInterval(notes.filter(holds).length, notes.length), 4)
  const distinct = distinctGames(notes)
  const isRepeated = distinct === 1 && notes.length > 1
  const apart = isRepeated ? undefined : seatAdvantage(notes, seats)
  const idOf = (seat: number): string => def.seats[seat]?.id ?? ''
  const summary: Evaluation = {
    game: def.id,
    title: def.title,
    ...(scenario === undefined ? {} : { scenario }),
    seed,
    seats: seats.map((seat) => seatSummary(input, seat)),
    statistics,
    distinct,
    advantage: apart === undefined ? null : { seat: idOf(apart.better), over: idOf(apart.worse) },
    shared: share(({ winners }) => winners.length > 1),
    draws: share(({ result }) => result === 'draw'),
    lost: share(({ result }) => result === 'lose'),
    firstPlayer: firstPlayer(input),
    decisions: distribution(notes.map(({ decisions }) => decisions)),
    turns: distribution(notes.map(({ turns }) => turns)),
    branching: roundedInterval(meanInterval(notes.map(branchingOf)), 3),
    course: courseSummary(notes),
    curves: scoreCurves(notes, seats.map(idOf), input.score),
    margins: finalMargins(notes, seats),
    options: optionSummaries(
      notes,
      names,
      seats.map((seat) => ({ seat, id: idOf(seat) })),
    ),
    rules,
    slowest,
  }
  return isRepeated ? withoutBounds(summary) : summary
}

/** Removes the bounds of all intervals: a game that is only repeated is a sample of one. */
function withoutBounds<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutBounds) as T
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([key, part]) => [key, withoutBounds(part as unknown)])
  const isInterval = 'value' in value && 'low' in value && 'high' in value
  return { ...Object.fromEntries(parts), ...(isInterval ? { low: null, high: null } : {}) } as T
}

/** Returns the mean number of options per decision of a game. */
export const branchingOf = ({ options, decisions }: GameNote): number => options / Math.max(1, decisions)

function seatSummary({ def, agents, seats, notes }: EvaluationInput, seat: number): SeatSummary {
  const won = notes.filter(({ winners }) => winners.includes(seat))
  const scores = notes.flatMap(({ scores: of }) => of[seat] ?? [])
  const points = notes.reduce((sum, note) => sum + pointsOf(note, seat, seats.length), 0)
  return {
    seat: def.seats[seat]?.id ?? '',
    name: def.seats[seat]?.name ?? '',
    agent: agents[seat] ?? '',
    won: roundedInterval(wilsonInterval(won.length, notes.length), 4),
    sharedWins: won.filter(({ winners }) => winners.length > 1).length,
    alone: roundedInterval(
      wilsonInterval(won.filter(({ winners }) => winners.length === 1).length, notes.length),
      4,
    ),
    points: roundedInterval(wilsonInterval(points, notes.length), 4),
    score: scores.length === 0 ? null : roundedInterval(meanInterval(scores), 3),
  }
}

function firstPlayer({ def, seats, notes }: EvaluationInput): FirstPlayer {
  const begun = notes.filter(({ first }) => first >= 0)
  const games = seats.flatMap((seat) => {
    const n = begun.filter(({ first }) => first === seat).length
    return n === 0 ? [] : [[def.seats[seat]?.id ?? '', n] as const]
  })
  const gains = begun.map((note) => pointsOf(note, note.first, seats.length) - 1 / Math.max(1, seats.length))
  return { games: Object.fromEntries(games), advantage: roundedInterval(meanInterval(gains), 4) }
}

/** Returns the margins of all games whose seats have scores. */
function finalMargins(notes: readonly GameNote[], seats: readonly number[]): FinalMargins | null {
  if (seats.length < 2) return null
  const isPair = seats.length === 2
  const margins = notes.flatMap(({ scores }) => {
    const own = seats.flatMap((seat) => scores[seat] ?? [])
    if (own.length < seats.length) return []
    const [first = 0, second = 0] = isPair ? own : own.toSorted((a, b) => b - a)
    return [isPair ? second - first : first - second]
  })
  return margins.length === 0 ? null : { signed: isPair, bins: distribution(margins).bins }
}

const MAX_BINS = 20

function distribution(values: readonly number[]): Distribution {
  const sorted = values.toSorted((a, b) => a - b)
  const [least = 0] = sorted
  const most = sorted.at(-1) ?? 0
  const width = Math.max(1, Math.ceil((most - least + 1) / MAX_BINS))
  const bins = Array.from({ length: Math.ceil((most - least + 1) / width) }, (_, i) => {
    const from = least + i * width
    const games = sorted.filter((value) => value >= from && value < from + width).length
    return { from, to: from + width - 1, games }
  })
  return {
    mean: roundedInterval(meanInterval(values), 2),
    p5: quantile(sorted, 0.05),
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: most,
    bins: values.length === 0 ? [] : bins,
  }
}
