import { type Game, type PolicyReason, Rng, type State } from '@ludoforge/kernel'
import { type Policy, policyOf } from '@ludoforge/play'
import type { Agent } from './agent.js'
import { GreedyAgent } from './greedy.js'
import { RandomAgent } from './random.js'

/** Plays by a policy of the rulebook: the one with this name, or the seat's first. */
export class PolicyAgent implements Agent {
  readonly name: string
  readonly #rng: Rng
  readonly #greedy: GreedyAgent
  readonly #random: RandomAgent
  readonly #policies: Policy[] = [] // by seat, of `#game`
  #game: Game | undefined
  #decided: Policy | undefined // the policy that made the last choice

  constructor(
    seed: number | string,
    private readonly policy?: string,
  ) {
    this.name = policy === undefined ? 'policy' : `policy:${policy}`
    this.#rng = new Rng(seed)
    this.#greedy = new GreedyAgent(`${seed} greedy`)
    this.#random = new RandomAgent(`${seed} random`)
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    const policy = this.#policyOf(game, seat)
    const picks = policy.choose(state, this.#rng)
    this.#decided = picks === undefined ? undefined : policy
    if (picks !== undefined) return picks
    const fallback = policy.otherwise === 'random' ? this.#random : this.#greedy
    return fallback.choose(game, state, seat)
  }

  #policyOf(game: Game, seat: number): Policy {
    if (this.#game !== game) this.#policies.length = 0
    this.#game = game
    return (this.#policies[seat] ??= policyOf(game, seat, this.policy))
  }

  why(): readonly PolicyReason[] {
    return this.#decided?.reasons() ?? []
  }
}
