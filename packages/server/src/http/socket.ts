/** The socket: first `hello`, then requests in the order in which they come, and all that happens at the table. */
import { clientMessage, Refusal, type ServerMessage } from '@ludoforge/table'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from '@fastify/websocket'
import type { Table } from '../tables/index.js'
import { TokenBucket } from './token-bucket.js'
import { refusalOf } from './refusals.js'
import { parseBody, type RouteServices } from './routes.js'
import { checkOrigin, Caller } from './caller.js'

const SOCKET_PATH = '/api/socket'
const MOST_BYTES = 64 * 1024

export interface SocketLimits {
  readonly perSecond: number // messages of one socket; and what one person asks over all of them
  readonly perAddress: number // sockets
}

const HELLO_MS = 10_000
const BEAT_MS = 30_000
const MOST_WAITING = 100 // requests that wait for their turn
const MOST_OVER = 200 // refused for being too frequent, before the line is cut
const MOST_UNSENT = 8 << 20 // bytes to somebody who does not read

export function addSocket(app: FastifyInstance, services: RouteServices, limits: SocketLimits): void {
  const open = new Map<string, number>()
  const check = {
    websocket: true as const,
    preValidation: (request: FastifyRequest, _reply: unknown, next: (error?: Error) => void): void => {
      try {
        checkOrigin(request.headers, request.host, services.origins)
        if ((open.get(request.ip) ?? 0) >= limits.perAddress)
          throw new Refusal('too-frequent', 'Too many connections from this address.')
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
  #turn: Promise<void> = Promise.resolve()
  #waiting = 0
  #over = 0
  #alive = true
  readonly #bucket: TokenBucket

  constructor(
    private readonly socket: WebSocket,
    private readonly visitor: Caller,
    private readonly services: RouteServices,
    limits: SocketLimits,
    private readonly log: FastifyBaseLogger,
  ) {
    this.#bucket = new TokenBucket(limits.perSecond * 2, limits.perSecond)
    const late = setTimeout(() => socket.close(1008, 'nobody said hello'), HELLO_MS)
    const beat = setInterval(() => this.#beat(), BEAT_MS)
    socket.on('pong', () => {
      this.#alive = true
    })
    socket.on('message', (data: Buffer, binary: boolean) => {
      clearTimeout(late)
      this.#take(data, binary)
    })
    socket.on('error', (error) => log.debug(error))
    socket.once('close', () => {
      clearTimeout(late)
      clearInterval(beat)
      this.#leave()
    })
  }

  #beat(): void {
    if (!this.#alive) return this.socket.terminate()
    this.#alive = false
    this.socket.ping()
  }

  #take(data: Buffer, binary: boolean): void {
    this.#alive = true
    if (!this.#bucket.take() || this.#waiting >= MOST_WAITING) {
      this.#over += 1
      if (this.#over > MOST_OVER) return this.socket.close(1008, 'too frequent')
      return this.#refuse(null, new Refusal('too-frequent', 'Too many messages. Send fewer.'))
    }
    if (data.length > MOST_BYTES)
      return this.#refuse(null, new Refusal('too-large', `A message has at most ${MOST_BYTES} bytes.`))
    let message: unknown
    try {
      if (binary) throw new Error('not a text')
      message = JSON.parse(data.toString('utf8'))
    } catch {
      return this.#refuse(null, new Refusal('bad-message', 'A message is a text of JSON.'))
    }
    this.#waiting += 1
    this.#turn = this.#turn
      .then(() => this.#answer(message))
      .finally(() => {
        this.#waiting -= 1
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
      if (table === undefined) throw new Refusal('bad-message', 'Say hello first.')
      const person = table.person(this.#person)
      const { requests } = this.services
      const answer = await (person === undefined
        ? requests.handleSpectator(table, this.visitor.address, ask)
        : requests.handle(table, person, ask))
      this.#send(JSON.stringify({ type: 'done', id: id ?? 0, ...answer } satisfies ServerMessage))
    } catch (error) {
      this.#refuse(id, error)
    }
  }

  async #hello(id: number, name: string, key: string | undefined, last: number | undefined): Promise<void> {
    if (this.#table !== undefined) throw new Refusal('bad-message', 'One socket is for one table.')
    const table = await this.services.tables.get(name)
    const person = await this.visitor.at(table, key)
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
    if (socket.bufferedAmount > MOST_UNSENT) return socket.terminate() // it comes back and is told what it missed
    socket.send(text)
  }
}

function idOf(message: unknown): number | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null
  const { id } = message
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : null
}
