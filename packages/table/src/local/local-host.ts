/** Hosts a table for one person and bots: the same protocol that a server speaks. */
import { AgentFailed } from '@ludoforge/agents'
import type { Game, GameDef, State } from '@ludoforge/kernel'
import {
  type ClientMessage,
  type Done,
  Refusal,
  type Request,
  type SeatDocument,
  type ServerMessage,
  type TableDocument,
  type UndoHorizon,
  type Welcome,
} from '../protocol/index.js'
import { type Answered, defaultHintAgent, hintFor, TableBots, throttleProgress } from '../bots/index.js'
import type { StoredTable } from '../core/index.js'
import {
  activeDecisions,
  answered,
  botOnRecord,
  type Entry,
  nonGameTransition,
  planUndo,
  type Position,
  positionAt,
  refuseIllegal,
  replayEntries,
  seatsDeciding,
  startOf,
  type Transition,
  undone,
  UndoneAnswers,
} from '../record/index.js'
import {
  freeSince,
  historyOf,
  newsOf,
  snapshotsFor,
  undoHorizon,
  updateFor,
  type ViewContext,
  type Viewers,
  viewersOf,
} from '../views/index.js'
import type { LocalOptions } from './options.js'
import { checkAgent, createTableRecord, ME, movedEntry, seatsIn, viewContextOf } from './start.js'

const INSTEAD = 'random' // decides for a bot that fails
const MARK_EVERY = 50 // entries
const SLICE_MS = 10 // that bots play before others have their turn

/** The other end of a transport. */
interface Receiver {
  readonly message: (text: string) => void
}

type Reply = Omit<Done, 'type' | 'id'>

export class LocalHost {
  readonly #entries: Entry[]
  #position: Position
  readonly #marks: Position[] = [] // some that were before, so that not all of a long game is made again
  #seats: Record<string, string>
  #seen: number
  readonly #ends = new Set<Receiver>()
  #turn: Promise<void> = Promise.resolve()
  #minds: TableBots
  #mindsSince: number // the entry after which they were made
  readonly #recall: UndoneAnswers
  #closed = false // nobody is here
  #playing = false // whether bots are at it

  private constructor(
    readonly id: string,
    private readonly telling: ViewContext,
    private readonly kept: Omit<StoredTable, 'entries' | 'seats'>,
    seats: Readonly<Record<string, string>>,
    entries: readonly Entry[],
    private readonly options: Pick<LocalOptions, 'keeper' | 'thinking' | 'onlooker'>,
  ) {
    this.#seats = { ...seats }
    this.#entries = [...entries]
    this.#seen = entries.length
    this.#position = startOf(telling.game, kept.beginning).position
    for (const { after } of replayEntries(telling.game, kept.beginning, entries)) this.#stand(after)
    this.#minds = new TableBots(telling.game)
    this.#mindsSince = this.#position.number
    this.#recall = new UndoneAnswers(entries)
  }

  static async open(options: LocalOptions): Promise<LocalHost> {
    const { id = 'local', keeper } = options
    const kept = await keeper?.load()
    if (kept === undefined) {
      const telling = viewContextOf(options)
      const { seats, ...beginning } = createTableRecord(options, telling.game)
      const host = new LocalHost(id, telling, beginning, seats, [], options)
      await keeper?.begin({ ...beginning, seats, entries: [] }, host.#document(host.#position))
      return host.#begun()
    }
    // What it was begun by is what it is played by; only a module has no older rules.
    const telling = viewContextOf(kept.def === undefined ? options : { ...options, def: kept.def })
    const moved = movedEntry(telling.game, kept)
    const host = new LocalHost(id, telling, kept, seatsIn(kept), [...kept.entries, ...moved], options)
    if (moved.length > 0) await keeper?.add(moved, host.#document(host.#position))
    return host.#begun()
  }

  #stand(position: Position): void {
    this.#position = position
    if (position.number % MARK_EVERY === 0) this.#marks.push(position)
  }

  /** A position at hand before this number. */
  #before(number: number): Position | undefined {
    return this.#marks.findLast((mark) => mark.number < number)
  }

