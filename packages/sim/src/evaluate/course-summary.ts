import { type Interval, meanInterval } from '../tournament/intervals.js'
import { roundedInterval } from '../rounding.js'
import type { Course, GameNote } from './game-note.js'

/** How the lead changes, over all games. The definitions follow Browne (2008). */
export interface CourseSummary {
  /** Per game: how often another seat took the lead. */
  readonly leadChanges: Interval
  /** From 0 to 1: how far winners were behind, in games with one winner. */
  readonly drama: Interval
  /** The share of the game played when the winner passed the best position of any loser. */
  readonly decidedAt: Interval
}

/** Summarises the courses of games. Returns `null` if the game declares no `worth`. */
export function courseSummary(notes: readonly GameNote[]): CourseSummary | null {
  const courses = notes.flatMap(({ course }) => course ?? [])
  if (courses.length === 0) return null
  const unit = dramaUnit(courses)
  return {
    leadChanges: roundedInterval(meanInterval(courses.map(({ leadChanges }) => leadChanges)), 3),
    drama: roundedInterval(meanInterval(decided(courses).map((course) => dramaOf(course, unit))), 4),
    decidedAt: roundedInterval(meanInterval(courses.flatMap(({ decidedAt }) => decidedAt ?? [])), 4),
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
