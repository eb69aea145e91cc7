/** A table on a server. */
import { isRecord } from '@ludoforge/kernel'
import { type EndpointName, isRefusalCode, PATHS, Refusal, type Reply } from '@ludoforge/table'
import { connectTable, type Transport, type TransportHandlers } from './connection.js'
import type { Table } from './table.js'

/** What is used of a WebSocket: that of browsers, or one like it. */
export interface Socket {
  send(text: string): void
  close(): void
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}
/** A constructor of sockets, as WebSocket is. */
export type WebSocketConstructor = new (url: string) => Socket

/** Which table of which server, and by which right. */
export interface RemoteOptions {
  readonly url: string // of the server
  readonly table: string
  readonly key?: string | undefined // without one, by account, or as an onlooker
  /** By default that of the browser. */
  readonly WebSocket?: WebSocketConstructor
}

/** A table of a server. */
export function remoteTable({ url, table, key, ...options }: RemoteOptions): Promise<Table> {
  const Maker: WebSocketConstructor | undefined = options.WebSocket ?? globalThis.WebSocket
  if (Maker === undefined) throw new Error('There is no WebSocket here: give one.')
  return connectTable({
    hello: { table, ...(key === undefined ? {} : { key }) },
    open: (ends) => openSocket(Maker, `${url.replace(/^http/, 'ws').replace(/\/$/, '')}/api/socket`, ends),
    rules: (fingerprint) => callEndpoint(url, 'rules', { path: { fingerprint } }),
  })
}

function openSocket(
  Maker: WebSocketConstructor,
  url: string,
  { message, lost }: TransportHandlers,
): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new Maker(url)
    socket.addEventListener('open', () =>
      resolve({ send: (text) => socket.send(text), close: () => socket.close() }),
    )
    socket.addEventListener('message', ({ data }) => message(String(data)))
    socket.addEventListener('close', () => {
      reject(new Refusal('busy', `There is no way to ${url}.`))
      lost()
    })
    socket.addEventListener('error', () => reject(new Refusal('busy', `There is no way to ${url}.`)))
  })
}

/** What goes with a request: parts of the path, who asks, and the body. */
export interface CallOptions {
  readonly path?: Readonly<Record<string, string>>
  readonly key?: string | undefined
  readonly body?: unknown
}

/** Asks an endpoint of a server. Throws a Refusal if it refuses. */
export async function callEndpoint<N extends EndpointName>(
  url: string,
  name: N,
  asking: CallOptions = {},
): Promise<Reply<N>> {
  const { path = {}, key, body } = asking
  const endpoint = PATHS[name]
  const place = endpoint.path.replaceAll(/:(\w+)/g, (_, id: string) => encodeURIComponent(path[id] ?? ''))
  const response = await fetch(url.replace(/\/$/, '') + place, {
    method: endpoint.method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const given: unknown = isJson ? await response.json() : await response.text()
  if (response.ok) return given as Reply<N> // the server replies what the table of endpoints says
  const { code, message } = isRecord(given) ? given : {}
  throw new Refusal(
    isRefusalCode(code) ? code : 'trouble',
    typeof message === 'string' ? message : response.statusText,
  )
}
