/** The WebSocket: first `hello`, then requests in order of arrival, and the table's updates in between. */
import { clientMessage, Refusal, type ServerMessage } from '@ludoforge/table'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from '@fastify/websocket'
import { TokenBucket } from '../limits/index.js'
import { checkWelcome, hashSecret, originOf, type Table } from '../tables/index.js'
import type { OpenSocket, OpenSockets } from './open-sockets.js'
import { refusalOf, tooFrequent } from './refusals.js'
import { parseBody } from './parse-body.js'
import type { RouteServices } from './routes.js'
import { checkOrigin, Caller } from './caller.js'

const SOCKET_PATH = '/api/socket'
const MAX_BYTES = 64 * 1024

export interface SocketLimits {
  readonly perSecond: number // messages per socket, and requests per person over all sockets
  readonly perAddress: number // open sockets per address
  readonly helloMs?: number // until a socket without a successful `hello` is closed
}

const HELLO_MS = 5000
const HEARTBEAT_MS = 30_000
const STALL_MS = 10_000 // without a byte read by a client that has unread ones
const END_MS = 1000 // for the client's part of the closing handshake
const MAX_QUEUED = 100 // requests
const MAX_REFUSED = 200 // rate-limited messages before the socket is closed
const MAX_UNREAD = 256 << 10 // bytes: further requests wait until the client has read its answers
const RESTART = 1012 // "service restart": clients connect again
const DRAIN_MS = 20 // between two looks at a client that reads slowly

export function addSocket(app: FastifyInstance, services: RouteServices, limits: SocketLimits): void {
  const { sockets, socketCounts: counts, metrics } = services
  const check = {
    websocket: true as const,
    async preValidation(request: FastifyRequest): Promise<void> {
      checkOrigin(request.headers, request.host, services.origins)
      const client = originOf(request.ip)
      if (!(await counts.open(client, limits.perAddress)))
        throw new Refusal('too-frequent', 'Too many connections from this address. Close some first.')
      // The connection counts until it ends, also if it never becomes a WebSocket.
      const { socket } = request.raw
      if (socket.destroyed) counts.close(client)
      else socket.once('close', () => counts.close(client))
    },
  }
  app.get(SOCKET_PATH, check, (socket: WebSocket, request: FastifyRequest) => {
    metrics.socketOpened()
    const caller = new Caller(services, request.headers, request.ip)
    const connection = new Connection(socket, caller, services, limits, request.log)
    const remove = sockets.add(connection)
    socket.once('close', () => {
      metrics.socketClosed()
      remove()
    })
  })
}

class Connection implements OpenSocket {
  session: string | undefined
  key: string | undefined
  #table: Table | undefined
  #person: string | null = null
  #leave = () => {}
  /** Resolves when the last queued request is answered. */
  #queue: Promise<void> = Promise.resolve()
  #queued = 0
  #refused = 0
  #alive = true
  #isDraining = false
  #late: NodeJS.Timeout | undefined // runs until a `hello` succeeds; other messages don't count
  #entering = false
  #sent = 0 // bytes
  #read = 0 // of these, at the last look
  /** Aborted when the client is gone: nobody waits for its requests any more. */
  readonly #gone = new AbortController()
  readonly #bucket: TokenBucket
  readonly #helloMs: number
  readonly #sockets: OpenSockets
  readonly address: string

