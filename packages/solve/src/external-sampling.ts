/**
 * External-sampling Monte Carlo CFR (Lanctot, Waugh, Zinkevich and Bowling 2009): each iteration samples chance and the
 * other seat, and tries every answer of the updating seat. It plays the game itself instead of a tree, so it also works
 * where a tree is too large. It knows the information sets that it has visited.
 */
import { choiceOfPicks } from '@ludoforge/agents'
import {
  type Choice,
  type Game,
  present,
  reseed,
  Rng,
  type StartOptions,
  type State,
} from '@ludoforge/kernel'
import { informationState, ObservationHistory } from '@ludoforge/play'
import { legalAnswers } from './answers.js'
import { hasScores, type Payoff, payoffOf } from './payoffs.js'
import { matchRegrets, normalize } from './regret-matching.js'
import { twoSeats } from './unsolvable.js'

/** An information set that sampling has visited. */
export interface SampledSet {
  readonly key: string
  readonly observation: string
  readonly seat: number
  readonly choices: readonly Choice[]
  readonly regrets: Float64Array
  readonly sums: Float64Array // of strategies: their average converges to an equilibrium
}

interface Position {
  readonly state: State
  readonly histories: readonly ObservationHistory[]
}

/** External-sampling MCCFR: samples chance and the opponent, and updates every answer of one seat. */
export class ExternalSampling {
  readonly sets = new Map<string, SampledSet>()
  readonly #rng: Rng
  #iterations = 0
  readonly #payoff: Payoff

  constructor(
    private readonly game: Game,
    private readonly start: StartOptions = {},
    payoff?: Payoff,
    seed: number | string = 1,
  ) {
    this.#payoff = payoff ?? (hasScores(game) ? 'score' : 'result')
    this.#rng = new Rng(seed)
  }

  get iterations(): number {
    return this.#iterations
  }

  get payoff(): Payoff {
    return this.#payoff
  }

  /** Runs one iteration: a sampled traversal for each seat. */
  iterate(): void {
    this.#iterations += 1
    for (const seat of [0, 1]) this.#visit(this.#begin(), seat)
  }

  /** Returns the average strategy of a visited set. */
  strategy({ sums }: SampledSet): Float64Array {
    return normalize(sums)
  }

  #begin(): Position {
    const { game } = this
    const state = game.start({ ...this.start, seed: this.#rng.word() })
    const histories = twoSeats(game, state).map((seat) => ObservationHistory.start(game, state, seat))
    return { state, histories }
  }

  /** Returns the sampled value of a position for the updating seat. */
  #visit(position: Position, updating: number): number {
    const { game } = this
    const [seat] = game.deciding(position.state)
    if (seat === undefined) {
      const value = payoffOf(game, position.state, this.#payoff)
      return updating === 0 ? value : -value
    }
    const set = this.#setOf(position, seat)
    const strategy = new Float64Array(set.choices.length)
    matchRegrets(set.regrets, strategy)
    if (seat !== updating) {
      for (let i = 0; i < strategy.length; i += 1) set.sums[i] = (set.sums[i] ?? 0) + (strategy[i] ?? 0)
      return this.#visit(this.#after(position, seat, set, this.#draw(strategy)), updating)
    }
    const values = set.choices.map((_, i) => this.#visit(this.#after(position, seat, set, i), updating))
    const value = values.reduce((sum, one, i) => sum + one * (strategy[i] ?? 0), 0)
    values.forEach((one, i) => {
      set.regrets[i] = (set.regrets[i] ?? 0) + one - value
    })
    return value
  }

  #after({ state, histories }: Position, seat: number, set: SampledSet, answer: number): Position {
    const { game } = this
    const copy = game.fork(state)
    reseed(copy, this.#rng)
    const choice = present(set.choices[answer], 'a set has its answers.')
    const step = game.step(copy, choice, histories[seat]?.seat)
    return {
      state: step.state,
      histories: histories.map((history, i) => history.observe(step.events, i === seat ? choice : undefined)),
    }
  }

  #setOf({ state, histories }: Position, seat: number): SampledSet {
    const { game } = this
    const history = present(histories[seat], 'every seat has a history.')
    const { key, observation } = informationState(game, state, history.seat, history)
    const known = this.sets.get(key)
    if (known !== undefined) return known
    const decision = present(game.decision(state, history.seat), 'this seat must answer.')
    const question = present(game.ask(state, seat), 'this seat must answer.')
    const choices = legalAnswers(question).map((picks) => choiceOfPicks(decision, picks))
    const { length } = choices
    const set: SampledSet = {
      key,
      observation,
      seat,
      choices,
      regrets: new Float64Array(length),
      sums: new Float64Array(length),
    }
    this.sets.set(key, set)
    return set
  }

  #draw(strategy: Float64Array): number {
    let left = this.#rng.word() / 2 ** 32
    for (let i = 0; i < strategy.length; i += 1) {
      left -= strategy[i] ?? 0
      if (left < 0) return i
    }
    return strategy.length - 1
  }
}
