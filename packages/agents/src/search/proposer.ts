/** Proposers: the policies that answer for seats inside a search, in rollouts and in new turns. */
import { type Game, selectionError, type Question, type Rng, RuleError, type State } from '@ludoforge/kernel'
import { type Policy, policyNames, policyOf } from '@ludoforge/play'
import type { Agent } from '../agent.js'
import { GreedyAgent } from '../greedy.js'
import { drawAnswer } from '../random.js'
import { SubsetSampler } from '../subset-sampler.js'
import type { AnswerFrequencies } from './answer-frequencies.js'

const BY_POLICY = 4 // policy answers for each random one
const FULL_POLICY_ONE_IN = 3 // turns

export interface Proposer {
  /** Starts a turn. Its proposals follow one plan. */
  begin?(seat: number, rng: Rng): void
  /** Fills `picks` with a legal answer to `question`, the open question of `state`. */
  propose(game: Game, state: State, question: Question, rng: Rng, picks: number[]): void
}

export class RandomProposer implements Proposer {
  readonly #selector = new SubsetSampler()

  propose(_game: Game, _state: State, question: Question, rng: Rng, picks: number[]): void {
    drawAnswer(question, rng, this.#selector, picks)
  }
}

/**
 * Proposes turns by a random one of the seat's policies. One turn in three follows it completely. In the others, one
 * answer in five is random.
 */
class PolicyProposer implements Proposer {
  readonly #random = new RandomProposer()
  #policy = 0 // the index of the policy of this turn
  #fullPolicy = false

  constructor(
    private readonly policies: Policies,
    private readonly me: number,
  ) {}

  begin(seat: number, rng: Rng): void {
    this.#policy = seat === this.me ? rng.below(Math.max(1, this.policies.sets(seat))) : 0
    this.#fullPolicy = rng.below(FULL_POLICY_ONE_IN) === 0
  }

  propose(game: Game, state: State, question: Question, rng: Rng, picks: number[]): void {
    const byPolicy = this.#fullPolicy || rng.below(BY_POLICY + 1) < BY_POLICY
    if (byPolicy && this.policies.propose(state, question.seat, rng, picks, this.#policy)) return
    // The game reuses its question object, and a policy that looks ahead asks other questions.
    const asked = game.ask(state, question.seat)
    if (asked !== undefined) this.#random.propose(game, state, asked, rng, picks)
  }
}

/** The policies of a game's seats. */
export class Policies {
  readonly #bySeat: (readonly Policy[])[]

  constructor(private readonly game: Game) {
    this.#bySeat = game.def.seats.map(({ id }, seat) =>
      policyNames(game.def, id).map((name) => policyOf(game, seat, name)),
    )
  }

  /** Returns the proposer of new turns in a search for this seat. */
  proposer(me: number): Proposer {
    return this.#bySeat.some((policies) => policies.length > 0)
      ? new PolicyProposer(this, me)
      : new RandomProposer()
  }

  /** Returns the rollout proposer, with the others' policies by index, or `null` if a seat has no policy. */
  outlook(me: number, others: readonly number[]): Proposer | null {
    return this.#bySeat.every((policies) => policies.length > 0)
      ? new RolloutProposer(this, me, others)
      : null
  }

  /** Returns the index of the policy with the most layers: a policy that falls back on another one refines it. */
  best(seat: number): number {
    const layers = (this.#bySeat[seat] ?? []).map((policy) => policy.layers)
    return Math.max(0, layers.indexOf(Math.max(...layers)))
  }

  /** Returns the number of policies of a seat. */
  sets(seat: number): number {
    return this.#bySeat[seat]?.length ?? 0
  }

  /** Fills `picks` by a policy of the seat. Returns false if there is no such policy, or it has no answer. */
  propose(state: State, seat: number, rng: Rng, picks: number[], index = 0): boolean {
    const chosen = this.#choose(state, seat, rng, index)
    const question = this.game.ask(state, seat)
    if (chosen === undefined || question === undefined || selectionError(question, chosen) !== null)
      return false
    picks.length = 0
    for (const pick of chosen) picks.push(pick)
    return true
  }

  /** Search reaches states that the author of a policy never expected. If a rule fails there, the answer is random. */
  #choose(state: State, seat: number, rng: Rng, index: number): readonly number[] | undefined {
    try {
      return this.#bySeat[seat]?.[index]?.choose(state, rng)
    } catch (error) {
      if (error instanceof RuleError) return undefined
      throw error
    }
  }
}

/** The rollout policy: the own seat plays its best policy, the others their most likely ones. */
class RolloutProposer implements Proposer {
  readonly #random = new RandomProposer()
  readonly #policyIndexes: number[]

