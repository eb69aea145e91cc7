/** A table without a server: the same protocol, spoken by a host in this process or in a worker. */
import { choiceOfPicks, makeAgent } from '@ludoforge/agents'
import { type Constant, type Game, linkGame, type GameDef } from '@ludoforge/kernel'
import {
  type ClientMessage,
  type Done,
  Refusal,
  type Request,
  type SeatDocument,
  type ServerMessage,
  type TableDocument,
  type Welcome,
} from '../protocol/index.js'
import {
  answered,
  type Beginning,
  byTheRules,
  type Entry,
  type Eyes,
  eyesOf,
  type Moment,
  newsOf,
  plain,
  type Position,
  positionAt,
  seatsDeciding,
  show,
  tell,
  undoing,
  undone,
  walk,
} from '../table/index.js'
import type { WayEnds } from './linked.js'
import { reachTable } from './linked.js'
import type { Table } from './table.js'

/** What is kept of a table: enough to go on with it. */
export interface Kept {
  readonly def: GameDef
  readonly beginning: Beginning
  readonly name: string
  /** Who plays each seat: `me`, or the spec of a bot. */
  readonly seats: Readonly<Record<string, string>>
  readonly entries: readonly Entry[]
}

/** Where a table is kept: begun once, then only added to. What is acknowledged was kept before. */
export interface Keeper {
  load(): Promise<Kept | undefined>
  begin(kept: Kept): Promise<void>
  add(entries: readonly Entry[]): Promise<void>
}

export interface LocalOptions {
  readonly def: GameDef
  readonly scenario?: string
  readonly options?: Readonly<Record<string, Constant>>
  readonly seed?: number | string
  readonly name?: string
  /** `me`, or the spec of a bot; a seat that is not named is mine. */
  readonly seats?: Readonly<Record<string, string>>
  readonly keeper?: Keeper
}

const ME = 'me'

/** A table in this process. What the keeper has is gone on with. */
export async function localTable(options: LocalOptions): Promise<Table> {
  const host = await LocalHost.open(options)
  return reachTable({
    hello: { table: 'local' },
    open: (ends) => Promise.resolve(host.open(ends)),
    rules: () => Promise.resolve(host.def),
  })
}

/** A channel to the other side: a worker, or the page that started it. */
export interface Port {
  postMessage(text: string): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  /** Of a MessagePort: from here on it listens. */
  start?(): void
}

/** In a worker: hosts the table for the page at the other end of the port. */
export async function hostTable(options: LocalOptions, port: Port): Promise<void> {
  const host = await LocalHost.open(options)
  const way = host.open({ message: (text) => port.postMessage(text), lost: () => {} })
  port.addEventListener('message', ({ data }) => way.send(String(data)))
  port.start?.()
}

/** In the page: the table that a worker hosts. */
export function workerTable(port: Port, def: GameDef): Promise<Table> {
  return reachTable({
    hello: { table: 'local' },
    open: ({ message }) => {
      port.addEventListener('message', ({ data }) => message(String(data)))
      port.start?.()
      return Promise.resolve({ send: (text) => port.postMessage(text), close: () => {} })
    },
    rules: () => Promise.resolve(def),
  })
}

class LocalHost {
  readonly #entries: Entry[]
  readonly #created = Date.now()
  #position: Position
  #seats: Record<string, string>
  #seen = 0
  readonly #ends = new Set<WayEnds>()
  #turn: Promise<void> = Promise.resolve()
  #bots = false // whether they are at it

  private constructor(
    private readonly game: Game,
    private readonly beginning: Beginning,
    private readonly name: string,
    seats: Readonly<Record<string, string>>,
    entries: readonly Entry[],
    private readonly keeper: Keeper | undefined,
  ) {
    this.#seats = { ...seats }
    this.#entries = [...entries]
    this.#position = positionAt(game, beginning, entries, entries.length)
  }

