/** Agents from programs. One process plays all games of one rulebook in one thread; games have numbers. */
import { type Game, IllegalChoice, type Outcome, type PolicyReason, type State } from '@ludoforge/kernel'
import type { Agent } from '../agent.js'
import { type Content, encodeLine } from '../line-protocol/index.js'
import { parsePicks } from '../external/answer.js'
import { describeDecision, rulesOf, seatId, deriveSeed, seatContextOf } from '../external/context.js'
import { AgentFailed } from '../external/failure.js'
import { EventFeed } from '../external/event-feed.js'
import { type BotHello, fromBot, type ToBot } from '../schemas/index.js'
import { type SupervisorClient, supervisorClient, supervisorName, type Request } from './supervisor-client.js'
import type { BotRequest } from './supervisor-messages.js'

/** The time limits of a program, in milliseconds. */
interface ProgramTimes {
  readonly hello: number
  readonly decide: number
}

/** A program and how to start it. */
export interface Program {
  readonly spec: string
  readonly command: readonly [string, ...string[]]
  readonly times: ProgramTimes
}

/** The connections of this thread, by program and rulebook. */
const connections = new Map<string, ProgramConnection>()

function connectionOf(program: Program, game: Game): ProgramConnection {
  const key = `${supervisorName()} ${program.spec} ${game.fingerprint}`
  const known = connections.get(key)
  if (known !== undefined) return known
  const connection = new ProgramConnection(program, game, key)
  connections.set(key, connection)
  return connection
}

/** Lines to write; the last is a request. */
interface Batch {
  readonly text: string
  readonly ask: BotRequest
}

/** A connection to a bot process. It starts the process on demand, and again after a failure. */
class ProgramConnection {
  #hello: BotHello | undefined
  #ids = 0
  #games = 0

  constructor(
    readonly program: Program,
    private readonly game: Game,
    private readonly key: string,
  ) {}

  /** Returns the response to `hello`. Each start of the process gives a new object. */
  helloNow(): BotHello {
    return (this.#hello ??= this.#checkHello(
      supervisorClient().askNow(this.#start(), this.program.times.hello),
    ))
  }

  async hello(): Promise<BotHello> {
    return (this.#hello ??= this.#checkHello(
      await supervisorClient().ask(this.#start(), this.program.times.hello),
    ))
  }