  constructor(
    private readonly policies: Policies,
    me: number,
    others: readonly number[],
  ) {
    this.#policyIndexes = [...others]
    this.#policyIndexes[me] = policies.best(me)
  }

  propose(game: Game, state: State, { seat }: Question, rng: Rng, picks: number[]): void {
    if (this.policies.propose(state, seat, rng, picks, this.#policyIndexes[seat])) return
    const asked = game.ask(state, seat)
    if (asked !== undefined) this.#random.propose(game, state, asked, rng, picks)
  }
}

/** Perturbs a turn: its first answer is random, the others are those of `base`. */
export class PerturbedProposer implements Proposer {
  readonly #random = new RandomProposer()
  #randomNext = true

  constructor(private readonly base: Proposer) {}

  begin(): void {
    this.#randomNext = true
  }

  propose(game: Game, state: State, question: Question, rng: Rng, picks: number[]): void {
    const proposer = this.#randomNext ? this.#random : this.base
    this.#randomNext = false
    proposer.propose(game, state, question, rng, picks)
  }
}

/**
 * The strategies of the opponent model, by index: each policy of the seat and, where hands are hidden, the greedy agent
 * and the seat's answer frequencies.
 */
export class StrategyModel {
  readonly #greedy: Agent

  constructor(
    seed: number,
    private readonly policies: Policies,
    readonly hidden: boolean,
    private readonly frequencies: AnswerFrequencies,
  ) {
    this.#greedy = new GreedyAgent(seed, { candidates: 10, determinizations: 1 })
  }

  /** Returns the number of strategies of a seat. */
  strategyCount(seat: number): number {
    return this.policies.sets(seat) + (this.hidden ? 2 : 0)
  }

  /** Returns the number of strategies for the own seat's rollouts: its policies, or greedy if it has none. */
  own(seat: number): number {
    return Math.max(1, this.policies.sets(seat))
  }

  /** Returns the prior weight of a strategy. Policies get the most. */
  prior(seat: number, strategy: number): number {
    return strategy < this.policies.sets(seat) ? 4 : this.isFrequencyStrategy(seat, strategy) ? 1 : 2
  }

  /** Whether the strategy is that of the answer frequencies. */
  isFrequencyStrategy(seat: number, strategy: number): boolean {
    return strategy > this.policies.sets(seat)
  }

  /** Returns a proposer that plays this strategy. */
  by(strategy: number): Proposer {
    return {
      propose: (game, state, { seat }, rng, picks) => {
        this.answer(game, state, seat, rng, picks, strategy)
      },
    }
  }

  /** Fills `picks` with the seat's answer under this strategy. */
  answer(game: Game, state: State, seat: number, rng: Rng, picks: number[], strategy: number): void {
    if (this.isFrequencyStrategy(seat, strategy)) {
      const question = game.ask(state, seat)
      if (question !== undefined) this.frequencies.answer(game, state, question, rng, picks)
      return
    }
    if (this.policies.propose(state, seat, rng, picks, strategy)) return
    const answer = this.#greedy.choose(game, state, seat)
    picks.length = 0
    for (const pick of answer) picks.push(pick)
  }
}
