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
  #decided: Policy | Agent | undefined // what made the last choice
  readonly #before = new Rng(0) // the random numbers of the last choice

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
    const { words } = this.#before
    for (let i = 0; i < words.length; i += 1) words[i] = this.#rng.words[i] ?? 0
    const picks = policy.choose(state, this.#rng)
    this.#decided = policy
    if (picks !== undefined) return picks
    this.#decided = policy.otherwise === 'random' ? this.#random : this.#greedy
    return this.#decided.choose(game, state, seat)
  }

  #policyOf(game: Game, seat: number): Policy {
    if (this.#game !== game) this.#policies.length = 0
    this.#game = game
    return (this.#policies[seat] ??= policyOf(game, seat, this.policy))
  }

  why(state: State): readonly PolicyReason[] {
    const decided = this.#decided
    if (decided === undefined) return []
    if (!('explain' in decided)) return decided.why?.(state) ?? []
    const again = new Rng(0)
    again.words.splice(0, Infinity, ...this.#before.words)
    return decided.explain(state, again)?.reasons ?? []
  }
}