  constructor(
    readonly socket: WebSocket,
    private readonly caller: Caller,
    private readonly services: RouteServices,
    limits: SocketLimits,
    private readonly log: FastifyBaseLogger,
  ) {
    this.#bucket = new TokenBucket({ size: limits.perSecond * 2, perSecond: limits.perSecond })
    this.#sockets = services.sockets
    this.address = originOf(caller.address)
    this.session = caller.token === undefined ? undefined : hashSecret(caller.token)
    this.#helloMs = limits.helloMs ?? HELLO_MS
    this.#late = setTimeout(() => this.#endLate(), this.#helloMs)
    const beat = setInterval(() => this.#heartbeat(), HEARTBEAT_MS)
    const look = setInterval(() => this.#checkReading(), STALL_MS)
    socket.on('pong', () => {
      this.#alive = true
    })
    socket.on('message', (data: Buffer, binary: boolean) => {
      if (socket.readyState === socket.OPEN) this.#receive(data, binary)
    })
    socket.on('error', (error) => log.debug(error))
    socket.once('close', () => {
      clearTimeout(this.#late)
      clearInterval(beat)
      clearInterval(look)
      this.#gone.abort()
      this.#leave()
      this.#present(true)
    })
  }

  async restart(): Promise<void> {
    this.#isDraining = true
    await this.#queue
    this.socket.close(RESTART, 'The server restarts. Connect again.')
  }

  get unsent(): number {
    return this.socket.bufferedAmount
  }

  end(reason: string): void {
    this.#gone.abort()
    this.#leave()
    this.socket.close(1008, reason)
    setTimeout(() => this.socket.terminate(), END_MS).unref()
  }

  /** Ends a socket that has no table yet. A `hello` that is being answered may still succeed. */
  #endLate(): void {
    this.#late = undefined
    if (!this.#entering) this.end(`no hello within ${this.#helloMs / 1000} s`)
  }

  /** Cuts off a client that has read nothing since the last look. */
  #checkReading(): void {
    const read = this.#sent - this.unsent
    if (this.unsent > 0 && read <= this.#read) return this.socket.terminate()
    this.#read = read
  }

  /** Resolves when the client has read most of its answers, or is gone. */
  async #drained(): Promise<void> {
    while (this.unsent > MAX_UNREAD && !this.#gone.signal.aborted)
      await new Promise((resolve) => {
        setTimeout(resolve, DRAIN_MS)
      })
  }

  #heartbeat(): void {
    if (!this.#alive) return this.socket.terminate()
    this.#alive = false
    this.#present()
    this.socket.ping()
  }

  /** Records that the person is connected, or has just left. */
  #present(left = false): void {
    if (this.#person === null) return
    if (!left) this.#checkWelcome(this.#person)
    this.services.tables.presence
      .connected(this.#person, left)
      .catch((error: unknown) => this.log.error(error))
  }

  /** The operator may have blocked the person in another process. */
  #checkWelcome(id: string): void {
    checkWelcome(this.services.tables.store.db, { id }).catch((error: unknown) => {
      if (error instanceof Refusal) this.end('blocked')
      else this.log.error(error)
    })
  }

  #receive(data: Buffer, binary: boolean): void {
    this.#alive = true
    if (this.#isDraining) return // the client sends it again to the next server
    if (!this.#bucket.take() || this.#queued >= MAX_QUEUED) {
      this.#refused += 1
      if (this.#refused > MAX_REFUSED) return this.socket.close(1008, 'too many messages')
      return this.#refuse(null, tooFrequent('Too many messages.', this.#bucket.secondsUntil()))
    }
    if (data.length > MAX_BYTES)
      return this.#refuse(
        null,
        new Refusal('too-large', `This message is too large. The limit is ${MAX_BYTES} bytes.`),
      )
    let message: unknown
    try {
      if (binary) throw new Error('not a text')
      message = JSON.parse(data.toString('utf8'))
    } catch {
      return this.#refuse(null, new Refusal('bad-message', 'Invalid message. Send JSON as text.'))
    }
    this.#queued += 1
    this.#queue = this.#queue
      .then(() => this.#drained())
      .then(() => (this.#gone.signal.aborted ? undefined : this.#answer(message)))
      .finally(() => {
        this.#queued -= 1
      })
  }

  async #answer(message: unknown): Promise<void> {
    const id = idOf(message)
    const start = performance.now()
    let kind = 'invalid'
    try {
      const { ask } = parseBody(clientMessage, message)
      kind = ask.type
      if (ask.type === 'hello') {
        await this.#hello(id ?? 0, ask.table, ask.key, ask.last)
        return
      }
      const table = this.#table
      if (table === undefined) throw new Refusal('bad-message', 'Send hello first.')
      const person = table.person(this.#person)
      const { requests } = this.services
      const client = await this.caller.client(this.#gone.signal)
      const answer = await (person === undefined
        ? requests.handleSpectator(table, client, ask)
        : requests.handle(table, person, client, ask))
      this.#send(JSON.stringify({ type: 'done', id: id ?? 0, ...answer } satisfies ServerMessage))
    } catch (error) {
      this.#refuse(id, error)
    } finally {
      this.services.metrics.answeredSocket(kind, performance.now() - start)
    }
  }

  async #hello(id: number, name: string, key: string | undefined, last: number | undefined): Promise<void> {
    if (this.#table !== undefined)
      throw new Refusal(
        'bad-message',
        'This socket already has a table. Open another socket for another table.',
      )
    this.#entering = true
    try {
      await this.#enter(id, name, key, last)
      clearTimeout(this.#late)
    } catch (error) {
      this.#table = undefined
      if (this.#late === undefined) setImmediate(() => this.#endLate()) // after the refusal
      throw error
    } finally {
      this.#entering = false
    }
  }

  async #enter(id: number, name: string, key: string | undefined, last: number | undefined): Promise<void> {
    const table = await this.services.tables.get(name)
    if (this.session !== undefined && (await this.caller.account()) === undefined) this.session = undefined
    const person = await this.caller.at(table, key)
    this.key = key === undefined ? undefined : person?.keyHash
    this.#table = table
    this.#person = person?.id ?? null
    this.#present()
    const listener = {
      person: this.#person,
      hear: (text: string) => this.#send(text),
      ready: () => this.#drained(),
      end: () => this.end('sent away'),
    }
    const client = await this.caller.client(this.#gone.signal)
    const work = last === undefined ? {} : await this.services.requests.budget.workOf(client)
    const leave = await table.join(listener, id, last, work)
    this.#leave = leave
    if (this.#gone.signal.aborted) leave()
  }

  #refuse(id: number | null, error: unknown): void {
    const { fields } = refusalOf(error, this.log)
    this.services.metrics.refused(fields.code)
    this.#send(JSON.stringify({ type: 'error', id, ...fields } satisfies ServerMessage))
  }

  #send(text: string): void {
    const { socket } = this
    if (socket.readyState !== socket.OPEN) return
    if (this.#sockets.isOverfull(this)) return socket.terminate() // the client reconnects and resumes
    this.#sent += Buffer.byteLength(text)
    socket.send(text)
  }
}

function idOf(message: unknown): number | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null
  const { id } = message
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : null
}
