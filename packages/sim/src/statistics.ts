import type { SimError, Tally } from './tally.js'

/** The statistics of a simulation. The field names are those of `sim --json`. */
export interface Statistics {
  readonly games: number
  readonly completed: number
  readonly errors: readonly SimError[]
  readonly decisions: number
  readonly seconds: number
  readonly decisionsPerSecond: number
  readonly gamesPerSecond: number
  /** Games won, by seat. A game with several winners counts for each. */
  readonly wins: Readonly<Record<string, number>>
  /** The wins that a seat shares with others, by seat. */
  readonly sharedWins: Readonly<Record<string, number>>
  /** Games with several winners, and games without a winner. */
  readonly shared: number
  readonly draws: number
  /** Games that everybody lost. */
  readonly lost: number
  /** The final scores, by seat; empty if rankings have no scores. */
  readonly scores: Readonly<
    Record<string, { readonly mean: number; readonly min: number; readonly max: number }>
  >
  /** The length of completed games. */
  readonly decisionsPerGame: {
    readonly mean: number
    readonly p50: number
    readonly p95: number
    readonly max: number
  }
  /** The branching factor: options per decision, or the size of a number range. */
  readonly branching: { readonly mean: number; readonly max: number }
  /** How often each action began. */
  readonly actions: Readonly<Record<string, number>>
  readonly slowestDecisionMs: number
}

export function statistics(tally: Tally, seats: readonly string[], seconds: number): Statistics {
  const { games, completed, decisions, shared, draws, lost, errors } = tally
  const bySeat = (counts: ReadonlyMap<string, number>) =>
    Object.fromEntries(seats.map((seat) => [seat, counts.get(seat) ?? 0]))
  const actions = Object.fromEntries(
    [...tally.actions].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
  )
  const scores = Object.fromEntries(
    seats.flatMap((seat) => {
      const score = tally.scores.get(seat)
      if (score === undefined) return []
      return [[seat, { mean: round(score.sum / score.games, 2), min: score.min, max: score.max }]]
    }),
  )
  return {
    games,
    completed,
    errors,
    decisions,
    seconds: round(seconds, 3),
    decisionsPerSecond: seconds > 0 ? Math.round(decisions / seconds) : 0,
    gamesPerSecond: seconds > 0 ? round(games / seconds, 2) : 0,
    wins: bySeat(tally.wins),
    sharedWins: bySeat(tally.sharedWins),
    shared,
    draws,
    lost,
    scores,
    decisionsPerGame: distribution(tally.lengths),
    branching: { mean: decisions > 0 ? round(tally.options / decisions, 2) : 0, max: tally.mostOptions },
    actions,
    slowestDecisionMs: round(tally.slowestMs, 3),
  }
}

function distribution(lengths: ReadonlyMap<number, number>): Statistics['decisionsPerGame'] {
  const sorted = [...lengths].toSorted((a, b) => a[0] - b[0])
  const count = sorted.reduce((sum, [, n]) => sum + n, 0)
  if (count === 0) return { mean: 0, p50: 0, p95: 0, max: 0 }
  const total = sorted.reduce((sum, [length, n]) => sum + length * n, 0)
  return {
    mean: round(total / count, 2),
    p50: percentile(sorted, count, 0.5),
    p95: percentile(sorted, count, 0.95),
    max: sorted.at(-1)?.[0] ?? 0,
  }
}

/** Returns the smallest length that at least this share of the games don't exceed. */
function percentile(sorted: readonly (readonly [number, number])[], count: number, share: number): number {
  let cumulative = 0
  for (const [length, n] of sorted) {
    cumulative += n
    if (cumulative >= count * share) return length
  }
  return 0
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
