import type { SimError, Tally } from './tally.js'

/** What a designer wants to know about many games. The field names are what `sim --json` prints. */
export interface Statistics {
  readonly games: number
  readonly completed: number
  readonly errors: readonly SimError[]
  readonly decisions: number
  readonly seconds: number
  readonly decisionsPerSecond: number
  readonly gamesPerSecond: number
  /** Games won, by seat; a game that several seats win counts for each of them. */
  readonly wins: Readonly<Record<string, number>>
  /** Of the wins, those that several seats share, by seat. */
  readonly sharedWins: Readonly<Record<string, number>>
  /** Games that several seats won, and games that nobody won. */
  readonly shared: number
  readonly draws: number
  /** What the final ranking went by, by seat; empty if it went by nothing that is counted. */
  readonly scores: Readonly<
    Record<string, { readonly mean: number; readonly min: number; readonly max: number }>
  >
  /** Of completed games. */
  readonly decisionsPerGame: {
    readonly mean: number
    readonly p50: number
    readonly p95: number
    readonly max: number
  }
  /** Options offered at a decision; of a range of numbers, how many there are. */
  readonly branching: { readonly mean: number; readonly max: number }
  /** How often each action was begun. */
  readonly actions: Readonly<Record<string, number>>
  readonly slowestDecisionMs: number
}

export function statistics(tally: Tally, seats: readonly string[], seconds: number): Statistics {
  const { games, completed, decisions, shared, draws, errors } = tally
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

/** The smallest length that at least this share of the games do not exceed. */
function percentile(sorted: readonly (readonly [number, number])[], count: number, share: number): number {
  let seen = 0
  for (const [length, n] of sorted) {
    seen += n
    if (seen >= count * share) return length
  }
  return 0
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
