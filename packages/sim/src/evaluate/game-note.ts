/** How the lead changed in one game. Measured by the game's `worth`, after Browne (2008). */
export interface Course {
  /** How often another seat took the lead. */
  readonly leadChanges: number
  /** The mean square root of the winner's deficit over the decisions at which it was behind; 0 if it never was. */
  readonly drama: number
  /** The largest deficit of any seat, the unit of `drama`. */
  readonly spread: number
  /** The share of the game played when the winner passed the best position of any loser; null without one winner. */
  readonly decidedAt: number | null
}

/** The scores of one game at the ends of its turns. */
export interface ScoreCourse {
  /** The number of turns of the game. */
  readonly turns: number
  /** The number of turns from one point to the next. */
  readonly every: number
  /** By seat: the score at the start, after `every` turns, and so on. */
  readonly seats: readonly (readonly number[])[]
  /** By seat: the score at the end. */
  readonly last: readonly number[]
}

/** How often the seats could choose something, and how often they did. By seat number. */
export interface OptionUse {
  readonly possible: readonly number[]
  readonly taken: readonly number[]
}

/** The measurements of one completed game. Plain data. */
export interface GameNote {
  readonly game: number
  readonly decisions: number
  /** Runs of decisions by the same seat. */
  readonly turns: number
  /** The options offered, summed over all decisions. */
  readonly options: number
  /** The seat that decided first; -1 if nobody decided. */
  readonly first: number
  /** A hash of all answers in order. */
  readonly answers: number
  readonly winners: readonly number[]
  readonly result: 'win' | 'draw' | 'lose'
  /** The final scores by seat; null if the ranking has none. */
  readonly scores: readonly (number | null)[]
  /** `null` if the game declares no `worth`. */
  readonly course: Course | null
  /** `null` if the game declares neither a score nor a `worth`, and after the first games of a series. */
  readonly scoreCourse: ScoreCourse | null
  /** By the key of an `OptionName`. */
  readonly uses: Readonly<Record<string, OptionUse>>
}

/** Returns the number of games that differ in an answer or in their result. */
export function distinctGames(notes: readonly GameNote[]): number {
  return new Set(
    notes.map(({ answers, decisions, winners, result, scores }) =>
      JSON.stringify([answers, decisions, winners, result, scores]),
    ),
  ).size
}

/** An action, a card or another option, with its name for people. */
export interface OptionName {
  readonly kind: 'action' | 'card' | 'option'
  readonly name: string
  /** Of an option: the question, as the rules name it. */
  readonly question?: string
}

/** The result of a game. */
export type GameResult = Pick<GameNote, 'winners' | 'result'>

/** Returns the points of a seat: 1 for a win, shared by several winners. In a draw all seats share the point. */
export function pointsOf({ winners, result }: GameResult, seat: number, seats: number): number {
  if (result === 'draw') return 1 / seats
  return winners.includes(seat) ? 1 / winners.length : 0
}
