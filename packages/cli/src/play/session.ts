import {
  type Agent,
  agentProblem,
  choiceOfPicks,
  makeAgent,
  picksOfChoice,
  type Thinking,
} from '@ludoforge/agents'
import type { Choice, Decision, Game, Horizon, PolicyReason, State, StepEvent } from '@ludoforge/kernel'
import type { Trace, TraceDecision, TraceHeader } from '@ludoforge/kernel'
import { BadTrace, openingOf, replay, TRACE_FORMAT } from '@ludoforge/kernel'
import { seedOfAgent, ThreadHelpers, TraceWriter } from '@ludoforge/sim'

export const HUMAN = 'human'

/** How somebody waits while the agent of a seat thinks. */
export type Waiting = (seat: string) => Thinking

interface Moment {
  readonly before: State
  readonly decision: TraceDecision
  readonly events: readonly StepEvent[]
  readonly horizon: Horizon
  readonly asked: boolean // a person was really asked
}

/** A game being played: its state, all that led to it, and the file it is written to. No terminal. */
export class Session {
  #state: State
  readonly #opening: readonly StepEvent[] // what happened before the first decision
  readonly #moments: Moment[] = []
  readonly #agents: ReadonlyMap<string, Agent>
  readonly #helpers: ThreadHelpers // for agents that think in parts
  #writer: TraceWriter | undefined
  /** How much of the story each seat has been told. */
  readonly #told = new Map<string, number>()

