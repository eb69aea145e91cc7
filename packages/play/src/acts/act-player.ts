/** What the steps of examples and lessons do: perform actions and statements, and answer by policies. */
import { type Block, type Game, Rng, type State, type StepEvent, withoutUndefined } from '@ludoforge/kernel'
import { policyOf } from '../policy/policy-of.js'
import type { LinkCache } from '../workbench/link-cache.js'

/** The state after a step, and its events. */
export interface Acted {
  readonly state: State
  readonly events: readonly StepEvent[]
}

/** A step that can't be carried out, and the state in which it failed. */
export class ActFailure extends Error {
  constructor(
    message: string,
    readonly state: State,
    readonly asks: boolean, // whether the pending question is the reason
  ) {
    super(message)
  }
}

/** Limit on the answers of one `plays` step. */
const MAX_ANSWERS = 1000

/** Performs steps on a game. */
export class ActPlayer {
  readonly #game: Game

  /** `seed`: of the random picks of policies. */
  constructor(
    private readonly links: LinkCache,
    private readonly seed: string,
  ) {
    this.#game = links.game
  }

  /** Runs statements. */
  run(state: State, effects: Block, name: string, actor: string | undefined): Acted {
    return this.links.block(effects, name).step(state, withoutUndefined({ actor }))
  }

  /** Answers the seat's question with an action, if it offers it. Returns `undefined` if it doesn't. */
  take(state: State, action: string, seat: string): Acted | undefined {
    const decision = this.#game.decision(state, seat)
    if (decision?.type === 'action' && decision.options.some((o) => o.id === action))
      return this.#game.step(state, action, seat)
    if (decision?.offers.some((o) => o.id === action) === true)
      return this.#game.step(state, { offer: action }, seat)
    return undefined
  }

  /** Answers one question of a seat by its policy; with `on`, until another seat is asked, or none. */
  plays(state: State, seat: string, policy: string | undefined, on: boolean): Acted {
    const index = this.#game.def.seats.findIndex(({ id }) => id === seat)
    const byPolicy = policyOf(this.#game, index, policy)
    const rng = new Rng(this.seed)
    const events: StepEvent[] = []
    let now = state
    for (let n = 0; n === 0 || (on && this.#game.decision(now)?.seat === seat); n++) {
      if (n >= MAX_ANSWERS)
        throw new ActFailure(`${seat} still has questions after ${n} answers.`, now, false)
      const picks = byPolicy.choose(now, rng)
      const choice = picks === undefined ? undefined : byPolicy.choices(now, [picks])[0]
      if (choice === undefined)
        throw new ActFailure(`The policy \`${byPolicy.name}\` has no entry for this question.`, now, true)
      const step = this.#game.step(now, choice, seat)
      now = step.state
      events.push(...step.events)
    }
    return { state: now, events }
  }

  /** Lets each seat that is asked play, until one is asked that has played before. */
  everybody(state: State, policy: string | undefined): Acted {
    const played = new Set<string>()
    const events: StepEvent[] = []
    let now = state
    for (let next = this.#game.decision(now)?.seat; next !== undefined && !played.has(next); ) {
      played.add(next)
      const acted = this.plays(now, next, policy, true)
      now = acted.state
      events.push(...acted.events)
      next = this.#game.decision(now)?.seat
    }
    return { state: now, events }
  }
}
