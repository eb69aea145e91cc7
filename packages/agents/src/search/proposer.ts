/** Who proposes answers while a search imagines how play goes on. */
import { type Game, problem, type Question, type Rng, RuleError, type State } from '@ludoforge/kernel'
import { type Policy, policyNames, policyOf } from '@ludoforge/play'
import type { Agent } from '../agent.js'
import { GreedyAgent } from '../greedy.js'
import { drawAnswer } from '../random.js'
import { SubsetSampler } from '../selector.js'
import type { AnswerFrequencies } from './answer-frequencies.js'

const BY_POLICY = 4 // of five answers
const FULL_POLICY_ONE_IN = 3 // of so many turns one

export interface Proposer {
  /** A turn begins: what is proposed for it hangs together. */
  begin?(seat: number, rng: Rng): void
  /** Fills `picks` with a legal answer to the question that waits in `state`, which is `question`. */
  propose(game: Game, state: State, question: Question, rng: Rng, picks: number[]): void
}

export class RandomProposer implements Proposer {
  readonly #selector = new SubsetSampler()

  propose(_game: Game, _state: State, question: Question, rng: Rng, picks: number[]): void {
    drawAnswer(question, rng, this.#selector, picks)
  }
}

/**
 * A turn as a policy of the seat has it, any that it has: one of three wholly, of the others four answers of five; what
 * is left at random.
 */
class PolicyProposer implements Proposer {
  readonly #random = new RandomProposer()
  #set = 0
  #wholly = false

  constructor(
    private readonly policies: Policies,
    private readonly me: number,
  ) {}

  begin(seat: number, rng: Rng): void {
    this.#set = seat === this.me ? rng.below(Math.max(1, this.policies.sets(seat))) : 0
    this.#wholly = rng.below(FULL_POLICY_ONE_IN) === 0
  }

  propose(game: Game, state: State, question: Question, rng: Rng, picks: number[]): void {
    const byPolicy = this.#wholly || rng.below(BY_POLICY + 1) < BY_POLICY
    if (byPolicy && this.policies.propose(state, question.seat, rng, picks, this.#set)) return
    // The question at hand is the game's own: a policy that looks ahead asks others meanwhile.
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

  /** Who proposes the turns of a search for this seat. */
  proposer(me: number): Proposer {
    return this.#bySeat.some((policies) => policies.length > 0)
      ? new PolicyProposer(this, me)
      : new RandomProposer()
  }

  /** Who plays games to their end, others by the policies of these numbers; null: not every seat has a policy. */
  outlook(me: number, others: readonly number[]): Proposer | null {
    return this.#bySeat.every((policies) => policies.length > 0)
      ? new RolloutProposer(this, me, others)
      : null
  }

  /** The number of the one that knows most: what falls back on another knows better than that. */
  best(seat: number): number {
    const layers = (this.#bySeat[seat] ?? []).map((policy) => policy.layers)
    return Math.max(0, layers.indexOf(Math.max(...layers)))
  }

  /** How many a seat has. */
  sets(seat: number): number {
    return this.#bySeat[seat]?.length ?? 0
  }

  /** False if the seat has no such policy, or it has nothing to say. Others are taken to play by their first. */
  propose(state: State, seat: number, rng: Rng, picks: number[], set = 0): boolean {
    const found = this.#choose(state, seat, rng, set)
    const question = this.game.ask(state, seat)
    if (found === undefined || question === undefined || problem(question, found) !== null) return false
    picks.length = 0
    for (const pick of found) picks.push(pick)
    return true
  }

  /** Positions are met here that its author did not think of: one that it cannot answer is answered by lot. */
  #choose(state: State, seat: number, rng: Rng, set: number): readonly number[] | undefined {
    try {
      return this.#bySeat[seat]?.[set]?.choose(state, rng)
    } catch (error) {
      if (error instanceof RuleError) return undefined
      throw error
    }
  }
}

/** Plays on as policies do: the seat that thinks by its best, the others by those that they seem to play by. */
class RolloutProposer implements Proposer {
  readonly #random = new RandomProposer()
  readonly #sets: number[]

  constructor(
    private readonly policies: Policies,
    me: number,
    others: readonly number[],
  ) {
    this.#sets = [...others]
    this.#sets[me] = policies.best(me)
  }

  propose(game: Game, state: State, { seat }: Question, rng: Rng, picks: number[]): void {
    if (this.policies.propose(state, seat, rng, picks, this.#sets[seat])) return
    const asked = game.ask(state, seat)
    if (asked !== undefined) this.#random.propose(game, state, asked, rng, picks)
  }
}

/** Strays once: the first answer of a turn is drawn by lot, the others are as another proposes. */
export class PerturbedProposer implements Proposer {
  readonly #random = new RandomProposer()
  #strays = true

  constructor(private readonly then: Proposer) {}

  begin(): void {
    this.#strays = true
  }

  propose(game: Game, state: State, question: Question, rng: Rng, picks: number[]): void {
    const by = this.#strays ? this.#random : this.then
    this.#strays = false
    by.propose(game, state, question, rng, picks)
  }
}

/**
 * Decides for seats in the ways that they may play: by each of their policies; where hands are hidden, also as an agent
 * would that looks one step ahead, and as they are used to answer.
 */
export class StrategyModel {
  readonly #agent: Agent

  constructor(
    seed: number,
    private readonly policies: Policies,
    readonly hidden: boolean,
    private readonly habits: AnswerFrequencies,
  ) {
    this.#agent = new GreedyAgent(seed, { candidates: 10, imagined: 1 })
  }

  /** How many ways it knows for a seat. */
  ways(seat: number): number {
    return this.policies.sets(seat) + (this.hidden ? 2 : 0)
  }

  /** How many ways, the first of them, the seat that thinks may go on in: by its policies, or looking one step ahead. */
  own(seat: number): number {
    return Math.max(1, this.policies.sets(seat))
  }

  /** How likely a way is before anything is seen: most play by a policy. */
  prior(seat: number, way: number): number {
    return way < this.policies.sets(seat) ? 4 : this.byHabit(seat, way) ? 1 : 2
  }

  /** Is this the way that goes by what the seat is used to answer? */
  byHabit(seat: number, way: number): boolean {
    return way > this.policies.sets(seat)
  }

  /** Who answers this way. */
  by(way: number): Proposer {
    return {
      propose: (game, state, { seat }, rng, picks) => {
        this.answer(game, state, seat, rng, picks, way)
      },
    }
  }

  /** Fills `picks` with what the seat answers if it plays this way. */
  answer(game: Game, state: State, seat: number, rng: Rng, picks: number[], way: number): void {
    if (this.byHabit(seat, way)) {
      const question = game.ask(state, seat)
      if (question !== undefined) this.habits.answer(game, state, question, rng, picks)
      return
    }
    if (this.policies.propose(state, seat, rng, picks, way)) return
    const answer = this.#agent.choose(game, state, seat)
    picks.length = 0
    for (const pick of answer) picks.push(pick)
  }
}