  private constructor(
    readonly game: Game,
    readonly header: TraceHeader,
    opening: ReturnType<Game['begin']>,
  ) {
    for (const [seat, who] of Object.entries(header.seats)) {
      const wrong = who === HUMAN ? undefined : agentProblem(who)
      if (wrong !== undefined)
        throw new BadTrace(`The saved game says that "${who}" decides for ${seat}. ${wrong}`)
    }
    this.#helpers = new ThreadHelpers(game)
    this.#state = opening.state
    this.#opening = opening.events
    this.#agents = new Map(
      Object.entries(header.seats)
        .filter(([, who]) => who !== HUMAN)
        .map(([seat, who]) => [seat, makeAgent(who, seedOfAgent(header.seed, seat))]),
    )
  }

  static start(game: Game, header: Omit<TraceHeader, 'format' | 'game' | 'fingerprint' | 'hash'>): Session {
    const full = {
      format: TRACE_FORMAT,
      game: game.def.id,
      fingerprint: game.fingerprint,
      ...header,
      hash: '',
    } as const
    const opening = openingOf(game, full)
    return new Session(game, { ...full, hash: game.hash(opening.state) }, opening)
  }

  /** A saved game, at the point where it was left; `tell` hears what is wrong with the record, and left out. */
  static resume(game: Game, trace: Trace, tell: (problem: string) => void): Session {
    const session = new Session(game, trace.header, openingOf(game, trace.header))
    for (const { decision, before, state, events, horizon } of replay(game, trace, tell)) {
      const human = trace.header.seats[decision.seat] === HUMAN
      session.#moments.push({ before, decision, events, horizon, asked: human })
      session.#state = state
    }
    return session
  }

  get state(): State {
    return this.#state
  }

  /**
   * The next question. Where several are asked at once people come before agents: who takes an answer back
   * then takes back what the agents answered after it, and cannot go by that.
   */
  get decision(): Decision | undefined {
    const { game, header } = this
    const deciding = game.deciding(this.#state).map((i) => game.def.seats[i]?.id ?? '')
    const person = deciding.find((seat) => header.seats[seat] === HUMAN)
    return game.decision(this.#state, person ?? deciding[0])
  }

  get decisions(): readonly TraceDecision[] {
    return this.#moments.map(({ decision }) => decision)
  }

  get file(): string | undefined {
    return this.#writer?.file
  }

  get humans(): readonly string[] {
    return Object.keys(this.header.seats).filter((seat) => this.header.seats[seat] === HUMAN)
  }

  /** From now on every decision goes to this file, the ones so far first. */
  saveTo(file: string): void {
    const writer = TraceWriter.create(file, this.header, this.decisions)
    this.#writer?.close()
    this.#writer = writer
  }

  /** Goes on writing to the file that the game was resumed from. */
  appendTo(writer: TraceWriter, { decisions }: Trace): void {
    this.#writer = writer
    const next = this.#moments.length + 1
    if (decisions.length >= next) writer.add({ undo: next })
  }

  /** Lets agents decide until a person must be asked or the game is over. `wait` hears of those that take long. */
  async advance(wait?: Waiting, limit = 100_000): Promise<Decision | undefined> {
    for (let n = 0; n < limit; n += 1) {
      const decision = this.decision
      if (decision === undefined || !this.#agents.has(decision.seat)) this.#writer?.sync()
      if (decision === undefined) return undefined
      const agent = this.#agents.get(decision.seat)
      if (agent !== undefined) {
        const seat = this.game.def.seats.findIndex(({ id }) => id === decision.seat)
        const picks =
          wait === undefined || agent.think === undefined
            ? agent.choose(this.game, this.#state, seat)
            : await agent.think(this.game, this.#state, seat, {
                ...wait(decision.seat),
                helpers: this.#helpers,
              })
        this.#decide(choiceOfPicks(decision, picks), decision, false, agent.why?.())
      } else return decision
    }
    throw new Error(`Nobody was asked for ${limit} decisions: this game does not seem to end.`)
  }

  /** A person's answer. Throws IllegalChoice, and changes nothing, if it is not a legal one. */
  answer(choice: Choice): void {
    const decision = this.decision
    if (decision === undefined) throw new Error('The game is over: there is nothing to decide.')
    this.#decide(choice, decision, true)
  }

  #decide(choice: Choice, question: Decision, asked: boolean, why: readonly PolicyReason[] = []): void {
    const { seat, name } = question
    const { state, events: told, horizon } = this.game.step(this.#state, choice, seat)
    const events = why.length === 0 ? told : reasoned(told, why)
    this.#tellAgents(question, choice)
    const decision = { n: this.#moments.length + 1, seat, name, choice, hash: this.game.hash(state) }
    this.#writer?.add(decision)
    this.#moments.push({ before: this.#state, decision, events, horizon, asked })
    this.#state = state
  }

  /** Who goes by what others do sees it. */
  #tellAgents(question: Decision, choice: Choice): void {
    const { seats } = this.game.def
    const decider = seats.findIndex(({ id }) => id === question.seat)
    for (const [id, agent] of this.#agents)
      if (id !== question.seat && agent.watch !== undefined) {
        const seat = seats.findIndex((one) => one.id === id)
        agent.watch(this.game, this.#state, seat, decider, picksOfChoice(question, choice))
      }
  }

  /** What an undo would take back that was rolled or revealed since: it is not for free. */
  get undoes(): Pick<Horizon, 'rolled' | 'revealed'> {
    const index = this.#moments.findLastIndex(({ asked }) => asked)
    const since = index < 0 ? [] : this.#moments.slice(index)
    return {
      rolled: since.some(({ horizon }) => horizon.rolled),
      revealed: since.some(({ horizon }) => horizon.revealed),
    }
  }

  /** Back to before the last decision that a person was asked for; false if there is none. */
  undo(): boolean {
    const index = this.#moments.findLastIndex(({ asked }) => asked)
    const moment = this.#moments[index]
    if (moment === undefined) return false
    this.#writer?.add({ undo: index + 1 })
    this.#state = moment.before
    this.#moments.length = index
    for (const [seat, told] of this.#told) this.#told.set(seat, Math.min(told, index))
    return true
  }

  /** What happened since this seat was last told, and what it was told before. */
  news(seat: string): { readonly events: readonly StepEvent[]; readonly before: readonly StepEvent[] } {
    const from = this.#told.get(seat)
    this.#told.set(seat, this.#moments.length)
    const all = this.events()
    const events = from === undefined ? all : this.#since(from)
    return { events, before: all.slice(0, all.length - events.length) }
  }

  /** All that happened. */
  events(): readonly StepEvent[] {
    return [...this.#opening, ...this.#since(0)]
  }

  #since(from: number): readonly StepEvent[] {
    return this.#moments.slice(from).flatMap(({ events }) => events)
  }

  close(): void {
    this.#writer?.close()
    this.#writer = undefined
  }
}

/** The events of an answer, which say why it was given. */
function reasoned(events: readonly StepEvent[], why: readonly PolicyReason[]): readonly StepEvent[] {
  const at = events.findIndex((event) => event.type === 'chose' && event.forced !== true)
  return events.map((event, i) => (i === at && event.type === 'chose' ? { ...event, why } : event))
}
