import { quantile } from '../rounding.js'
import type { GameNote, ScoreCourse } from './game-note.js'

/** The scores of all seats, turn by turn. */
export interface ScoreCurves {
  /** What is measured: the score by its own name, or `worth`. */
  readonly name: string
  /** Whether it is the `worth` of the bots, because the game declares no score. */
  readonly isWorth: boolean
  /** The number of games in the curves. */
  readonly games: number
  readonly seats: readonly ScoreCurve[]
}

/** The score of a seat at the end of turns: the mean of the games, and the band of 80 % of them. */
export interface ScoreCurve {
  readonly seat: string
  readonly points: readonly {
    readonly turn: number
    readonly low: number
    readonly mean: number
    readonly high: number
  }[]
}

const MAX_POINTS = 48
const LONGEST = 0.95 // the curves end when this share of the games is over
const BAND = [0.1, 0.9] as const

/** Summarises the scores of games. A game that is over keeps its last score. Returns `null` if no game has scores. */
export function scoreCurves(
  notes: readonly Pick<GameNote, 'scoreCourse'>[],
  seats: readonly string[],
  name: string | undefined,
): ScoreCurves | null {
  const courses = notes.flatMap(({ scoreCourse }) => scoreCourse ?? [])
  if (courses.length === 0) return null
  const turns = courses.map((course) => course.turns).toSorted((a, b) => a - b)
  const sampled = sampledTurns(quantile(turns, LONGEST), seats.length)
  return {
    name: name ?? 'worth',
    isWorth: name === undefined,
    games: courses.length,
    seats: seats.map((seat, i) => ({
      seat,
      points: sampled.map((turn) => {
        const values = Float64Array.from(courses, (course) => scoreAt(course, i, turn)).toSorted()
        const [low, high] = BAND.map((share) => quantile(values, share))
        return { turn, low: low ?? 0, mean: rounded(meanOf(values)), high: high ?? 0 }
      }),
    })),
  }
}

/** Returns the turns to show. If not all fit, whole rounds apart, so that every point is after the turn of the same seat. */
function sampledTurns(last: number, seats: number): number[] {
  const least = Math.ceil(last / MAX_POINTS)
  const step = least <= 1 ? 1 : Math.ceil(least / Math.max(1, seats)) * Math.max(1, seats)
  const turns = Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step)
  return turns.at(-1) === last ? turns : [...turns, last]
}

function scoreAt({ turns, every, seats, last }: ScoreCourse, seat: number, turn: number): number {
  if (turn >= turns) return last[seat] ?? 0
  return seats[seat]?.[Math.floor(turn / every)] ?? last[seat] ?? 0
}

const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const rounded = (value: number): number => Math.round(value * 1000) / 1000
