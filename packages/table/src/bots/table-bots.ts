/** Bots at one table: each is kept for its seat, is told what others answer, and goes on with what it had in mind. */
import {
  type Agent,
  agentSpecError,
  choiceOfPicks,
  makeAgent,
  picksOfChoice,
  type ThinkOptions,
} from '@ludoforge/agents'
import type { Choice, Game, PolicyReason, State } from '@ludoforge/kernel'

interface Mind {
  readonly spec: string
  readonly agent: Agent
}

/** Who is to answer, and from which seed a bot is made that was not here yet. */
export interface BotRequest {
  readonly seat: string
  readonly agent: string
  readonly seed: string
}

/** An answer, and why it was given, if the bot can tell. */
export interface BotAnswer {
  readonly choice: Choice
  readonly why: readonly PolicyReason[]
}

/** The agents of a table, each with what it remembers, by seat. */
export class TableBots {
  readonly #minds = new Map<string, Mind>()

  constructor(private readonly game: Game) {}

  /** Whether bots of this kind go by what happened before; others may be made anew for each answer. */
  static remembers(spec: string): boolean {
    return agentSpecError(spec) === undefined && makeAgent(spec, 0).watch !== undefined
  }

  /** A seat answers; `state` is the position before it. */
  watch(state: State, seat: string, choice: Choice): void {
    const { game } = this
    const watching = [...this.#minds].filter(([own, { agent }]) => own !== seat && agent.watch !== undefined)
    const decision = watching.length === 0 ? undefined : game.decision(state, seat)
    if (decision === undefined) return
    const picks = picksOfChoice(decision, choice)
    for (const [own, { agent }] of watching)
      agent.watch?.(game, state, this.#index(own), this.#index(seat), picks)
  }

  /** Answers for a seat that is asked. */
  async answer(
    state: State,
    { seat, agent: spec, seed }: BotRequest,
    thinking: ThinkOptions = {},
  ): Promise<BotAnswer> {
    const { game } = this
    const decision = game.decision(state, seat)
    if (decision === undefined) throw new Error(`${seat} is not asked.`)
    let mind = this.#minds.get(seat)
    if (mind?.spec !== spec) {
      mind?.agent.end?.(game, state)
      mind = { spec, agent: makeAgent(spec, seed) }
      this.#minds.set(seat, mind)
    }
    const { agent } = mind
    const index = this.#index(seat)
    const picks =
      agent.think === undefined
        ? agent.choose(game, state, index)
        : await agent.think(game, state, index, thinking)
    return { choice: choiceOfPicks(decision, picks), why: agent.why?.() ?? [] }
  }

  /** The table is left, or the game is over; `state` is where it stands, if that is known. */
  end(state?: State): void {
    for (const { agent } of this.#minds.values()) agent.end?.(this.game, state)
    this.#minds.clear()
  }

  #index(seat: string): number {
    return this.game.def.seats.findIndex(({ id }) => id === seat)
  }
}

const REPORT_MS = 150

/** Reports how far a bot has come, but not more often than people can see. */
export function throttleProgress(report: (done: number) => void): (done: number) => void {
  let next = performance.now() + REPORT_MS
  return (done) => {
    const now = performance.now()
    if (now < next) return
    next = now + REPORT_MS
    report(Math.min(1, Math.max(0, done)))
  }
}
