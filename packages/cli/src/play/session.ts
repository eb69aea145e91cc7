import { type Agent, choiceOfPicks, makeAgent } from '@ludoforge/agents'
import type { Choice, Decision, Game, State } from '@ludoforge/kernel'
import {
  checkFits,
  replay,
  seedOfAgent,
  startOf,
  type Trace,
  type TraceDecision,
  TRACE_FORMAT,
  type TraceHeader,
  TraceWriter,
} from '@ludoforge/sim'
import type { Told } from './log.js'

export const HUMAN = 'human'

interface Moment {
  readonly before: State
  readonly decision: TraceDecision
  readonly events: readonly Told[]
  readonly asked: boolean // a person was really asked
}

/** A game being played: its state, all that led to it, and the file it is written to. No terminal. */
export class Session {
  #state: State
  readonly #moments: Moment[] = []
  readonly #agents: ReadonlyMap<string, Agent>
  #writer: TraceWriter | undefined
  /** How much of the story each seat has been told. */
  readonly #told = new Map<string, number>()

  private constructor(
    readonly game: Game,
    readonly header: TraceHeader,
    state: State,
  ) {
    this.#state = state
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
    const state = startOf(game, full)
    return new Session(game, { ...full, hash: game.hash(state) }, state)
  }

  /** A saved game, at the point where it was left. */
  static resume(game: Game, trace: Trace): Session {
    checkFits(game, trace.header)
    const session = new Session(game, trace.header, startOf(game, trace.header))
    for (const { decision, before, state, events } of replay(game, trace)) {
      const question = game.decision(before, decision.seat)
      const human = trace.header.seats[decision.seat] === HUMAN
      session.#moments.push({ before, decision, events: inWords(events, question), asked: human })
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
  appendTo(file: string, trace: Trace): void {
    this.#writer = TraceWriter.resume(file, trace)
  }

  /** Lets agents decide until a person must be asked or the game is over. */
  advance(limit = 100_000): Decision | undefined {
    for (let n = 0; n < limit; n += 1) {
      const decision = this.decision
      if (decision === undefined) return undefined
      const agent = this.#agents.get(decision.seat)
      if (agent !== undefined) {
        const seat = this.game.def.seats.findIndex(({ id }) => id === decision.seat)
        const picks = agent.choose(this.game, this.#state, seat)
        this.#decide(choiceOfPicks(decision, picks), decision, false)
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

  #decide(choice: Choice, question: Decision, asked: boolean): void {
    const { seat, name } = question
    const { state, events: plain } = this.game.step(this.#state, choice, seat)
    const events = inWords(plain, question)
    const decision = { n: this.#moments.length + 1, seat, name, choice, hash: this.game.hash(state) }
    this.#moments.push({ before: this.#state, decision, events, asked })
    this.#state = state
    this.#writer?.add(decision)
  }

  /** Back to before the last decision that a person was asked for; false if there is none. */
  undo(): boolean {
    const index = this.#moments.findLastIndex(({ asked }) => asked)
    const moment = this.#moments[index]
    if (moment === undefined) return false
    this.#state = moment.before
    this.#moments.length = index
    this.#writer?.add({ undo: index + 1 })
    for (const [seat, told] of this.#told) this.#told.set(seat, Math.min(told, index))
    return true
  }

  /** What happened since this seat was last told. */
  news(seat: string): readonly Told[] {
    const from = this.#told.get(seat) ?? 0
    this.#told.set(seat, this.#moments.length)
    return this.events(from)
  }

  events(from = 0): readonly Told[] {
    return this.#moments.slice(from).flatMap(({ events }) => events)
  }

  close(): void {
    this.#writer?.close()
    this.#writer = undefined
  }
}

/** Labelled alternatives are told by their labels: nothing else remembers them. */
function inWords(events: readonly Told[], question: Decision | undefined): readonly Told[] {
  const labels = new Map(
    question?.type === 'choice' ? question.options.map(({ id, label }) => [id, label] as const) : [],
  )
  return events.map((event) => {
    if (event.type !== 'chose') return event
    const { choice } = event
    const named = typeof choice === 'string' ? (labels.get(choice) ?? choice) : choice
    return { ...event, choice: named }
  })
}
