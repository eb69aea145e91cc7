/** A table over any way on which messages of the protocol go back and forth. */
import {
  type Choice,
  type Decision,
  fromJson,
  type GameDef,
  type JsonText,
  type View,
} from '@ludoforge/kernel'
import type { Explanation, Preview } from '@ludoforge/play'
import type { Values } from '@ludoforge/look'
import {
  type ClientMessage,
  type Done,
  type Hello,
  type Hint,
  type History,
  type News,
  Refusal,
  type Request,
  type SeatChange,
  type ServerMessage,
  type TableDocument,
  type UndoHorizon,
  type Welcome,
} from '@ludoforge/table'
import { TableReplica } from './replica.js'
import type { TableEvent, Proposal, Table } from './table.js'

/** A way to a table. It is opened anew when it is lost. */
export interface Transport {
  send(text: string): void
  close(): void
}

export interface TransportHandlers {
  readonly message: (text: JsonText<ServerMessage>) => void
  /** It is lost. */
  readonly lost: () => void
}

export interface ConnectOptions {
  /** Opens a way; rejects if there is none now. */
  open(ends: TransportHandlers): Promise<Transport>
  hello: Omit<Hello, 'type' | 'last'>
  rules(fingerprint: string): Promise<GameDef>
}

interface Waiting {
  readonly ask: ClientMessage['ask']
  readonly settle: (done: Done | Welcome) => void
  readonly fail: (error: Error) => void
}

const BACK_OFF_MS = [100, 300, 1000, 2000, 5000]
/** Codes that another attempt does not change. */
const FINAL = new Set(['not-found', 'not-allowed', 'no-login', 'bad-origin', 'bad-message'])

export async function connectTable(reaching: ConnectOptions): Promise<Table> {
  const table = new LinkedTable(reaching)
  await table.begin()
  return table
}

class LinkedTable implements Table {
  #mirror: TableReplica | undefined
  #way: Transport | undefined
  #id = 0
  #closed = false
  #reached = false // it was said welcome on this way
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Set<(heard: TableEvent) => void>()

  constructor(private readonly reaching: ConnectOptions) {}

  async begin(): Promise<void> {
    await this.#open()
  }

  async #open(): Promise<void> {
    const opening: { way?: Transport } = {}
    const opened = await this.reaching.open({
      message: (text) => this.#take(fromJson(text)),
      lost: () => {
        if (opening.way !== undefined && this.#way === opening.way) this.#lost()
      },
    })
    opening.way = opened
    this.#way = opened
    const last = this.#mirror?.number
    try {
      await this.#send({ type: 'hello', ...this.reaching.hello, ...(last === undefined ? {} : { last }) })
    } catch (error) {
      this.#way = undefined
      opened.close()
      throw error
    }
    this.#reached = true
    this.#tell({ type: 'connection', open: true })
    // What was asked before the way was lost is asked again; what was done already is known by its question.
    for (const [id, { ask }] of this.#waiting) opened.send(JSON.stringify({ id, ask }))
  }

  #lost(): void {
    this.#way = undefined
    if (this.#closed) return
    const reached = this.#reached
    this.#reached = false
    for (const [id, { ask, fail }] of this.#waiting)
      if (ask.type !== 'decide') {
        this.#waiting.delete(id)
        fail(new Refusal('busy', 'The connection was lost. Try again.'))
      }
    if (!reached) return // whoever opened it hears of it
    this.#tell({ type: 'connection', open: false })
    void this.#again()
  }

  async #again(): Promise<void> {
    for (let n = 0; !this.#closed; n += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, BACK_OFF_MS[Math.min(n, BACK_OFF_MS.length - 1)])
      })
      if (this.#closed) return
      try {
        await this.#open()
        return
      } catch (error) {
        if (!(error instanceof Refusal) || !FINAL.has(error.code)) continue
        this.close(error)
        return
      }
    }
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        if (this.#mirror === undefined) this.#mirror = new TableReplica(message)
        else this.#mirror.resume(message)
        this.#settle(message.id, message)
        break
      case 'done':
        this.#settle(message.id, message)
        break
      case 'error':
        this.#refused(message)
        break
      case 'step':
      case 'undone':
      case 'proposal':
      case 'consent':
      case 'chat':
      case 'seats':
      case 'note':
      case 'moved':
        this.#mirror?.take(message)
        this.#tell(message)
        break
      case 'thinking':
        this.#tell(message)
        break
    }
  }

