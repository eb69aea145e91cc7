/** Endpoints of a server, and the socket of a table. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { callEndpoint, remoteTable, type WebSocketLike } from '../src/index.js'
import { textOf, welcome } from './messages.js'

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })

function serve(response: Response) {
  const fetched = vi.fn<typeof fetch>(async () => response)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('an endpoint', () => {
  it('is asked by its method and path, with the key and the body', async () => {
    const fetched = serve(json({ ok: true }))
    const asked = { path: { id: 'a b' }, key: 'secret', body: { type: 'news' } }
    expect(await callEndpoint('http://host/', 'ask', asked)).toEqual({ ok: true })
    expect(fetched).toHaveBeenCalledWith('http://host/api/tables/a%20b/requests', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer secret' },
      body: '{"type":"news"}',
    })
  })

  it('is sent nothing that is not there', async () => {
    const fetched = serve(json([]))
    expect(await callEndpoint('http://host', 'games')).toEqual([])
    expect(fetched).toHaveBeenCalledWith('http://host/games/index.json', { method: 'GET', headers: {} })
  })

  it('can reply a text', async () => {
    serve(new Response('a save', { headers: { 'content-type': 'text/plain' } }))
    expect(await callEndpoint('http://host', 'save', { path: { id: 't' } })).toBe('a save')
  })

  it.each([
    [json({ code: 'not-allowed', message: 'Only the host.' }, 403), 'not-allowed', 'Only the host.'],
    [json({ code: 'of a later version', message: 'New.' }, 400), 'trouble', 'New.'],
    [json({ code: 'toString' }, 400), 'trouble', ''],
    [json(null, 500), 'trouble', ''],
    [
      new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
      'trouble',
      'Bad Gateway',
    ],
  ])('refuses with a code that is known (%#)', async (response, code, message) => {
    serve(response)
    await expect(callEndpoint('http://host', 'games')).rejects.toMatchObject({
      name: 'Refusal',
      code,
      message,
    })
  })
})

type Listener = (event: { readonly data: unknown }) => void

/** A socket that is opened, lost and spoken to by the test. */
class FakeSocket implements WebSocketLike {
  static made: FakeSocket[] = []
  readonly sent: string[] = []
  closed = false
  readonly #listeners = new Map<string, Listener>()

  constructor(readonly url: string) {
    FakeSocket.made.push(this)
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {
    this.closed = true
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener)
  }

  fire(type: string, data?: string): void {
    this.#listeners.get(type)?.({ data })
  }
}

describe('a table of a server', () => {
  const begin = (options: object = {}) => {
    FakeSocket.made = []
    const table = remoteTable({ url: 'http://host/', table: 't1', WebSocket: FakeSocket, ...options })
    const [socket] = FakeSocket.made
    if (socket === undefined) throw new Error('No socket was opened.')
    return { table, socket }
  }

  it('is reached by a socket beside the server', async () => {
    const { table, socket } = begin({ key: 'k' })
    expect(socket.url).toBe('ws://host/api/socket')
    socket.fire('open')
    await expect.poll(() => socket.sent).toEqual(['{"id":1,"ask":{"type":"hello","table":"t1","key":"k"}}'])
    socket.fire('message', textOf(welcome()))
    const reached = await table
    expect(reached.about.name).toBe('A table')
    serve(json({ id: 'small' }))
    expect(await reached.rules()).toEqual({ id: 'small' })
    reached.close()
    expect(socket.closed).toBe(true)
  })

  it('is looked at without a key', async () => {
    const { socket, table } = begin()
    socket.fire('open')
    await expect.poll(() => socket.sent).toEqual(['{"id":1,"ask":{"type":"hello","table":"t1"}}'])
    socket.fire('message', textOf(welcome()))
    ;(await table).close()
  })

  it.each(['close', 'error'])('is out of reach where the socket cannot be opened (%s)', async (type) => {
    const { table, socket } = begin()
    socket.fire(type)
    await expect(table).rejects.toMatchObject({
      code: 'busy',
      message: "Can't connect to ws://host/api/socket. Check the address and that the server is running.",
    })
  })

  it('needs a WebSocket', () => {
    vi.stubGlobal('WebSocket', undefined)
    expect(() => remoteTable({ url: 'http://host', table: 't1' })).toThrow('There is no global WebSocket')
  })
})
