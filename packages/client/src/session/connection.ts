/** A session over any transport of the protocol. It reconnects and resumes automatically. */
import {
  type Choice,
  type Decision,
  fromJson,
  type GameDef,
  type JsonText,
  type SavedState,
  type View,
} from '@ludoforge/kernel'
import type { Explanation } from '@ludoforge/play'
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
  type ValuedPreview,
} from '@ludoforge/table'
import { TableReplica } from './replica.js'
import type { TableEvent, Proposal, Table } from './table.js'

/** A channel for protocol messages: a WebSocket, a worker port or in-process. */
export interface Transport {
  send(text: string): void
  close(): void
}

/** The callbacks of a transport. */
export interface TransportHandlers {
  readonly message: (text: JsonText<ServerMessage>) => void
  /** The connection is lost. */
  readonly lost: () => void
}

/** How to reach a table. */
export interface ConnectOptions {
  /** Opens a transport. Rejects if it can't connect now. */
  open(handlers: TransportHandlers): Promise<Transport>
  hello: Omit<Hello, 'type' | 'last'>
  rules(fingerprint: string): Promise<GameDef>
}

interface PendingRequest {
  readonly ask: ClientMessage['ask']
  readonly settle: (done: Done | Welcome) => void
  readonly fail: (error: Error) => void
}

const RETRY_DELAYS_MS = [100, 300, 1000, 2000, 5000]
/** Codes that a retry can't change. */
const NOT_RETRIED = new Set(['not-found', 'not-allowed', 'no-login', 'bad-origin', 'bad-message'])

/** Connects to a table. Throws a `Refusal` if the table can't be reached or refuses. */
export async function connectTable(options: ConnectOptions): Promise<Table> {
  const table = new ConnectedTable(options)
  await table.begin()
  return table
}

class ConnectedTable implements Table {
  #replica: TableReplica | undefined
  #transport: Transport | undefined
  #id = 0
  #closed = false
  #welcomed = false // on this transport
  readonly #pending = new Map<number, PendingRequest>()
  readonly #listeners = new Set<(event: TableEvent) => void>()

  constructor(private readonly options: ConnectOptions) {}

  async begin(): Promise<void> {
    await this.#open()
  }

  async #open(): Promise<void> {
    const opening: { transport?: Transport } = {}
    const opened = await this.options.open({
      message: (text) => this.#receive(fromJson(text)),
      lost: () => {
        if (opening.transport !== undefined && this.#transport === opening.transport) this.#lost()
      },
    })
    opening.transport = opened
    this.#transport = opened
    const last = this.#replica?.number
    try {
      await this.#send({ type: 'hello', ...this.options.hello, ...(last === undefined ? {} : { last }) })
    } catch (error) {
      this.#transport = undefined
      opened.close()
      throw error
    }
    this.#welcomed = true
    this.#emit({ type: 'connection', open: true })
    // Sends unanswered decisions again. They are idempotent: the server knows an answered question by its number.
    for (const [id, { ask }] of this.#pending) opened.send(JSON.stringify({ id, ask }))
  }

  #lost(): void {
    this.#transport = undefined
    if (this.#closed) return
    const wasWelcomed = this.#welcomed
    this.#welcomed = false
    for (const [id, { ask, fail }] of this.#pending)
      if (ask.type !== 'decide') {
        this.#pending.delete(id)
        fail(new Refusal('busy', 'The connection was lost. Try again.'))
      }
    if (!wasWelcomed) return // the pending hello fails instead
    this.#emit({ type: 'connection', open: false })
    void this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    for (let n = 0; !this.#closed; n += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_DELAYS_MS[Math.min(n, RETRY_DELAYS_MS.length - 1)])
      })
      if (this.#closed) return
      try {
        await this.#open()
        return
      } catch (error) {
        if (!(error instanceof Refusal) || !NOT_RETRIED.has(error.code)) continue
        this.close(error)
        return
      }
    }
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        if (this.#replica === undefined) this.#replica = new TableReplica(message)
        else this.#replica.resume(message)
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
      case 'disclosed':
      case 'rematch':
      case 'moved':
        this.#replica?.take(message)
        this.#emit(message)
        break
      case 'thinking':
        this.#emit(message)
        break
    }
  }

  #settle(id: number, done: Done | Welcome): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    pending?.settle(done)
  }