  #settle(id: number, done: Done | Welcome): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    waiting?.settle(done)
  }

  #refused({ id, code, message }: Extract<ServerMessage, { readonly type: 'error' }>): void {
    if (id === null) return
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (waiting === undefined) return
    const { ask, settle, fail } = waiting
    const number = ask.type === 'decide' ? this.#mirror?.answered(ask.seat, ask.question) : undefined
    if (number !== undefined && (code === 'stale' || code === 'over')) settle({ type: 'done', id, number })
    else fail(new Refusal(code, message))
  }

  #send(ask: ClientMessage['ask']): Promise<Done | Welcome> {
    if (this.#closed) return Promise.reject(new Refusal('busy', 'The table was left.'))
    this.#id += 1
    const id = this.#id
    const way = this.#way
    return new Promise((settle, fail) => {
      if (way === undefined && ask.type !== 'decide')
        return fail(new Refusal('busy', 'There is no connection to the table at the moment.'))
      this.#waiting.set(id, { ask, settle, fail })
      way?.send(JSON.stringify({ id, ask }))
    })
  }

  async #ask(request: Request): Promise<Done> {
    const done = await this.#send(request)
    if (done.type !== 'done') throw new Error('A welcome is no answer.')
    return done
  }

  #tell(heard: TableEvent): void {
    for (const listener of this.#listeners) listener(heard)
  }

  get #here(): TableReplica {
    if (this.#mirror === undefined) throw new Error('The table was not reached yet.')
    return this.#mirror
  }

  get about(): TableDocument {
    return this.#here.about
  }
  get you(): Welcome['you'] {
    return this.#here.you
  }
  get number(): number {
    return this.#here.number
  }
  get asked(): readonly Decision[] {
    return this.#here.asked
  }
  get horizon(): UndoHorizon {
    return this.#here.horizon
  }
  get proposal(): Proposal | undefined {
    return this.#here.proposal
  }
  view(seat?: string | null): View {
    return this.#here.view(seat)
  }
  values(seat?: string | null): Values {
    return this.#here.values(seat)
  }
  rules(): Promise<GameDef> {
    return this.reaching.rules(this.about.game.fingerprint)
  }

  async decide(seat: string, choice: Choice): Promise<void> {
    const { question } = this.#here
    await this.#ask({ type: 'decide', seat, question, choice })
  }
  async undo(to?: number): Promise<void> {
    await this.#ask({ type: 'undo', ...(to === undefined ? {} : { to }) })
  }
  async consent(yes: boolean): Promise<void> {
    await this.#ask({ type: 'consent', proposal: this.proposal?.number ?? 0, yes })
  }
  async chat(text: string): Promise<void> {
    await this.#ask({ type: 'chat', text })
  }
  async seen(): Promise<void> {
    const { number } = this
    await this.#ask({ type: 'seen', number })
  }
  async news(): Promise<News> {
    return needed((await this.#ask({ type: 'news' })).news)
  }
  async explain(seat: string, option: string): Promise<Explanation> {
    return needed((await this.#ask({ type: 'explain', seat, option })).explanation)
  }
  async preview(seat: string, choice: Choice): Promise<Preview> {
    return needed((await this.#ask({ type: 'preview', seat, choice })).preview)
  }
  async history(from: number, to: number): Promise<History> {
    return needed((await this.#ask({ type: 'history', from, to })).history)
  }
  async hint(seat: string, agent?: string): Promise<Hint> {
    return needed((await this.#ask({ type: 'hint', seat, ...(agent === undefined ? {} : { agent }) })).hint)
  }
  async give(seat: string, to: SeatChange): Promise<void> {
    await this.#ask({ type: 'seat', seat, to })
  }

  listen(listener: (heard: TableEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  close(why: Error = new Refusal('busy', 'The table was left.')): void {
    this.#closed = true
    const way = this.#way
    this.#way = undefined
    way?.close()
    for (const { fail } of this.#waiting.values()) fail(why)
    this.#waiting.clear()
    this.#tell({ type: 'connection', open: false })
  }
}

function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The answer is empty.')
  return value
}
