/** The WebSocket: first `hello`, then requests in order of arrival, and the table's updates in between. */
import { clientMessage, Refusal, type ServerMessage } from '@ludoforge/table'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from '@fastify/websocket'
import type { Table } from '../tables/index.js'
import { TokenBucket } from './token-bucket.js'
import { refusalOf } from './refusals.js'
import { parseBody, type RouteServices } from './routes.js'
import { checkOrigin, Caller } from './caller.js'

const SOCKET_PATH = '/api/socket'
const MAX_BYTES = 64 * 1024

export interface SocketLimits {
  readonly perSecond: number // messages per socket, and requests per person over all sockets
  readonly perAddress: number // open sockets per address
}

const HELLO_MS = 10_000
const HEARTBEAT_MS = 30_000
const MAX_QUEUED = 100 // requests
const MAX_REFUSED = 200 // rate-limited messages before the socket is closed
const MAX_UNSENT = 8 << 20 // buffered bytes for a client that doesn't read

export function addSocket(app: FastifyInstance, services: RouteServices, limits: SocketLimits): void {
  const open = new Map<string, number>()
  const check = {
    websocket: true as const,
    preValidation: (request: FastifyRequest, _reply: unknown, next: (error?: Error) => void): void => {
      try {
        checkOrigin(request.headers, request.host, services.origins)
        if ((open.get(request.ip) ?? 0) >= limits.perAddress)
          throw new Refusal('too-frequent', 'Too many connections from this address. Close some first.')
        next()
      } catch (error) {
        next(error instanceof Error ? error : new Error(String(error)))
      }
    },
  }
  app.get(SOCKET_PATH, check, (socket: WebSocket, request: FastifyRequest) => {
    const { ip } = request
    open.set(ip, (open.get(ip) ?? 0) + 1)
    socket.once('close', () => {
      const left = (open.get(ip) ?? 1) - 1
      if (left === 0) open.delete(ip)
      else open.set(ip, left)
    })
    void new Connection(
      socket,
      new Caller(services.accounts, request.headers, ip),
      services,
      limits,
      request.log,
    )
  })
}

class Connection {
  #table: Table | undefined
  #person: string | null = null
  #leave = () => {}
  /** Resolves when the last queued request is answered. */
  #queue: Promise<void> = Promise.resolve()
  #queued = 0
  #refused = 0
  #alive = true
  readonly #bucket: TokenBucket

  constructor(
    private readonly socket: WebSocket,
    private readonly caller: Caller,
    private readonly services: RouteServices,
    limits: SocketLimits,
    private readonly log: FastifyBaseLogger,
  ) {
    this.#bucket = new TokenBucket(limits.perSecond * 2, limits.perSecond)
    const late = setTimeout(() => socket.close(1008, 'no hello within 10 s'), HELLO_MS)
    const beat = setInterval(() => this.#heartbeat(), HEARTBEAT_MS)
    socket.on('pong', () => {
      this.#alive = true
    })
    socket.on('message', (data: Buffer, binary: boolean) => {
      clearTimeout(late)
      this.#receive(data, binary)
    })
    socket.on('error', (error) => log.debug(error))
    socket.once('close', () => {
      clearTimeout(late)
      clearInterval(beat)
      this.#leave()
    })
  }

  #heartbeat(): void {
    if (!this.#alive) return this.socket.terminate()
    this.#alive = false
    this.socket.ping()
  }

  #receive(data: Buffer, binary: boolean): void {
    this.#alive = true
    if (!this.#bucket.take() || this.#queued >= MAX_QUEUED) {
      this.#refused += 1
      if (this.#refused > MAX_REFUSED) return this.socket.close(1008, 'too many messages')
      return this.#refuse(
        null,
        new Refusal('too-frequent', 'Too many messages. Wait a moment and try again.'),
      )
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
      .then(() => this.#answer(message))
      .finally(() => {
        this.#queued -= 1
      })
  }

  async #answer(message: unknown): Promise<void> {
    const id = idOf(message)
    try {
      const { ask } = parseBody(clientMessage, message)
      if (ask.type === 'hello') {
        await this.#hello(id ?? 0, ask.table, ask.key, ask.last)
        return
      }
      const table = this.#table
      if (table === undefined) throw new Refusal('bad-message', 'Send hello first.')
      const person = table.person(this.#person)
      const { requests } = this.services
      const answer = await (person === undefined
        ? requests.handleSpectator(table, this.caller.address, ask)
        : requests.handle(table, person, ask))
      this.#send(JSON.stringify({ type: 'done', id: id ?? 0, ...answer } satisfies ServerMessage))
    } catch (error) {
      this.#refuse(id, error)
    }
  }

  async #hello(id: number, name: string, key: string | undefined, last: number | undefined): Promise<void> {
    if (this.#table !== undefined)
      throw new Refusal(
        'bad-message',
        'This socket already has a table. Open another socket for another table.',
      )
    const table = await this.services.tables.get(name)
    const person = await this.caller.at(table, key)
    this.#table = table
    this.#person = person?.id ?? null
    const listener = { person: this.#person, hear: (text: string) => this.#send(text) }
    const leave = await table.join(listener, id, last)
    if (this.socket.readyState === this.socket.OPEN) this.#leave = leave
    else leave()
  }

  #refuse(id: number | null, error: unknown): void {
    const { code, message } = refusalOf(error, this.log)
    this.#send(JSON.stringify({ type: 'error', id, code, message } satisfies ServerMessage))
  }

  #send(text: string): void {
    const { socket } = this
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_UNSENT) return socket.terminate() // the client reconnects and resumes
    socket.send(text)
  }
}

function idOf(message: unknown): number | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null
  const { id } = message
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : null
}