  askNow(batch: Batch): Content {
    try {
      return supervisorClient().askNow(this.#request(batch), batch.ask.ms)
    } catch (error) {
      this.#hello = undefined
      throw error
    }
  }

  async ask(batch: Batch): Promise<Content> {
    try {
      return await supervisorClient().ask(this.#request(batch), batch.ask.ms)
    } catch (error) {
      this.#hello = undefined
      throw error
    }
  }

  tell(hello: BotHello, message: ToBot, desk: SupervisorClient = supervisorClient()): void {
    if (hello === this.#hello) desk.post({ thread: desk.thread, key: this.key, text: encodeLine(message) })
  }

  /** Abandons the process: the next request starts another one. */
  restart(): void {
    this.#hello = undefined
  }

  nextId(): number {
    return (this.#ids += 1)
  }

  nextGame(): number {
    return (this.#games += 1)
  }

  #start(): Request {
    const { spec, command, times } = this.program
    return { key: this.key, start: { spec, command, rules: rulesOf(this.game), ms: times.hello } }
  }

  #request({ text, ask }: Batch): Request {
    return { key: this.key, text, ask }
  }

  #checkHello(answer: Content): BotHello {
    const { data, error } = fromBot.hello.safeParse(answer)
    if (data !== undefined) return data
    const [issue] = error.issues
    const where = issue === undefined ? '' : ` ("${issue.path.join('.')}": ${issue.message})`
    throw new AgentFailed(
      `${this.program.spec}, asked hello, sent no valid name: ${JSON.stringify(answer)}${where}.`,
    )
  }
}

export class ProgramAgent implements Agent {
  readonly name: string
  readonly #feed = new EventFeed()
  #connection: ProgramConnection | undefined
  #hello: BotHello | undefined // of the process that has the game
  #gameNumber = 0 // 0 if the process doesn't have the game
  #why: string | undefined

  constructor(
    private readonly program: Program,
    private readonly seed: number | string,
  ) {
    this.name = program.spec
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    const connection = this.#connect(game)
    const batch = this.#batch(connection, connection.helloNow(), game, state, seat)
    return this.#parseAnswer(connection, connection.askNow(batch), game, state, seat)
  }

  async think(game: Game, state: State, seat: number): Promise<readonly number[]> {
    const connection = this.#connect(game)
    const batch = this.#batch(connection, await connection.hello(), game, state, seat)
    return this.#parseAnswer(connection, await connection.ask(batch), game, state, seat)
  }

  watch(game: Game, state: State, seat: number, other: number, picks: readonly number[]): void {
    if (!this.#wants('events')) return
    if (!this.#feed.goesOn(game, state, seat)) this.#leave(null)
    this.#feed.answered(game, state, other, picks)
  }

  why(): readonly PolicyReason[] {
    return this.#why === undefined ? [] : [{ text: this.#why, secret: true }]
  }

  end(game: Game, state?: State): void {
    this.#leave(state === undefined ? null : (game.outcome(state) ?? null))
    this.#feed.forget()
  }

  #connect(game: Game): ProgramConnection {
    const connection = connectionOf(this.program, game)
    if (this.#connection !== connection) this.#leave(null)
    this.#connection = connection
    return connection
  }

  /** Whether the bot wants this. Before its `hello`, everything counts as wanted. */
  #wants(what: 'view' | 'events'): boolean {
    return this.#hello?.wants?.includes(what) ?? true
  }

  /** Sends the end of the game, if the process has the game. */
  #leave(outcome: Outcome | null): void {
    if (this.#gameNumber > 0 && this.#hello !== undefined)
      this.#connection?.tell(this.#hello, { tell: 'end', game: this.#gameNumber, outcome })
    this.#gameNumber = 0
  }

  /** Builds the lines for a decision: the game if it is new, the events since the last one, and the request. */
  #batch(connection: ProgramConnection, hello: BotHello, game: Game, state: State, seat: number): Batch {
    const lines: ToBot[] = []
    const id = seatId(game, seat)
    const continues = this.#wants('events') ? this.#feed.goesOn(game, state, seat) : this.#gameNumber > 0
    const events = this.#feed.take()
    if (this.#hello !== hello) this.#gameNumber = 0
    this.#hello = hello
    const isNew = this.#gameNumber === 0 || !continues
    if (isNew) {
      this.#leave(null)
      this.#gameNumber = connection.nextGame()
      lines.push({
        tell: 'game',
        game: this.#gameNumber,
        ...seatContextOf(game, state, seat),
        seed: deriveSeed(this.seed),
      })
    }
    if (this.#wants('events') && events.length > 0)
      lines.push({ tell: 'events', game: this.#gameNumber, events })
    const decision = game.decision(state, id)
    if (decision === undefined) throw new Error(`${id} has no decision to make.`)
    const ms = this.program.times.decide
    const ask: BotRequest = { id: connection.nextId(), what: describeDecision(game, state, seat), ms }
    const view = this.#wants('view') ? { view: game.view(state, id) } : {}
    const question = { id: ask.id, ask: 'decide', game: this.#gameNumber, decision, ...view, ms } as const
    return { text: [...lines, question].map(encodeLine).join(''), ask }
  }

  #parseAnswer(
    connection: ProgramConnection,
    answer: Content,
    game: Game,
    state: State,
    seat: number,
  ): readonly number[] {
    const { data, error } = fromBot.decide.safeParse(answer)
    try {
      if (data === undefined && !('choice' in answer)) throw new IllegalChoice('The answer has no "choice".')
      const picks = parsePicks(game, state, seat, answer['choice'])
      if (data === undefined) throw new IllegalChoice(error.issues[0]?.message ?? 'The answer is invalid.')
      this.#why = data.why
      if (this.#wants('events')) this.#feed.answered(game, state, seat, picks)
      return picks
    } catch (thrown) {
      if (!(thrown instanceof IllegalChoice)) throw thrown
      connection.restart()
      const asked = describeDecision(game, state, seat)
      throw new AgentFailed(
        `${this.program.spec}, asked ${asked}, gave an illegal answer: ${thrown.message} It wrote: ${JSON.stringify(answer)}`,
      )
    }
  }
}
