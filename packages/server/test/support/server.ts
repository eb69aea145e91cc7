/** A listening server, and HTTP and WebSocket clients for it. */
import type { ClientMessage, EndpointName, Reply, Seated, ServerMessage } from '@ludoforge/table'
import { ENDPOINTS, serverMessage } from '@ludoforge/table'
import { WebSocket } from 'ws'
import { type RunningServer, serve, type ServeOptions } from '../../src/index.js'
import type { StoreOptions } from '../../src/store/index.js'
import { offerFor } from './play.js'

export interface TestServer extends RunningServer {
  readonly url: string
}

export async function startServer(
  where: StoreOptions,
  games: readonly string[],
  options: Partial<ServeOptions> = {},
): Promise<TestServer> {
  const running = await serve({
    port: 0,
    host: '127.0.0.1',
    games: [],
    version: 'test',
    limits: false,
    data: where.data,
    database: where.database,
    ...options,
    notices: { pollMs: 50, ...options.notices },
  })
  for (const game of games) await running.tables.rulebooks.offer(await offerFor(game))
  return { ...running, url: running.address }
}

export interface Answer<N extends EndpointName> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Reply<N>
}

interface CallOptions {
  readonly id?: string
  /** The second part of the path, such as a person. */
  readonly part?: string
  readonly key?: string
  readonly cookie?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls an endpoint and validates a successful answer against its schema. */
export async function rest<N extends EndpointName>(
  url: string,
  name: N,
  options: CallOptions = {},
): Promise<Answer<N>> {
  const { id = '', part = '', key, cookie, body, headers = {} } = options
  const { method, path, reply } = ENDPOINTS[name]
  const response = await fetch(
    url + path.replace(/:\w+/, encodeURIComponent(id)).replace(/:\w+/, encodeURIComponent(part)),
    {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
  )
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const given: unknown = isJson ? JSON.parse(text) : text
  if (response.ok) reply.parse(given)
  return { status: response.status, headers: response.headers, text, body: given as Reply<N> }
}

export async function makeTable(url: string, request: unknown, cookie?: string): Promise<Seated> {
  const { status, body, text } = await rest(url, 'makeTable', {
    body: request,
    ...(cookie === undefined ? {} : { cookie }),
  })
  if (status !== 200) throw new Error(text)
  return body
}

/** A WebSocket that records all messages as text and validates each against the schema. */
export class TestSocket {
  readonly texts: string[] = []
  readonly messages: ServerMessage[] = []
  closed: { readonly code: number } | undefined
  #id = 0

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8')
      this.texts.push(text)
      this.messages.push(serverMessage.parse(JSON.parse(text)))
    })
    socket.on('close', (code) => {
      this.closed = { code }
    })
  }

  static open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<TestSocket> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/socket`, { headers })
    const line = new TestSocket(socket)
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(line))
      socket.once('error', reject)
    })
  }

  static async at(url: string, table: string, key?: string, last?: number): Promise<TestSocket> {
    const line = await TestSocket.open(url)
    await line.ask({
      type: 'hello',
      table,
      ...(key === undefined ? {} : { key }),
      ...(last === undefined ? {} : { last }),
    })
    return line
  }

  /** Sends a request and returns its answer. */
  async ask(ask: ClientMessage['ask']): Promise<ServerMessage> {
    this.#id += 1
    const id = this.#id
    this.socket.send(JSON.stringify({ id, ask }))
    return this.until((message) => 'id' in message && message.id === id)
  }

  /** Waits for a message that has come or comes. The limit is a guard against hanging. */
  async until(test: (message: ServerMessage) => boolean, ms = 10 * 60_000): Promise<ServerMessage> {
    const end = performance.now() + ms
    while (performance.now() < end) {
      const found = this.messages.find(test)
      if (found !== undefined) return found
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
    }
    throw new Error(`Timed out waiting for a message. The last ones: ${this.texts.slice(-3).join('\n')}`)
  }

  /** The table's updates, without answers to requests. */
  get happenings(): ServerMessage[] {
    return this.messages.filter((message) => 'number' in message && 'at' in message)
  }

  close(): void {
    this.socket.terminate()
  }
}