  #begun(): this {
    void this.#letBotsPlay()
    return this
  }

  get #game(): Game {
    return this.telling.game
  }

  get def(): GameDef {
    return this.#game.def
  }

  open(ends: Receiver): { send(text: string): void; close(): void } {
    return {
      send: (text) => {
        const { id, ask } = JSON.parse(text) as ClientMessage
        // Whoever waits for these can do other things meanwhile.
        if (ask.type === 'hint' || ask.type === 'history') void this.#answer(ends, id, ask)
        else void this.#inTurn(() => this.#answer(ends, id, ask))
      },
      close: () => {
        this.#ends.delete(ends)
        this.#closed = this.#ends.size === 0
        if (this.#closed) this.#endMinds()
      },
    }
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined) // whoever asked hears of it
    return done
  }

  async #answer(ends: Receiver, id: number, ask: ClientMessage['ask']): Promise<void> {
    await Promise.resolve()
    const say = (message: ServerMessage): void => ends.message(JSON.stringify(message))
    try {
      if (ask.type === 'hello') {
        this.#welcome(ends, id, ask.last)
        return
      }
      const done = await this.#fulfil(ask)
      say({ type: 'done', id, ...done })
      void this.#letBotsPlay()
    } catch (error) {
      const { code, message } =
        error instanceof Refusal ? error : { code: 'trouble' as const, message: String(error) }
      say({ type: 'error', id, code, message })
    }
  }

  #welcome(ends: Receiver, id: number, last: number | undefined): void {
    const { telling } = this
    const { number, question, decisions } = this.#position
    const welcome: Welcome = {
      type: 'welcome',
      id,
      number: last ?? number,
      question,
      decisions,
      table: this.#document(this.#position),
      you: { person: ME, name: 'You', host: true, seats: this.#mine, seen: this.#seen },
      shown: last === undefined ? snapshotsFor(telling, this.#position, this.#eyes) : [],
    }
    ends.message(JSON.stringify(welcome))
    if (last !== undefined)
      for (const moment of replayEntries(this.#game, this.kept.beginning, this.#entries))
        if (moment.entry.number > last) ends.message(JSON.stringify(updateFor(telling, moment, this.#eyes)))
    this.#ends.add(ends)
    this.#closed = false
    void this.#letBotsPlay()
  }

  get #mine(): string[] {
    return Object.keys(this.#seats).filter((seat) => this.#seats[seat] === ME)
  }

  get #eyes(): Viewers {
    const mine = viewersOf(this.#mine)
    return this.options.onlooker === true && !mine.includes(null) ? [...mine, null] : mine
  }

  get #seatDocuments(): SeatDocument[] {
    return Object.entries(this.#seats).map(([seat, who]) =>
      who === ME ? { seat, kind: 'person', person: ME, name: 'You' } : { seat, kind: 'bot', agent: who },
    )
  }

  #document(position: Position): TableDocument {
    const { beginning, name, created } = this.kept
    const { def, fingerprint } = this.#game
    const outcome = this.#game.outcome(position.state) as TableDocument['outcome']
    return {
      id: this.id,
      name,
      game: { id: def.id, title: def.title, fingerprint },
      scenario: beginning.scenario ?? '',
      options: { ...beginning.options },
      seats: this.#seatDocuments,
      listed: false,
      uploaded: false,
      created,
      changed: this.#entries.at(-1)?.at ?? created,
      number: position.number,
      deciding: seatsDeciding(this.#game, position),
      ...(outcome === undefined ? {} : { outcome }),
    }
  }

  async #fulfil(request: Request): Promise<Reply> {
    const game = this.#game
    const { beginning } = this.kept
    const { state, question } = this.#position
    switch (request.type) {
      case 'decide': {
        const { seat, choice } = request
        this.#own(seat)
        return this.#add([answered(game, this.#position, seat, request.question, choice, ME)])
      }
      case 'undo':
        return this.#add(this.#undo(request.to))
      case 'chat':
        return this.#add([
          nonGameTransition(this.#position, {
            kind: 'chat',
            by: 'You',
            seats: this.#mine,
            text: request.text,
          }),
        ])
      case 'seen':
        this.#seen = Math.max(this.#seen, Math.min(request.number, this.#position.number))
        return {}
      case 'news':
        return {
          news: newsOf(game, beginning, this.#entries, this.#seen, this.#eyes, this.#before(this.#seen + 1)),
        }
      case 'explain':
        this.#own(request.seat)
        return { explanation: game.explain(state, request.option, request.seat) } as Reply
      case 'preview': {
        const { seat, choice } = request
        this.#own(seat)
        return { preview: refuseIllegal(() => game.preview(state, choice, seat)) } as Reply
      }
      case 'history': {
        const base = this.#before(request.from + 1)
        const entries = [...this.#entries]
        return { history: await historyOf(this.telling, beginning, entries, request, this.#eyes, base) }
      }
      case 'horizon':
        return { horizon: this.#horizon(question) }
      case 'hint':
        return this.#hint(request.seat, request.agent)
      case 'consent':
        throw new Refusal('stale', 'Nobody wishes to take that back.')
      case 'seat':
        return this.#reseat(request.seat, request.to)
    }
  }

  #own(seat: string): void {
    if (this.#seats[seat] !== ME) throw new Refusal('not-allowed', `The seat ${seat} is not yours.`)
  }

  /** Nobody else is here who could mind. */
  #undo(to: number | undefined): Transition[] {
    const { beginning } = this.kept
    const mine = this.#mine
    const last = activeDecisions(this.#entries).findLast(({ seat }) => mine.includes(seat))?.number ?? 0
    const wish = planUndo(this.#game, beginning, this.#entries, mine, to, this.#before(to ?? last))
    if (wish === undefined)
      throw new Refusal('not-allowed', 'There is no such decision of yours to take back.')
    const back = positionAt(this.#game, beginning, this.#entries, wish.to - 1, this.#before(wish.to))
    return [undone(this.#position, back, wish.to, 'You', wish.free ? [] : wish.beyond)]
  }

  #horizon(question: number): UndoHorizon {
    const mine = this.#mine
    const since = freeSince(this.#entries, mine, question)
    const base = since === undefined ? undefined : this.#before(since)
    return undoHorizon(this.#game, this.kept.beginning, this.#entries, mine, question, base)
  }

  async #hint(seat: string, agent = defaultHintAgent(this.#game, seat)): Promise<Reply> {
    this.#own(seat)
    checkAgent(agent)
    const { state, number, question } = this.#position
    if (!seatsDeciding(this.#game, this.#position).includes(seat))
      throw new Refusal('stale', `${seat} is not asked now.`)
    const stopped = (): boolean => this.#position.question !== question
    const asked = { seat, agent, seed: `${this.kept.beginning.seed}/hint/${seat}/${number}` }
    return { hint: await hintFor(this.#game, state, asked, { stopped }) }
  }

  async #reseat(seat: string, to: Extract<Request, { readonly type: 'seat' }>['to']): Promise<Reply> {
    if (this.#seats[seat] === undefined) throw new Refusal('bad-message', `There is no seat ${seat}.`)
    if (to === 'open') throw new Refusal('not-allowed', 'Nobody else can come to this table.')
    if (typeof to === 'object') checkAgent(to.bot)
    const before = this.#seats
    this.#seats = { ...before, [seat]: typeof to === 'object' ? to.bot : ME }
    try {
      return await this.#add([
        nonGameTransition(this.#position, { kind: 'seats', seats: this.#seatDocuments }),
      ])
    } catch (error) {
      this.#seats = before
      throw error
    }
  }

  /** It is kept before anybody hears of it. */
  async #add(moments: readonly Transition[]): Promise<{ number: number }> {
    const last = moments.at(-1)
    if (last !== undefined) {
      const stands = { ...this.#document(last.after), changed: last.entry.at }
      await this.options.keeper?.add(
        moments.map(({ entry }) => entry),
        stands,
      )
    }
    for (const moment of moments) {
      const { entry, before } = moment
      this.#entries.push(entry)
      this.#stand(moment.after)
      this.#recall.take(entry)
      if (entry.kind === 'decision') this.#minds.watch(before.state, entry.seat, entry.choice)
      else if (entry.kind === 'undo') {
        this.#endMinds()
        this.#minds = new TableBots(this.#game)
        this.#mindsSince = entry.number
      }
      this.#say(updateFor(this.telling, moment, this.#eyes))
    }
    if (seatsDeciding(this.#game, this.#position).length === 0) this.#endMinds(this.#position.state)
    return { number: this.#position.number }
  }

  /** What a bot makes of the end is its own business. */
  #endMinds(state?: State): void {
    try {
      this.#minds.end(state)
    } catch (error) {
      if (!(error instanceof AgentFailed)) throw error
    }
  }

  #say(message: ServerMessage): void {
    const text = JSON.stringify(message)
    for (const ends of this.#ends) ends.message(text)
  }

  /** One decision after the other, with room for what people ask in between. */
  async #letBotsPlay(): Promise<void> {
    if (this.#playing) return
    this.#playing = true
    let since = performance.now()
    try {
      for (let seat = this.#nextBot(); seat !== undefined && !this.#closed; seat = this.#nextBot()) {
        await this.#botDecides(seat)
        if (performance.now() - since < SLICE_MS) continue
        await new Promise((resolve) => {
          setTimeout(resolve, 0)
        })
        since = performance.now()
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // else it could not be kept; they go on when somebody asks again
    } finally {
      this.#playing = false
    }
  }

  /** Where several are asked at once people come first: what they take back then takes the bots' answers with it. */
  #nextBot(): string | undefined {
    const deciding = seatsDeciding(this.#game, this.#position)
    return deciding.some((seat) => this.#seats[seat] === ME) ? undefined : deciding[0]
  }

  async #botDecides(seat: string): Promise<void> {
    const { question, state } = this.#position
    const agent = this.#seats[seat] ?? ME
    const minds = this.#minds
    const isLate = (): boolean =>
      this.#minds !== minds || this.#position.question !== question || this.#seats[seat] !== agent
    const { thinking } = this.options
    const stopped = (): boolean => isLate() || thinking?.stopped?.() === true
    const since = this.#mindsSince
    const seed = `${this.kept.beginning.seed}/agent/${seat}${since === 0 ? '' : `/${since}`}`
    const asked = { seat, agent, seed }
    const progress = throttleProgress((done) => this.#say({ type: 'thinking', seat, done }))
    let given: Answered
    let failed: string | undefined // why
    try {
      given =
        this.#recall.answer(seat, agent) ??
        (await minds.answer(state, asked, { ...thinking, stopped, progress }))
    } catch (error) {
      // It is said at the table; the others go on.
      failed = error instanceof AgentFailed ? ` ${error.message}` : ''
      given = await new TableBots(this.#game).answer(state, { ...asked, agent: INSTEAD })
    }
    const { choice, why } = given
    const by = botOnRecord(failed === undefined ? agent : INSTEAD)
    await this.#inTurn(async () => {
      if (isLate()) return
      const moment = answered(this.#game, this.#position, seat, question, choice, by, why)
      const text = `The bot ${agent} did not decide for ${seat}: chance has.${failed}`
      await this.#add(
        failed === undefined ? [moment] : [moment, nonGameTransition(moment.after, { kind: 'note', text })],
      )
    })
  }
}
