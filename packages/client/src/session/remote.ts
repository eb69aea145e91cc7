/** Tables on a server, and its REST endpoints. */
import { isRecord } from '@ludoforge/kernel'
import { type EndpointName, isRefusalCode, PATHS, Refusal, type Reply } from '@ludoforge/table'
import { connectTable, type Transport, type TransportHandlers } from './connection.js'
import type { Table } from './table.js'

/** The part of a `WebSocket` that is used. */
export interface WebSocketLike {
  send(text: string): void
  close(): void
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}
/** A constructor like `WebSocket`. */
export type WebSocketConstructor = new (url: string) => WebSocketLike

/** The server, the table and the credentials. */
export interface RemoteOptions {
  readonly url: string // of the server
  readonly table: string
  readonly key?: string | undefined // without a key: by account, or as a spectator
  /** The default is the global `WebSocket`. */
  readonly WebSocket?: WebSocketConstructor
}

/** Connects to a table on a server. */
export function remoteTable({ url, table, key, ...options }: RemoteOptions): Promise<Table> {
  const SocketConstructor: WebSocketConstructor | undefined = options.WebSocket ?? globalThis.WebSocket
  if (SocketConstructor === undefined)
    throw new Error('There is no global WebSocket. Pass a constructor as the option WebSocket.')
  return connectTable({
    hello: { table, ...(key === undefined ? {} : { key }) },
    open: (handlers) =>
      openSocket(SocketConstructor, `${url.replace(/^http/, 'ws').replace(/\/$/, '')}/api/socket`, handlers),
    rules: (fingerprint) => callEndpoint(url, 'rules', { path: { fingerprint } }),
  })
}

function openSocket(
  SocketConstructor: WebSocketConstructor,
  url: string,
  { message, lost }: TransportHandlers,
): Promise<Transport> {
  const unreachable = (): Refusal =>
    new Refusal('busy', `Can't connect to ${url}. Check the address and that the server is running.`)
  return new Promise((resolve, reject) => {
    const socket = new SocketConstructor(url)
    socket.addEventListener('open', () =>
      resolve({ send: (text) => socket.send(text), close: () => socket.close() }),
    )
    socket.addEventListener('message', ({ data }) => message(String(data)))
    socket.addEventListener('close', () => {
      reject(unreachable())
      lost()
    })
    socket.addEventListener('error', () => reject(unreachable()))
  })
}

/** The path parameters, query, seat key and body of a call. */
export interface CallOptions {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly key?: string | undefined
  readonly body?: unknown
}

/** Calls an endpoint of a server. Throws a `Refusal` if the server refuses. */
export async function callEndpoint<N extends EndpointName>(
  url: string,
  name: N,
  options: CallOptions = {},
): Promise<Reply<N>> {
  const { path = {}, query = {}, key, body } = options
  const endpoint = PATHS[name]
  const pathname = endpoint.path.replaceAll(/:(\w+)/g, (_, id: string) => encodeURIComponent(path[id] ?? ''))
  const search = new URLSearchParams(query).toString()
  const address = url.replace(/\/$/, '') + pathname + (search === '' ? '' : `?${search}`)
  const response = await fetch(address, {
    method: endpoint.method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const reply: unknown = isJson ? await response.json() : await response.text()
  if (response.ok) return reply as Reply<N> // the server replies what the table of endpoints says
  const { code, message, retryAfter } = isRecord(reply) ? reply : {}
  throw new Refusal(
    isRefusalCode(code) ? code : 'trouble',
    typeof message === 'string' ? message : response.statusText,
    typeof retryAfter === 'number' ? { retryAfter } : {},
  )
}
