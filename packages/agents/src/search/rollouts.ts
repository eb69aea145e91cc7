/**
 * Turns that are tried by playing on as policies do. Where turns have many answers a tree sees little of them, and the
 * policies see more.
 */
import type { Game, Rng, State } from '@ludoforge/kernel'
import { type PortableAnswer, allAnswers } from './answers.js'
import type { Evaluator } from './evaluator.js'
import { PerturbedProposer, type Proposer } from './proposer.js'
import type { SeatNode, Edge } from './tree.js'
import type { TurnPlayer } from './turn-player.js'

/** How things stand is looked at when the seat is to decide again, so often; every look counts twice as much as the one before. */
const CHECKPOINTS = 5
const ALL = 2 ** CHECKPOINTS - 1
const LONGEST = 1000 // answers of one line of play
const TRIES = 1.5 // on average, of a turn, before another is looked for
const PARENTS = 4

export interface AheadSettings {
  readonly game: Game
  readonly seat: number
  readonly rng: Rng
  readonly turns: TurnPlayer
  readonly judge: Evaluator
  /** Plays on: the own seat by its best policy, others as they seem to. */
  readonly outlook: Proposer
  readonly imagine: () => State
}

export class PolicyRollouts {
  /** What was imagined: every turn meets the same positions and the same dice, in the same order. */
  readonly #worlds: State[] = []
  readonly #astray: Proposer
  readonly #look: number[] = []

  constructor(
    private readonly at: AheadSettings,
    private readonly root: SeatNode,
  ) {
    this.#astray = new PerturbedProposer(at.outlook)
  }

  /** The turn that the policy takes by itself: it is the first that is tried. */
  get own(): Edge | undefined {
    return this.root.edges[0]
  }

  /** The policy's turn, made in this position. */
  ownTurn(s: State): PortableAnswer[] {
    const { turns, seat, outlook } = this.at
    return turns.play(s, seat, [], -1, outlook)
  }

  /** The turn to try next: a new one from time to time, else the most promising or the least known. */
  next(): Edge {
    const { root } = this
    const known = root.edges.length * TRIES <= root.visits ? undefined : root.selectUct()
    return known ?? root.take(this.#invent(this.world(0)))
  }

  /**
   * Plays on after a turn until the seat has had to decide several times more, and fills in what that is to each seat.
   * Gives the number of answers.
   */
  follow(s: State, into: number[]): number {
    const { game, seat: me, turns, judge, outlook } = this.at
    into.length = 0
    let given = 0
    let weight = 1
    let left = ALL
    for (let question = game.ask(s); question !== undefined && given < LONGEST; question = game.ask(s)) {
      if (question.seat === me && judge.hasWorth) {
        if (weight === left) break
        this.#add(s, weight / ALL, into)
        left -= weight
        weight *= 2
      }
      given += turns.play(s, question.seat, [], -1, outlook).length
    }
    this.#add(s, left / ALL, into)
    return given
  }

  /** A copy of the position of this number. */
  world(n: number): State {
    const { game, imagine } = this.at
    return game.fork((this.#worlds[n] ??= imagine()))
  }

  /** What was imagined does not fit together. */
  imagineAnew(): void {
    this.#worlds.length = 0
  }

  #add(s: State, weight: number, into: number[]): void {
    this.at.judge.judge(s, this.#look)
    for (let i = 0; i < this.#look.length; i += 1) into[i] = (into[i] ?? 0) + weight * (this.#look[i] ?? 0)
  }

  /** One that begins as none has, or a good one that goes astray at one answer; the rest as the policy has it. */
  #invent(s: State): PortableAnswer[] {
    const { game, rng, seat, turns, outlook } = this.at
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
    if (rng.below(2) === 0) return turns.play(s, seat, answers, rng.below(length), this.#astray)
    // What comes after is left to the policy; so an early answer changes more.
    const kept = Math.min(rng.below(length), rng.below(length))
    return turns.play(s, seat, answers.slice(0, kept), -1, this.#astray)
  }
}
