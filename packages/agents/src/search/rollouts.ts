/**
 * Evaluates turns by rollouts of the seats' policies, for games whose turns have several answers. There a tree covers
 * too few of the possible turns, and policy rollouts evaluate better than a tree.
 */
import type { Game, Rng, State } from '@ludoforge/kernel'
import { type PortableAnswer, allAnswers } from './answers.js'
import type { Evaluator } from './evaluator.js'
import { PerturbedProposer, type Proposer } from './proposer.js'
import type { SeatNode, Edge } from './tree.js'
import type { TurnPlayer } from './turn-player.js'

/** A rollout is evaluated each time the seat decides again. Each checkpoint counts twice as much as the one before. */
const CHECKPOINTS = 5
const TOTAL_WEIGHT = 2 ** CHECKPOINTS - 1
const MAX_ROLLOUT = 1000 // answers
const VISITS_PER_TURN = 1.5 // on average, before it tries another turn
const PARENTS = 4 // the best turns, from which new ones are mutated

export interface RolloutSettings {
  readonly game: Game
  readonly seat: number
  readonly rng: Rng
  readonly turns: TurnPlayer
  readonly judge: Evaluator
  /** The rollout policy: the own seat plays its best policy, the others their most likely ones. */
  readonly outlook: Proposer
  readonly imagine: () => State
}

export class PolicyRollouts {
  /** The determinizations. Every turn gets the same ones, in the same order (common random numbers). */
  readonly #worlds: State[] = []
  readonly #perturbed: Proposer
  readonly #evaluation: number[] = []

  constructor(
    private readonly settings: RolloutSettings,
    private readonly root: SeatNode,
  ) {
    this.#perturbed = new PerturbedProposer(settings.outlook)
  }

  /** The turn of the policy itself. It is always tried first. */
  get own(): Edge | undefined {
    return this.root.edges[0]
  }

  /** Plays the policy's turn in place. */
  ownTurn(s: State): PortableAnswer[] {
    const { turns, seat, outlook } = this.settings
    return turns.play(s, seat, [], -1, outlook)
  }

  /** Returns the turn to try next: a new one if it is time to widen, else by UCT. */
  next(): Edge {
    const { root } = this
    const selected = root.edges.length * VISITS_PER_TURN <= root.visits ? undefined : root.selectUct()
    return selected ?? root.take(this.#proposeTurn(this.world(0)))
  }

  /**
   * Rolls out after a turn until the seat has decided `CHECKPOINTS` times, and fills `into` with the weighted value for
   * each seat. Returns the number of answers.
   */
  follow(s: State, into: number[]): number {
    const { game, seat: me, turns, judge, outlook } = this.settings
    into.length = 0
    let answers = 0
    let weight = 1
    let left = TOTAL_WEIGHT
    for (
      let question = game.ask(s);
      question !== undefined && answers < MAX_ROLLOUT;
      question = game.ask(s)
    ) {
      if (question.seat === me && judge.hasWorth) {
        if (weight === left) break
        this.#add(s, weight / TOTAL_WEIGHT, into)
        left -= weight
        weight *= 2
      }
      answers += turns.play(s, question.seat, [], -1, outlook).length
    }
    this.#add(s, left / TOTAL_WEIGHT, into)
    return answers
  }

  /** Returns a copy of determinization `n`. */
  world(n: number): State {
    const { game, imagine } = this.settings
    return game.fork((this.#worlds[n] ??= imagine()))
  }

  /** Drops the determinizations, because their hidden values contradict each other. */
  imagineAnew(): void {
    this.#worlds.length = 0
  }

  #add(s: State, weight: number, into: number[]): void {
    this.settings.judge.judge(s, this.#evaluation)
    for (let i = 0; i < this.#evaluation.length; i += 1)
      into[i] = (into[i] ?? 0) + weight * (this.#evaluation[i] ?? 0)
  }

  /**
   * Returns a new turn: one with an untried first answer, or a good one with one answer perturbed. The policy plays
   * the rest.
   */
  #proposeTurn(s: State): PortableAnswer[] {
    const { game, rng, seat, turns, outlook } = this.settings
    const { root } = this
    if (root.untried === undefined) {
      const question = game.ask(s, seat)
      root.untried = question === undefined ? null : allAnswers(question)
    }
    const first = root.drawUntried(rng)
    if (first !== undefined) return turns.play(s, seat, [first], -1, outlook)
    const parents = root.best(PARENTS)
    const answers = parents[rng.below(Math.max(1, parents.length))]?.answers ?? []
    const length = Math.max(1, answers.length)
    if (rng.below(2) === 0) return turns.play(s, seat, answers, rng.below(length), this.#perturbed)
    // The policy plays on after the perturbed answer, so an early one changes more. The smaller of two draws favours
    // early ones.
    const kept = Math.min(rng.below(length), rng.below(length))
    return turns.play(s, seat, answers.slice(0, kept), -1, this.#perturbed)
  }
}
