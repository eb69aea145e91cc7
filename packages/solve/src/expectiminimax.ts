/**
 * Expectiminimax (Michie 1966): minimax with chance nodes, whose value is the average of their outcomes, weighted by
 * their probabilities. Every position is evaluated once, to the end of the game. For two seats that hide nothing.
 */
import { uncertaintyOf } from '@ludoforge/agents'
import { type Game, present, type State } from '@ludoforge/kernel'
import { answerPositions, positionKey, startOutcomes } from '@ludoforge/play'
import { legalAnswers } from './answers.js'
import { MAX_POSITIONS, type SearchOptions, type SearchResult } from './minimax.js'
import { hasScores, type Payoff, payoffOf } from './payoffs.js'
import { Unsolvable } from './unsolvable.js'

/** Returns the exact value of a game with chance. Throws Unsolvable if the game hides anything, or is too large. */
export function expectiminimax(game: Game, options: SearchOptions = {}): SearchResult {
  if (uncertaintyOf(game).hidden)
    throw new Unsolvable('This game hides information, so expectiminimax has no answer for it. Use cfr+.')
  return new Expectiminimax(game, options).run()
}

interface Valued {
  readonly value: number
  readonly best: readonly number[] | null
}

class Expectiminimax {
  readonly #table = new Map<string, Valued | null>() // null: in progress
  #positions = 0
  readonly #payoff: Payoff

  constructor(
    private readonly game: Game,
    private readonly options: SearchOptions,
  ) {
    this.#payoff = options.payoff ?? (hasScores(game) ? 'score' : 'result')
  }

  run(): SearchResult {
    const starts = startOutcomes(this.game, this.options.start)
    const values = starts.map(({ state }) => this.#value(state))
    const value = values.reduce((sum, one, i) => sum + one.value * (starts[i]?.probability ?? 0), 0)
    const best = values.length === 1 ? (values[0]?.best ?? null) : null
    return { value, payoff: this.#payoff, positions: this.#positions, best }
  }

  #value(state: State): Valued {
    const { game } = this
    const hash = positionKey(game, state)
    const known = this.#table.get(hash)
    if (known === null)
      throw new Unsolvable(
        'Positions repeat in this game, so its tree has no end. Expectiminimax needs a game that always ends.',
      )
    if (known !== undefined) return known
    this.#count()
    this.#table.set(hash, null)
    const found = this.#compute(state)
    this.#table.set(hash, found)
    return found
  }

  #compute(state: State): Valued {
    const { game } = this
    const [seat] = game.deciding(state)
    if (seat === undefined) {
      const value = payoffOf(game, state, this.#payoff)
      return { value, best: null }
    }
    const sign = seat === 0 ? 1 : -1
    let found: Valued = { value: -sign * Infinity, best: null }
    for (const picks of legalAnswers(present(game.ask(state, seat), 'this seat must answer.'))) {
      const outcomes = answerPositions(game, state, picks, seat)
      const value = outcomes.reduce(
        (sum, { state: after, probability }) => sum + probability * this.#value(after).value,
        0,
      )
      if (sign * value > sign * found.value) found = { value, best: picks }
    }
    return found
  }

  #count(): void {
    const limit = this.options.maxPositions ?? MAX_POSITIONS
    if (++this.#positions > limit)
      throw new Unsolvable(`The game has more than ${limit} positions. Choose a smaller scenario.`)
    if (this.#positions % 4096 === 0) this.options.progress?.(this.#positions)
  }
}
