/** Agents that are programs. One process plays all games of one rulebook in one thread, each with a number. */
import { type Game, IllegalChoice, type Outcome, type PolicyReason, type State } from '@ludoforge/kernel'
import type { Agent } from '../agent.js'
import { type Content, encodeLine } from '../line-protocol/index.js'
import { picksFrom } from '../external/answer.js'
import { questionOf, rulesOf, seatOf, seedFor, sittingOf } from '../external/context.js'
import { AgentFailed } from '../external/failure.js'
import { EventFeed } from '../external/event-feed.js'
import { type BotHello, fromBot, type ToBot } from '../schemas/index.js'
import { type SupervisorClient, deskOfThread, keeperName, type Request } from './supervisor-client.js'
import type { Asking } from './messages.js'

/** How long a program may take, in milliseconds. */
interface ProgramTimes {
  readonly hello: number
  readonly decide: number
}

/** A program as it is started. */
export interface Program {
  readonly spec: string
  readonly command: readonly [string, ...string[]]
  readonly times: ProgramTimes
}

/** The processes that this thread talks to, by program and rulebook. */
const links = new Map<string, ProgramLink>()

function linkOf(program: Program, game: Game): ProgramLink {
  const key = `${keeperName()} ${program.spec} ${game.fingerprint}`
  const known = links.get(key)
  if (known !== undefined) return known
  const link = new ProgramLink(program, game, key)
  links.set(key, link)
  return link
}

/** Lines that end with a question. */
interface Letter {
  readonly text: string
  readonly ask: Asking
}

/** A process, started when it is needed, and again after it has failed. */
class ProgramLink {
  #hello: BotHello | undefined
  #ids = 0
  #games = 0

  constructor(
    readonly program: Program,
    private readonly game: Game,
    private readonly key: string,
  ) {}

  /** How it has presented itself; another one after each start. */
  helloNow(): BotHello {
    return (this.#hello ??= this.#met(deskOfThread().askNow(this.#start(), this.program.times.hello)))
  }

  async hello(): Promise<BotHello> {
    return (this.#hello ??= this.#met(await deskOfThread().ask(this.#start(), this.program.times.hello)))
  }

  askNow(letter: Letter): Content {
    try {
      return deskOfThread().askNow(this.#request(letter), letter.ask.ms)
    } catch (error) {
      this.#hello = undefined
      throw error
    }
  }

  async ask(letter: Letter): Promise<Content> {
    try {
      return await deskOfThread().ask(this.#request(letter), letter.ask.ms)
    } catch (error) {
      this.#hello = undefined
      throw error
    }
  }

  tell(hello: BotHello, message: ToBot, desk: SupervisorClient = deskOfThread()): void {
    if (hello === this.#hello) desk.post({ thread: desk.thread, key: this.key, text: encodeLine(message) })
  }

  /** It cannot be relied on: the next game is played by another process. */
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

  #request({ text, ask }: Letter): Request {
    return { key: this.key, text, ask }
  }

  #met(answer: Content): BotHello {
    const { data, error } = fromBot.hello.safeParse(answer)
    if (data !== undefined) return data
    const [issue] = error.issues
    const where = issue === undefined ? '' : ` ("${issue.path.join('.')}": ${issue.message})`
    throw new AgentFailed(
      `${this.program.spec}, asked hello, did not say its name: ${JSON.stringify(answer)}${where}.`,
    )
  }
}

export class ProgramAgent implements Agent {
  readonly name: string
  readonly #story = new EventFeed()
  #link: ProgramLink | undefined
  #hello: BotHello | undefined // of the process that knows the game
  #number = 0 // of the game
  #why: string | undefined

  constructor(
    private readonly program: Program,
    private readonly seed: number | string,
  ) {
    this.name = program.spec
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    const link = this.#linked(game)
    const letter = this.#letter(link, link.helloNow(), game, state, seat)
    return this.#taken(link, link.askNow(letter), game, state, seat)
  }

  async think(game: Game, state: State, seat: number): Promise<readonly number[]> {
    const link = this.#linked(game)
    const letter = this.#letter(link, await link.hello(), game, state, seat)
    return this.#taken(link, await link.ask(letter), game, state, seat)
  }

  watch(game: Game, state: State, seat: number, other: number, picks: readonly number[]): void {
    if (!this.#wants('events')) return
    if (!this.#story.goesOn(game, state, seat)) this.#leave(null)
    this.#story.answered(game, state, other, picks)
  }

  why(): readonly PolicyReason[] {
    return this.#why === undefined ? [] : [{ text: this.#why, secret: true }]
  }

  end(game: Game, state?: State): void {
    this.#leave(state === undefined ? null : (game.outcome(state) ?? null))
    this.#story.forget()
  }

  #linked(game: Game): ProgramLink {
    const link = linkOf(this.program, game)
    if (this.#link !== link) this.#leave(null)
    this.#link = link
    return link
  }

  /** Until it has said what it wants, all of it may be wanted. */
  #wants(what: 'view' | 'events'): boolean {
    return this.#hello?.wants?.includes(what) ?? true
  }

  /** The process hears of the game's end, if it knows of the game. */
  #leave(outcome: Outcome | null): void {
    if (this.#number > 0 && this.#hello !== undefined)
      this.#link?.tell(this.#hello, { tell: 'end', game: this.#number, outcome })
    this.#number = 0
  }

  /** What it has to know, and the question. */
  #letter(link: ProgramLink, hello: BotHello, game: Game, state: State, seat: number): Letter {
    const lines: ToBot[] = []
    const id = seatOf(game, seat)
    const goesOn = this.#wants('events') ? this.#story.goesOn(game, state, seat) : this.#number > 0
    const events = this.#story.take()
    if (this.#hello !== hello) this.#number = 0
    this.#hello = hello
    const isNew = this.#number === 0 || !goesOn
    if (isNew) {
      this.#leave(null)
      this.#number = link.nextGame()
      lines.push({
        tell: 'game',
        game: this.#number,
        ...sittingOf(game, state, seat),
        seed: seedFor(this.seed),
      })
    }
    if (this.#wants('events') && events.length > 0) lines.push({ tell: 'events', game: this.#number, events })
    const decision = game.decision(state, id)
    if (decision === undefined) throw new Error(`${id} is not asked.`)
    const ms = this.program.times.decide
    const ask: Asking = { id: link.nextId(), what: questionOf(game, state, seat), ms }
    const view = this.#wants('view') ? { view: game.view(state, id) } : {}
    const question = { id: ask.id, ask: 'decide', game: this.#number, decision, ...view, ms } as const
    return { text: [...lines, question].map(encodeLine).join(''), ask }
  }

  #taken(link: ProgramLink, answer: Content, game: Game, state: State, seat: number): readonly number[] {
    const { data, error } = fromBot.decide.safeParse(answer)
    try {
      if (data === undefined && !('choice' in answer)) throw new IllegalChoice('There is no "choice" in it.')
      const picks = picksFrom(game, state, seat, answer['choice'])
      if (data === undefined) throw new IllegalChoice(error.issues[0]?.message ?? 'It is no answer.')
      this.#why = data.why
      if (this.#wants('events')) this.#story.answered(game, state, seat, picks)
      return picks
    } catch (wrong) {
      if (!(wrong instanceof IllegalChoice)) throw wrong
      link.restart()
      const asked = questionOf(game, state, seat)
      throw new AgentFailed(
        `${this.program.spec}, asked ${asked}, gave an illegal answer: ${wrong.message} It wrote: ${JSON.stringify(answer)}`,
      )
    }
  }
}