  #refused({ id, code, message, retryAfter }: Extract<ServerMessage, { readonly type: 'error' }>): void {
    if (id === null) return
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (pending === undefined) return
    const { ask, settle, fail } = pending
    const number = ask.type === 'decide' ? this.#replica?.answered(ask.seat, ask.question) : undefined
    if (number !== undefined && (code === 'stale' || code === 'over')) settle({ type: 'done', id, number })
    else fail(new Refusal(code, message, { retryAfter }))
  }

  #send(ask: ClientMessage['ask']): Promise<Done | Welcome> {
    if (this.#closed) return Promise.reject(new Refusal('busy', 'The table was left.'))
    this.#id += 1
    const id = this.#id
    const transport = this.#transport
    return new Promise((settle, fail) => {
      if (transport === undefined && ask.type !== 'decide')
        return fail(new Refusal('busy', 'Not connected to the table. Wait a moment and try again.'))
      this.#pending.set(id, { ask, settle, fail })
      transport?.send(JSON.stringify({ id, ask }))
    })
  }

  async #ask(request: Request): Promise<Done> {
    const done = await this.#send(request)
    if (done.type !== 'done') throw new Error('Expected an answer, got a welcome.')
    return done
  }

  #emit(event: TableEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  get #current(): TableReplica {
    if (this.#replica === undefined) throw new Error('Not connected to the table yet.')
    return this.#replica
  }

  get about(): TableDocument {
    return this.#current.about
  }
  get you(): Welcome['you'] {
    return this.#current.you
  }
  get number(): number {
    return this.#current.number
  }
  get asked(): readonly Decision[] {
    return this.#current.asked
  }
  get horizon(): UndoHorizon {
    return this.#current.horizon
  }
  get proposal(): Proposal | undefined {
    return this.#current.proposal
  }
  view(seat?: string | null): View {
    return this.#current.view(seat)
  }
  values(seat?: string | null): Values {
    return this.#current.values(seat)
  }
  rules(): Promise<GameDef> {
    return this.options.rules(this.about.game.fingerprint)
  }

  async decide(seat: string, choice: Choice): Promise<void> {
    const { question } = this.#current
    await this.#ask({ type: 'decide', seat, question, choice })
  }
  async undo(to?: number): Promise<void> {
    await this.#ask({ type: 'undo', ...(to === undefined ? {} : { to }) })
  }
  async consent(yes: boolean, proposal = this.proposal?.number ?? 0): Promise<void> {
    await this.#ask({ type: 'consent', proposal, yes })
  }
  async chat(text: string): Promise<void> {
    await this.#ask({ type: 'chat', text })
  }
  async seen(): Promise<void> {
    const { number } = this
    await this.#ask({ type: 'seen', number })
  }
  async news(): Promise<News> {
    return present((await this.#ask({ type: 'news' })).news)
  }
  async explain(seat: string, option: string): Promise<Explanation> {
    return present((await this.#ask({ type: 'explain', seat, option })).explanation)
  }
  async previews(seat: string, choices: readonly Choice[]): Promise<readonly ValuedPreview[]> {
    return present((await this.#ask({ type: 'preview', seat, choices: [...choices] })).previews)
  }
  async history(from: number, to: number): Promise<History> {
    return present((await this.#ask({ type: 'history', from, to })).history)
  }
  async hint(seat: string, agent?: string): Promise<Hint> {
    return present((await this.#ask({ type: 'hint', seat, ...(agent === undefined ? {} : { agent }) })).hint)
  }
  async explore(seat: string, number: number): Promise<SavedState> {
    return present((await this.#ask({ type: 'explore', seat, number })).position)
  }
  async give(seat: string, to: SeatChange): Promise<void> {
    await this.#ask({ type: 'seat', seat, to })
  }

  listen(listener: (event: TableEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  close(why: Error = new Refusal('busy', 'The table was left.')): void {
    this.#closed = true
    const transport = this.#transport
    this.#transport = undefined
    transport?.close()
    for (const { fail } of this.#pending.values()) fail(why)
    this.#pending.clear()
    this.#emit({ type: 'connection', open: false })
  }
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The answer lacks the expected field.')
  return value
}
