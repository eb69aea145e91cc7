import type { Failure } from './match.js'

/**
 * The sums of simulated games. Workers send tallies as plain data. Adding them is commutative, so their order doesn't
 * matter.
 */

export interface SimError extends Failure {
  readonly game: number
  readonly seed: number | string
}

/** The sums over some games. */
export interface Tally {
  games: number
  completed: number
  decisions: number
  draws: number
  lost: number // games that everybody lost
  shared: number // games with several winners
  options: number // offered, summed over all decisions
  mostOptions: number
  slowestMs: number
  readonly wins: Map<string, number>
  readonly sharedWins: Map<string, number> // the wins shared with others
  readonly actions: Map<string, number>
  readonly lengths: Map<number, number> // a histogram: decisions of a completed game -> games
  readonly scores: Map<string, Score> // by seat, of completed games whose ranking has scores
  errors: SimError[]
}

export interface Score {
  readonly games: number
  readonly sum: number
  readonly min: number
  readonly max: number
}

/** Keeps the errors of the first games only, so that the result doesn't depend on which worker played which game. */
const MAX_ERRORS = 1000

export function emptyTally(): Tally {
  return {
    games: 0,
    completed: 0,
    decisions: 0,
    draws: 0,
    lost: 0,
    shared: 0,
    options: 0,
    mostOptions: 0,
    slowestMs: 0,
    wins: new Map(),
    sharedWins: new Map(),
    actions: new Map(),
    lengths: new Map(),
    scores: new Map(),
    errors: [],
  }
}

export function addTally(sum: Tally, more: Tally): void {
  sum.games += more.games
  sum.completed += more.completed
  sum.decisions += more.decisions
  sum.draws += more.draws
  sum.lost += more.lost
  sum.shared += more.shared
  sum.options += more.options
  sum.mostOptions = Math.max(sum.mostOptions, more.mostOptions)
  sum.slowestMs = Math.max(sum.slowestMs, more.slowestMs)
  addCounts(sum.wins, more.wins)
  addCounts(sum.sharedWins, more.sharedWins)
  addCounts(sum.actions, more.actions)
  addCounts(sum.lengths, more.lengths)
  for (const [seat, score] of more.scores) addScore(sum.scores, seat, score)
  if (more.errors.length > 0) {
    sum.errors = [...sum.errors, ...more.errors].toSorted((a, b) => a.game - b.game).slice(0, MAX_ERRORS)
  }
}

type Packed<Of> = {
  [Name in keyof Of]: Of[Name] extends Map<infer Key, infer Value> ? [Key, Value][] : Of[Name]
}

/** Converts a tally to JSON data. */
export function packTally(tally: Tally): Packed<Tally> {
  const { wins, sharedWins, actions, lengths, scores, ...rest } = tally
  return {
    ...rest,
    wins: [...wins],
    sharedWins: [...sharedWins],
    actions: [...actions],
    lengths: [...lengths],
    scores: [...scores],
  }
}

export function unpackTally(data: unknown): Tally {
  const { wins, sharedWins, actions, lengths, scores, ...rest } = data as Packed<Tally>
  return {
    ...rest,
    wins: new Map(wins),
    sharedWins: new Map(sharedWins),
    actions: new Map(actions),
    lengths: new Map(lengths),
    scores: new Map(scores),
  }
}

export function addCount<Key>(counts: Map<Key, number>, key: Key, n = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + n)
}

export function addScore(scores: Map<string, Score>, seat: string, more: Score): void {
  const before = scores.get(seat)
  const sum =
    before === undefined
      ? more
      : {
          games: before.games + more.games,
          sum: before.sum + more.sum,
          min: Math.min(before.min, more.min),
          max: Math.max(before.max, more.max),
        }
  scores.set(seat, sum)
}

function addCounts<Key>(sum: Map<Key, number>, more: ReadonlyMap<Key, number>): void {
  for (const [key, n] of more) addCount(sum, key, n)
}
