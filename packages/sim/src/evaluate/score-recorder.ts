import { type Game, IllegalChoice, LudoError, RuleError, type State } from '@ludoforge/kernel'
import { type Expression, linkValue } from '@ludoforge/play'
import type { ScoreCourse } from './game-note.js'

/** The score of a game, as its table shows it. Plain data. */
export interface GameScore {
  /** Its name: `hexes`. */
  readonly name: string
  /** A number for each seat of the game; `null` if the score isn't defined for the seat. */
  readonly seats: readonly (Expression | null)[]
}

/** The most points of one game. A longer game has one every second turn, every fourth, and so on. */
const MAX_POINTS = 400

/**
 * Records the score of every seat at the end of each turn, at the same moment for all of them. Without a score, it records
 * the `worth`.
 */
export class ScoreRecorder {
  readonly #read: (state: State, into: number[]) => boolean
  #points: (readonly number[])[] = []
  #every = 1

  /** `seats`: the numbers of the seats that take part. */
  constructor(
    game: Game,
    private readonly seats: readonly number[],
    score: GameScore | undefined,
  ) {
    this.#read = score === undefined ? (state, into) => game.worths(state, into) : scoreReader(game, score)
  }

  begin(): void {
    this.#points = []
    this.#every = 1
  }

  /** Adds the position after this many turns. */
  add(turns: number, state: State): void {
    if (turns % this.#every !== 0) return
    const values = this.#valuesOf(state)
    if (values === undefined) return
    this.#points.push(values)
    if (this.#points.length <= MAX_POINTS) return
    this.#points = this.#points.filter((_, i) => i % 2 === 0)
    this.#every *= 2
  }

  /** Returns the scores of the game that ended, or `null` if it has none. */
  end(turns: number, state: State): ScoreCourse | null {
    const last = this.#valuesOf(state)
    if (last === undefined) return null
    const points = this.#points
    return { turns, every: this.#every, seats: last.map((_, i) => points.map((of) => of[i] ?? 0)), last }
  }

  #valuesOf(state: State): number[] | undefined {
    const values: number[] = []
    return this.#read(state, values) ? this.seats.map((seat) => values[seat] ?? 0) : undefined
  }
}

/**
 * Returns a function that reads the scores of all seats. A score must never break a game: while it has no value, it counts
 * as 0, and one that never ends isn't read again.
 */
function scoreReader(game: Game, { seats }: GameScore): (state: State, into: number[]) => boolean {
  const values = seats.map((expression) => (expression === null ? undefined : linkValue(game, expression)))
  let isRunaway = false
  return (state, into) => {
    if (isRunaway) return false
    values.forEach((value, seat) => {
      if (value === undefined || isRunaway) return
      try {
        into[seat] = Number(value.of(state, game.def.seats[seat]?.id))
      } catch (error) {
        if (error instanceof RuleError || error instanceof IllegalChoice) return
        if (!(error instanceof LudoError) || error.code !== 'runaway-rule') throw error
        isRunaway = true
      }
    })
    return !isRunaway
  }
}
