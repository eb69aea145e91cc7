import { normalQuantile, wilsonInterval } from '../tournament/intervals.js'
import { type GameResult, pointsOf } from './game-note.js'

/** The fewest games that can show that a seat is better off. */
export const MIN_COMPARED_GAMES = 30

const ERROR_RATE = 0.05

/** Two seats by number, of which the first is clearly better off. */
export interface SeatAdvantage {
  readonly better: number
  readonly worse: number
}

/**
 * Returns the best and the worst seat if their intervals of points don't overlap. They are picked after the games, so the
 * intervals hold for all pairs of seats at once (Bonferroni). `undefined` for fewer than `MIN_COMPARED_GAMES` games.
 */
export function seatAdvantage(
  notes: readonly GameResult[],
  seats: readonly number[],
): SeatAdvantage | undefined {
  if (notes.length < MIN_COMPARED_GAMES || seats.length < 2) return undefined
  const pairs = (seats.length * (seats.length - 1)) / 2
  const z = normalQuantile(1 - ERROR_RATE / pairs / 2)
  const ranked = seats
    .map((seat) => {
      const points = notes.reduce((sum, note) => sum + pointsOf(note, seat, seats.length), 0)
      return { seat, points: wilsonInterval(points, notes.length, z) }
    })
    .toSorted((a, b) => b.points.value - a.points.value)
  const [best, worst] = [ranked[0], ranked.at(-1)]
  if (best === undefined || worst === undefined) return undefined
  const isApart = (best.points.low ?? 0) > (worst.points.high ?? 1)
  return isApart ? { better: best.seat, worse: worst.seat } : undefined
}
