/** The bots of one table. Each stays alive with its seat, watches the answers of the others and continues its plans. */
import {
  type Agent,
  agentSpecError,
  choiceOfPicks,
  makeAgent,
  picksOfChoice,
  type ThinkOptions,
} from '@ludoforge/agents'
import type { Choice, Game, PolicyReason, State } from '@ludoforge/kernel'

interface SeatedAgent {
  readonly spec: string
  readonly agent: Agent
}

/** The seat and the agent that answers for it. `seed` initializes an agent that is new here. */
export interface BotRequest {
  readonly seat: string
  readonly agent: string
  readonly seed: string
}

/** An answer and its reasons, if the bot gives any. */
export interface BotAnswer {
  readonly choice: Choice
  readonly why: readonly PolicyReason[]
}

/** The agents of a table by seat, each with its memory. */
export class TableBots {
  readonly #agents = new Map<string, SeatedAgent>()

  constructor(private readonly game: Game) {}

  /** Checks whether agents of this spec have a memory. Others can be created for each answer. */
  static remembers(spec: string): boolean {
    return agentSpecError(spec) === undefined && makeAgent(spec, 0).watch !== undefined
  }

  /** Shows an answer to the other agents. `state` is the position before it. */
  watch(state: State, seat: string, choice: Choice): void {
    const { game } = this
    const watching = [...this.#agents].filter(([own, { agent }]) => own !== seat && agent.watch !== undefined)
    const decision = watching.length === 0 ? undefined : game.decision(state, seat)
    if (decision === undefined) return
    const picks = picksOfChoice(decision, choice)
    for (const [own, { agent }] of watching)
      agent.watch?.(game, state, this.#index(own), this.#index(seat), picks)
  }

  /** Answers for a deciding seat. */
  async answer(
    state: State,
    { seat, agent: spec, seed }: BotRequest,
    thinking: ThinkOptions = {},
  ): Promise<BotAnswer> {
    const { game } = this
    const decision = game.decision(state, seat)
    if (decision === undefined) throw new Error(`${seat} doesn't decide now.`)
    let seated = this.#agents.get(seat)
    if (seated?.spec !== spec) {
      seated?.agent.end?.(game, state)
      seated = { spec, agent: makeAgent(spec, seed) }
      this.#agents.set(seat, seated)
    }
    const { agent } = seated
    const index = this.#index(seat)
    const picks =
      agent.think === undefined
        ? agent.choose(game, state, index)
        : await agent.think(game, state, index, thinking)
    return { choice: choiceOfPicks(decision, picks), why: agent.why?.(state) ?? [] }
  }

  /** Ends all agents: the table is closed or the game is over. `state` is the final position, if known. */
  end(state?: State): void {
    for (const { agent } of this.#agents.values()) agent.end?.(this.game, state)
    this.#agents.clear()
  }

  #index(seat: string): number {
    return this.game.def.seats.findIndex(({ id }) => id === seat)
  }
}

const REPORT_MS = 150

/** Wraps a progress callback so that it is called at most every 150 ms. */
export function throttleProgress(report: (done: number) => void): (done: number) => void {
  let next = performance.now() + REPORT_MS
  return (done) => {
    const now = performance.now()
    if (now < next) return
    next = now + REPORT_MS
    report(Math.min(1, Math.max(0, done)))
  }
}
