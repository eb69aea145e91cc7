/** Agents from programs. One process plays all games of one rulebook in one thread; games have numbers. */
import { type Game, IllegalChoice, type Outcome, type PolicyReason, type State } from '@ludoforge/kernel'
import type { Agent } from '../agent.js'
import { type Content, encodeLine, type Message, messagesIn } from '../line-protocol/index.js'
import { parsePicks } from '../external/answer.js'
import { BotDesk } from '../external/bot-desk.js'
import { describeDecision, seatId, deriveSeed, seatContextOf } from '../external/context.js'
import { rulebookOf } from '../external/rulebook.js'
import { AgentFailed } from '../external/failure.js'
import { EventFeed } from '../external/event-feed.js'
import { type BotHello, fromBot, type ToBot } from '../schemas/index.js'
import {
  type OnQuery,
  type Request,
  type SupervisorClient,
  supervisorClient,
  supervisorName,
} from './supervisor-client.js'
import type { BotRequest } from './supervisor-messages.js'

/** The time limits of a program, in milliseconds. */
export interface ProgramTimes {
  readonly hello: number
  readonly decide: number
  /** For all decisions of a game, as in UCI. By default a game has no limit. */
  readonly clock?: { readonly game: number; readonly increment: number } | undefined
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
  readonly desk: BotDesk
}

/** An answer of the host. A bug of ours must not end the game of the bot. */
function answerOf(desk: BotDesk, message: Message): Content {
  try {
    return desk.answer(message)
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.stderr.write(`This is a bug in ludoforge: ${what}\n`)
    return { id: 'id' in message ? message.id : null, error: { code: 'bug', message: 'An internal error.' } }
  }
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
      return supervisorClient().askNow(this.#request(batch), batch.ask.ms, this.#answers(batch))
    } catch (error) {
      this.#hello = undefined
      throw error
    }
  }

  async ask(batch: Batch): Promise<Content> {
    try {
      return await supervisorClient().ask(this.#request(batch), batch.ask.ms, this.#answers(batch))
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
    return { key: this.key, start: { spec, command, rules: rulebookOf(this.game), ms: times.hello } }
  }

  /** Answers what the program asks while it decides. */
  #answers({ desk }: Batch): OnQuery {
    return (query) => {
      const client = supervisorClient()
      const answers = messagesIn(query).map((message) => answerOf(desk, message))
      const line = 'length' in query ? answers : answers[0]
      client.post({ thread: client.thread, key: this.key, text: `${JSON.stringify(line)}\n` })
    }
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
  #decisions = 0 // of this game so far
  #left: number // of the game's clock, in milliseconds
  #why: string | undefined

  constructor(
    private readonly program: Program,
    private readonly seed: number | string,
  ) {
    this.name = program.spec
    this.#left = program.times.clock?.game ?? Number.POSITIVE_INFINITY
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    const connection = this.#connect(game)
    const batch = this.#batch(connection, connection.helloNow(), game, state, seat)
    const begin = performance.now()
    const answer = connection.askNow(batch)
    this.#spend(performance.now() - begin)
    return this.#parseAnswer(connection, answer, game, state, seat)
  }

  async think(game: Game, state: State, seat: number): Promise<readonly number[]> {
    const connection = this.#connect(game)
    const batch = this.#batch(connection, await connection.hello(), game, state, seat)
    const begin = performance.now()
    const answer = await connection.ask(batch)
    this.#spend(performance.now() - begin)
    return this.#parseAnswer(connection, answer, game, state, seat)
  }

  #spend(ms: number): void {
    this.#left = Math.max(0, this.#left - ms) + (this.program.times.clock?.increment ?? 0)
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
    this.#decisions = 0
    this.#left = this.program.times.clock?.game ?? Number.POSITIVE_INFINITY
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
    const { decide, clock } = this.program.times
    const left = Math.round(this.#left)
    const ms = Math.max(1, Math.min(decide, left))
    const ask: BotRequest = { id: connection.nextId(), what: describeDecision(game, state, seat), ms }
    const view = this.#wants('view') ? { view: game.view(state, id) } : {}
    const time = clock === undefined ? { ms } : { ms, clock: { left, increment: clock.increment } }
    const question = {
      id: ask.id,
      ask: 'decide',
      game: this.#gameNumber,
      decision,
      ...view,
      ...time,
    } as const
    this.#decisions += 1
    const seed = `${deriveSeed(this.seed)}/${this.#decisions}`
    const desk = new BotDesk({ game, state, seat, seed, deadline: performance.now() + ms })
    return { text: [...lines, question].map(encodeLine).join(''), ask, desk }
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
