/**
 * Minimax with alpha-beta pruning (Knuth and Moore 1975) and a transposition table, to the end of the game. The value is
 * proven: nothing is estimated, and no line is cut short. For games of two seats without chance and hidden information.
 */
import { uncertaintyOf } from '@ludoforge/agents'
import { type Game, present, type StartOptions, type State } from '@ludoforge/kernel'
import { certainPosition, positionKey, startOutcomes } from '@ludoforge/play'
import { legalAnswers } from './answers.js'
import { hasScores, type Payoff, payoffOf } from './payoffs.js'
import { Unsolvable } from './unsolvable.js'

/** How to search. */
export interface SearchOptions {
  readonly start?: StartOptions
  readonly payoff?: Payoff
  readonly maxPositions?: number // default: 20 million
  /** Called now and then. It may throw to stop the search. */
  readonly progress?: (positions: number) => void
}

/** A proven value. */
export interface SearchResult {
  readonly value: number // of the first seat
  readonly payoff: Payoff
  readonly positions: number // visited
  readonly best: readonly number[] | null // an answer in the first position that achieves the value; null: chance begins
}

export const MAX_POSITIONS = 20_000_000
const PROGRESS_EVERY = 4096

const EXACT = 0
const LOWER = 1
const UPPER = 2

interface Entry {
  readonly bound: number
  readonly value: number
  readonly best: number // the answer to try first
}

/** Returns the proven value of a game. Throws Unsolvable if the game has chance or hides anything, or is too large. */
export function minimax(game: Game, options: SearchOptions = {}): SearchResult {
  if (uncertaintyOf(game).hidden)
    throw new Unsolvable('This game hides information, so minimax has no answer for it. Use cfr+.')
  const [start, ...more] = startOutcomes(game, options.start)
  if (start === undefined || more.length > 0) throw new Unsolvable(CHANCE)
  return new Minimax(game, options).run(start.state)
}

const CHANCE = 'This game has chance, so minimax has no answer for it. Use expectiminimax.'

class Minimax {
  readonly #table = new Map<string, Entry>()
  readonly #path = new Set<string>()
  readonly #history = new Map<number, number>() // how often an option caused a cutoff, by seat
  #positions = 0
  readonly #payoff: Payoff

  constructor(
    private readonly game: Game,
    private readonly options: SearchOptions,
  ) {
    this.#payoff = options.payoff ?? (hasScores(game) ? 'score' : 'result')
  }

  run(state: State): SearchResult {
    const value = this.#payoff === 'result' ? this.#result(state) : this.#search(state, -Infinity, Infinity)
    const answers = this.#answers(state)
    const best = answers[this.#table.get(positionKey(this.game, state))?.best ?? 0] ?? null
    return { value, payoff: this.#payoff, positions: this.#positions, best }
  }

  /** Asks two questions with narrow windows, which cut off most: can the first seat win, and if not, can it draw? */
  #result(state: State): number {
    return this.#search(state, 0, 1) >= 1 ? 1 : this.#search(state, -1, 0) >= 0 ? 0 : -1
  }

  /** Returns the value of a position for the first seat, or a bound of it outside alpha and beta. */
  #search(state: State, alpha: number, beta: number): number {
    const { game } = this
    this.#count()
    const seats = game.deciding(state)
    const [seat] = seats
    if (seat === undefined) {
      return payoffOf(game, state, this.#payoff)
    }
    const hash = positionKey(game, state)
    const known = this.#table.get(hash)
    if (known !== undefined) {
      const { bound, value } = known
      if (bound === EXACT || (bound === LOWER && value >= beta) || (bound === UPPER && value <= alpha))
        return value
    }
    if (this.#path.has(hash))
      throw new Unsolvable(
        'Positions repeat in this game, so its tree has no end. Minimax needs a game that always ends.',
      )
    this.#path.add(hash)
    const found = this.#best(state, seat, alpha, beta, known?.best ?? -1)
    this.#path.delete(hash)
    this.#table.set(hash, found)
    return found.value
  }

  #best(state: State, seat: number, alpha: number, beta: number, first: number): Entry {
    const maximizing = seat === 0
    const question = present(this.game.ask(state, seat), 'this seat must answer.')
    const { values } = question
    const answers = legalAnswers(question)
    const keys = answers.map(([pick = -1]) => 2 * (values[pick] ?? pick) + seat)
    let [low, high] = [alpha, beta]
    let value = maximizing ? -Infinity : Infinity
    let best = 0
    for (const i of this.#order(keys, first)) {
      const picks = answers[i] ?? []
      const next = certainPosition(this.game, state, picks, seat)
      if (next === undefined) throw new Unsolvable(CHANCE)
      const one = this.#search(next, low, high)
      if (maximizing ? one > value : one < value) [value, best] = [one, i]
      if (maximizing) low = Math.max(low, value)
      else high = Math.min(high, value)
      if (low < high) continue
      const key = keys[i] ?? 0
      this.#history.set(key, (this.#history.get(key) ?? 0) + 1)
      break
    }
    const bound = value <= alpha ? UPPER : value >= beta ? LOWER : EXACT
    return { bound, value, best }
  }

  #answers(state: State): readonly (readonly number[])[] {
    const question = this.game.ask(state)
    return question === undefined ? [] : legalAnswers(question)
  }

  /** The best answer of an earlier search first, then those that caused most cutoffs (the history heuristic). */
  #order(keys: readonly number[], first: number): number[] {
    const scores = keys.map((key, i) => (i === first ? Infinity : (this.#history.get(key) ?? 0)))
    return keys.map((_, i) => i).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
  }

  #count(): void {
    this.#positions += 1
    const limit = this.options.maxPositions ?? MAX_POSITIONS
    if (this.#positions > limit)
      throw new Unsolvable(
        `The search has visited ${limit} positions without a proof. Choose a smaller scenario.`,
      )
    if (this.#positions % PROGRESS_EVERY === 0) this.options.progress?.(this.#positions)
  }
}