  static async open({
    def,
    scenario,
    options = {},
    seed,
    name,
    seats = {},
    keeper,
  }: LocalOptions): Promise<LocalHost> {
    const kept = await keeper?.load()
    if (kept !== undefined) {
      const { beginning, entries } = kept
      const game = linkGame(kept.def)
      return new LocalHost(game, beginning, kept.name, seatsIn(kept), entries, keeper).#begun()
    }
    const game = linkGame(def)
    const first = scenario ?? def.scenarios[0]?.id
    const beginning = {
      seed: seed ?? anySeed(),
      options,
      ...(first === undefined ? {} : { scenario: first }),
    }
    const all = Object.fromEntries(def.seats.map(({ id }) => [id, seats[id] ?? ME]))
    for (const spec of Object.values(all)) if (spec !== ME) makeAgent(spec, 0)
    const title = name ?? def.title
    await keeper?.begin({ def, beginning, name: title, seats: all, entries: [] })
    return new LocalHost(game, beginning, title, all, [], keeper).#begun()
  }

  #begun(): this {
    void this.#letBotsPlay()
    return this
  }

  get def(): GameDef {
    return this.game.def
  }

  open(ends: WayEnds): { send(text: string): void; close(): void } {
    return {
      send: (text) => {
        const { id, ask } = JSON.parse(text) as ClientMessage
        this.#turn = this.#turn.then(() => this.#answer(ends, id, ask))
      },
      close: () => {
        this.#ends.delete(ends)
      },
    }
  }

  async #answer(ends: WayEnds, id: number, ask: ClientMessage['ask']): Promise<void> {
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
      if (!(error instanceof Refusal)) throw error
      say({ type: 'error', id, code: error.code, message: error.message })
    }
  }

  #welcome(ends: WayEnds, id: number, last: number | undefined): void {
    const { game } = this
    const { number, question, decisions } = this.#position
    const welcome: Welcome = {
      type: 'welcome',
      id,
      number: last ?? number,
      question,
      decisions,
      table: this.#document,
      you: { person: ME, name: 'You', host: true, seats: this.#mine, seen: this.#seen },
      shown: last === undefined ? show(game, this.#position, this.#eyes) : [],
    }
    ends.message(JSON.stringify(welcome))
    if (last !== undefined)
      for (const moment of walk(game, this.beginning, this.#entries))
        if (moment.entry.number > last) ends.message(JSON.stringify(tell(game, moment, this.#eyes)))
    this.#ends.add(ends)
  }

  get #mine(): string[] {
    return Object.keys(this.#seats).filter((seat) => this.#seats[seat] === ME)
  }

  get #eyes(): Eyes {
    return eyesOf(this.#mine)
  }

  get #seatDocuments(): SeatDocument[] {
    return Object.entries(this.#seats).map(([seat, who]) =>
      who === ME ? { seat, kind: 'person', person: ME, name: 'You' } : { seat, kind: 'bot', agent: who },
    )
  }

  get #document(): TableDocument {
    const { game, beginning, name } = this
    const { def, fingerprint } = game
    const outcome = game.outcome(this.#position.state) as TableDocument['outcome']
    return {
      id: 'local',
      name,
      game: { id: def.id, title: def.title, fingerprint },
      scenario: beginning.scenario ?? '',
      options: { ...beginning.options },
      seats: this.#seatDocuments,
      listed: false,
      uploaded: false,
      created: this.#created,
      changed: this.#entries.at(-1)?.at ?? this.#created,
      number: this.#position.number,
      deciding: seatsDeciding(game, this.#position),
      ...(outcome === undefined ? {} : { outcome }),
    }
  }

  async #fulfil(request: Request): Promise<Omit<Done, 'type' | 'id'>> {
    const { game } = this
    switch (request.type) {
      case 'decide': {
        const { seat, question, choice } = request
        this.#own(seat)
        return this.#add([answered(game, this.#position, seat, question, choice, ME)])
      }
      case 'undo':
        return this.#add(this.#undo(request.to))
      case 'chat':
        return this.#add([
          plain(this.#position, { kind: 'chat', by: 'You', seats: this.#mine, text: request.text }),
        ])
      case 'seen':
        this.#seen = Math.max(this.#seen, Math.min(request.number, this.#position.number))
        return {}
      case 'news':
        return { news: newsOf(game, this.beginning, this.#entries, this.#seen, this.#eyes) }
      case 'explain':
        this.#own(request.seat)
        return { explanation: game.explain(this.#position.state, request.option, request.seat) } as Omit<
          Done,
          'type' | 'id'
        >
      case 'preview': {
        const { seat, choice } = request
        this.#own(seat)
        return { preview: byTheRules(() => game.preview(this.#position.state, choice, seat)) } as Omit<
          Done,
          'type' | 'id'
        >
      }
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
  #undo(to: number | undefined): Moment[] {
    const wish = undoing(this.game, this.beginning, this.#entries, this.#mine, to)
    if (wish === undefined)
      throw new Refusal('not-allowed', 'There is no such decision of yours to take back.')
    const back = positionAt(this.game, this.beginning, this.#entries, wish.to - 1)
    return [undone(this.#position, back, wish.to, 'You')]
  }

  #reseat(
    seat: string,
    to: Extract<Request, { readonly type: 'seat' }>['to'],
  ): Promise<Omit<Done, 'type' | 'id'>> {
    if (this.#seats[seat] === undefined) throw new Refusal('bad-message', `There is no seat ${seat}.`)
    if (to === 'open') throw new Refusal('not-allowed', 'Nobody else can come to this table.')
    if (typeof to === 'object') makeAgent(to.bot, 0)
    this.#seats = { ...this.#seats, [seat]: typeof to === 'object' ? to.bot : ME }
    return this.#add([plain(this.#position, { kind: 'seats', seats: this.#seatDocuments })])
  }

  /** It is kept before anybody hears of it. */
  async #add(moments: readonly Moment[]): Promise<{ number: number }> {
    const { game } = this
    await this.keeper?.add(moments.map(({ entry }) => entry))
    for (const moment of moments) {
      this.#entries.push(moment.entry)
      this.#position = moment.after
      const text = JSON.stringify(tell(game, moment, this.#eyes))
      for (const { message } of this.#ends) message(text)
    }
    return { number: this.#position.number }
  }

  /** One decision after the other, so that there is room for what people ask in between. */
  async #letBotsPlay(): Promise<void> {
    if (this.#bots) return
    this.#bots = true
    while (this.#nextBot() !== undefined) {
      this.#turn = this.#turn.then(() => this.#botDecides())
      await this.#turn
      await new Promise((resolve) => {
        setTimeout(resolve, 0)
      })
    }
    this.#bots = false
  }

  #nextBot(): string | undefined {
    return seatsDeciding(this.game, this.#position).find((seat) => this.#seats[seat] !== ME)
  }

  async #botDecides(): Promise<void> {
    const seat = this.#nextBot()
    if (seat === undefined) return
    const { game } = this
    const { state, question, number } = this.#position
    const decision = game.decision(state, seat)
    if (decision === undefined) return
    const spec = this.#seats[seat] ?? ME
    const agent = makeAgent(spec, `${this.beginning.seed}/agent/${seat}/${number}`)
    const index = game.def.seats.findIndex(({ id }) => id === seat)
    const choice = choiceOfPicks(decision, agent.choose(game, state, index))
    await this.#add([answered(game, this.#position, seat, question, choice, `bot ${spec}`)])
  }
}

/** Seats may have been given to bots and back since. */
function seatsIn({ seats, entries }: Kept): Readonly<Record<string, string>> {
  const last = entries.findLast(({ kind }) => kind === 'seats')
  if (last?.kind !== 'seats') return seats
  return Object.fromEntries(last.seats.map(({ seat, agent }) => [seat, agent ?? ME]))
}

function anySeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
