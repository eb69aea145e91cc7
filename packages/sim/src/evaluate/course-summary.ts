import { type Interval, meanInterval } from '../tournament/intervals.js'
import { CURVE_STEPS } from './course-recorder.js'
import { quantile, roundedInterval } from '../rounding.js'
import type { Course, GameNote } from './game-note.js'

/** How the lead changes, over all games. The definitions follow Browne (2008). */
export interface CourseSummary {
  /** Per game: how often another seat took the lead. */
  readonly leadChanges: Interval
  /** From 0 to 1: how far winners were behind, in games with one winner. */
  readonly drama: Interval
  /** The share of the game played when the winner passed the best position of any loser. */
  readonly decidedAt: Interval
  readonly curves: readonly ScoreCurve[]
  /** The number of games in the curves. */
  readonly curveGames: number
}

/** The worth of a seat over a game: the median of the games, and the band of the middle half. */
export interface ScoreCurve {
  readonly seat: string
  readonly points: readonly {
    readonly at: number // the share of the game played
    readonly low: number
    readonly median: number
    readonly high: number
  }[]
}

/** Summarises the courses of games. Returns `null` if the game declares no `worth`. */
export function courseSummary(notes: readonly GameNote[], seats: readonly string[]): CourseSummary | null {
  const courses = notes.flatMap(({ course }) => course ?? [])
  if (courses.length === 0) return null
  const unit = dramaUnit(courses)
  const curves = courses.flatMap(({ curve }) => (curve === null ? [] : [curve]))
  return {
    leadChanges: roundedInterval(meanInterval(courses.map(({ leadChanges }) => leadChanges)), 3),
    drama: roundedInterval(meanInterval(decided(courses).map((course) => dramaOf(course, unit))), 4),
    decidedAt: roundedInterval(meanInterval(courses.flatMap(({ decidedAt }) => decidedAt ?? [])), 4),
    curves: seats.map((seat, i) => ({
      seat,
      points: Array.from({ length: CURVE_STEPS + 1 }, (_, step) => {
        const sorted = curves.map((curve) => curve[i]?.[step] ?? 0).toSorted((a, b) => a - b)
        return {
          at: step / CURVE_STEPS,
          low: quantile(sorted, 0.25),
          median: quantile(sorted, 0.5),
          high: quantile(sorted, 0.75),
        }
      }),
    })),
    curveGames: curves.length,
  }
}

/** Returns the largest deficit of any seat in any game: drama is a share of it. */
export function dramaUnit(courses: readonly Course[]): number {
  return courses.reduce((most, { spread }) => Math.max(most, spread), 0)
}

/** Returns the drama of a game from 0 to 1. */
export function dramaOf({ drama }: Course, unit: number): number {
  return unit === 0 ? 0 : drama / Math.sqrt(unit)
}

const decided = (courses: readonly Course[]): Course[] =>
  courses.filter(({ decidedAt }) => decidedAt !== null)
