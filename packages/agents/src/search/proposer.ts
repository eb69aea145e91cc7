/** Who proposes answers while a search imagines how play goes on. */
import {
  type Game,
  type Policy,
  policyNames,
  policyOf,
  problem,
  type Question,
  type Rng,
  RuleError,
  type State,
} from '@ludoforge/kernel'
import type { Agent } from '../agent.js'
import { GreedyAgent } from '../greedy.js'
import { drawAnswer } from '../random.js'
import { Selector } from '../selector.js'

const BY_POLICY = 4 // of five answers

export interface Proposer {
  /** Fills `picks` with a legal answer to the question that waits in `state`, which is `question`. */
  propose(game: Game, state: State, question: Question, rng: Rng, picks: number[]): void
}

export class RandomProposer implements Proposer {
  readonly #selector = new Selector()

  propose(_game: Game, _state: State, question: Question, rng: Rng, picks: number[]): void {
    drawAnswer(question, rng, this.#selector, picks)
  }
}

/** Four answers of five as the policy of the seat has it, where there is one; the others at random. */
export class PolicyProposer implements Proposer {
  readonly #random = new RandomProposer()

  constructor(private readonly policies: Policies) {}

  propose(game: Game, state: State, question: Question, rng: Rng, picks: number[]): void {
    if (rng.below(BY_POLICY + 1) < BY_POLICY && this.policies.propose(state, question.seat, rng, picks))
      return
    // The question at hand is the game's own: a policy that looks ahead asks others meanwhile.
    const asked = game.ask(state, question.seat)
    if (asked !== undefined) this.#random.propose(game, state, asked, rng, picks)
  }
}

/** The policies of a game's seats: the first that each has. */
export class Policies {
  readonly #bySeat: (Policy | undefined)[]

  constructor(private readonly game: Game) {
    this.#bySeat = game.def.seats.map(({ id }, seat) =>
      policyNames(game.def, id).length > 0 ? policyOf(game, seat) : undefined,
    )
  }

  get some(): boolean {
    return this.#bySeat.some((policy) => policy !== undefined)
  }

  /** False if the seat has no policy, or it has nothing to say. */
  propose(state: State, seat: number, rng: Rng, picks: number[]): boolean {
    const found = this.#choose(state, seat, rng)
    const question = this.game.ask(state, seat)
    if (found === undefined || question === undefined || problem(question, found) !== null) return false
    picks.length = 0
    for (const pick of found) picks.push(pick)
    return true
  }

  /** Positions are met here that its author did not think of: one that it cannot answer is answered by lot. */
  #choose(state: State, seat: number, rng: Rng): readonly number[] | undefined {
    try {
      return this.#bySeat[seat]?.choose(state, rng)
    } catch (error) {
      if (error instanceof RuleError) return undefined
      throw error
    }
  }
}

/** Decides for the others: by their policies, or as an agent would that looks one step ahead. */
export class Model implements Proposer {
  readonly #agent: Agent

  constructor(
    seed: number,
    private readonly policies: Policies,
  ) {
    this.#agent = new GreedyAgent(seed, { candidates: 10, imagined: 1 })
  }

  propose(game: Game, state: State, { seat }: Question, rng: Rng, picks: number[]): void {
    if (this.policies.propose(state, seat, rng, picks)) return
    const answer = this.#agent.choose(game, state, seat)
    picks.length = 0
    for (const pick of answer) picks.push(pick)
  }
}
