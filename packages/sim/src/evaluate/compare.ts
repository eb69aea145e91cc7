import { roundedInterval } from '../rounding.js'
import { type Interval, meanInterval, pairedDifferenceInterval, variance } from '../tournament/intervals.js'
import { dramaOf, dramaUnit } from './course-summary.js'
import type { EvaluationSeries } from './evaluation-series.js'
import { branchingOf } from './evaluation.js'
import type { GameNote, OptionName } from './game-note.js'

/** What a figure measures. */
type FigureKind =
  | 'won' // the share of games that a seat wins
  | 'shared' // the share of games with several winners
  | 'draws'
  | 'lost'
  | 'score' // the final score of a seat
  | 'decisions'
  | 'turns'
  | 'branching'
  | 'lead-changes'
  | 'drama'
  | 'decided'
  | 'taken' // how often an option is taken per game

/** A figure before and after a change of the rules, with the interval of the paired difference. */
export interface FigureDifference {
  readonly kind: FigureKind
  /** Whether the figure is a share from 0 to 1. */
  readonly share: boolean
  /** The id of the seat, if it is a figure of one. */
  readonly seat?: string
  readonly option?: OptionName
  readonly before: number
  readonly after: number
  readonly difference: Interval
  /** Cohen's d: the difference in standard deviations between games; `null` if no game differs from another. */
  readonly effect: number | null
}

/** The differences between two versions of a game, on the same seeds. */
export interface Comparison {
  /** The pairs of games that both versions completed. */
  readonly pairs: number
  /** The figures whose interval excludes 0, the largest effect first. */
  readonly found: readonly FigureDifference[]
  /** The figures whose difference is smaller than its interval. */
  readonly notFound: readonly FigureDifference[]
}

/** A figure of one game; `undefined` if the game has none. */
interface Figure extends Pick<FigureDifference, 'kind' | 'share' | 'seat' | 'option'> {
  readonly of: (note: GameNote) => number | undefined
}

/** Compares two versions of a game that played the same seeds with the same agents. */
export function compareEvaluations(before: EvaluationSeries, after: EvaluationSeries): Comparison {
  const others = new Map(after.notes.map((note) => [note.game, note]))
  const pairs = before.notes.flatMap((old) => {
    const now = others.get(old.game)
    return now === undefined ? [] : [{ old, now }]
  })
  const courses = pairs.flatMap(({ old, now }) => [old.course ?? [], now.course ?? []].flat())
  const figures = figuresOf(before, after, dramaUnit(courses))
  const differences = figures.flatMap((figure) => differenceOf(figure, pairs))
  const found = differences.filter(isFound)
  return {
    pairs: pairs.length,
    found: found.toSorted((a, b) => sizeOf(b) - sizeOf(a)),
    notFound: differences.filter((one) => !isFound(one)),
  }
}

/** A difference without variation is the largest of all. */
const sizeOf = ({ effect }: FigureDifference): number =>
  effect === null ? Number.POSITIVE_INFINITY : Math.abs(effect)

const isFound = ({ difference: { low, high } }: FigureDifference): boolean =>
  low !== null && high !== null && (low > 0 || high < 0)

function figuresOf(before: EvaluationSeries, after: EvaluationSeries, unit: number): Figure[] {
  const { def } = before
  const flag = (kind: FigureKind, of: (note: GameNote) => boolean): Figure => ({
    kind,
    share: true,
    of: (note) => (of(note) ? 1 : 0),
  })
  const number = (kind: FigureKind, of: Figure['of']): Figure => ({ kind, share: false, of })
  const seats = before.work.evaluate.seats
  const names = new Map([...before.names, ...after.names])
  return [
    ...seats.map((seat) => ({
      ...flag('won', ({ winners }) => winners.includes(seat)),
      seat: def.seats[seat]?.id ?? '',
    })),
    flag('shared', ({ winners }) => winners.length > 1),
    flag('draws', ({ result }) => result === 'draw'),
    flag('lost', ({ result }) => result === 'lose'),
    ...seats.map((seat) => ({
      ...number('score', ({ scores }) => scores[seat] ?? undefined),
      seat: def.seats[seat]?.id ?? '',
    })),
    number('decisions', ({ decisions }) => decisions),
    number('turns', ({ turns }) => turns),
    number('branching', branchingOf),
    number('lead-changes', ({ course }) => course?.leadChanges),
    { ...number('drama', ({ course }) => dramaIn(course, unit)), share: true },
    { ...number('decided', ({ course }) => course?.decidedAt ?? undefined), share: true },
    ...[...names].map(([key, option]) => ({
      ...number('taken', ({ uses }) => sum(uses[key]?.taken ?? [])),
      option,
    })),
  ]
}

const dramaIn = (course: GameNote['course'], unit: number): number | undefined =>
  course === null || course.decidedAt === null ? undefined : dramaOf(course, unit)

interface Pair {
  readonly old: GameNote
  readonly now: GameNote
}

/** Returns the paired difference of a figure, or nothing if no pair has it or it is 0 in all games. */
function differenceOf({ of, ...about }: Figure, pairs: readonly Pair[]): FigureDifference[] {
  const values = pairs.flatMap(({ old, now }) => {
    const [a, b] = [of(old), of(now)]
    return a === undefined || b === undefined ? [] : [{ a, b }]
  })
  if (values.every(({ a, b }) => a === 0 && b === 0)) return []
  const differences = values.map(({ a, b }) => b - a)
  const interval =
    about.kind === 'drama' || !about.share ? meanInterval(differences) : pairedDifferenceInterval(differences)
  const [before, after] = [values.map(({ a }) => a), values.map(({ b }) => b)]
  const deviation = Math.sqrt((variance(before) + variance(after)) / 2)
  const digits = about.share ? 4 : 3
  const rounded = (value: number) => roundedInterval({ value, low: null, high: null }, digits).value
  return [
    {
      ...about,
      before: rounded(meanInterval(before).value),
      after: rounded(meanInterval(after).value),
      difference: roundedInterval(interval, digits),
      effect: deviation === 0 ? null : rounded(interval.value / deviation),
    },
  ]
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
