/** Metrics, health, logs and shutdown of real servers. */
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { withoutSecrets } from '../src/log.js'
import { makeTable, rest, startServer, type TestServer, TestSocket } from './support/server.js'
import { STORES, type TestStore } from './support/stores.js'

const TOKEN = 'the-token-of-the-metrics'
const GAME = 'tic-tac-toe'

describe.each(STORES)('operations on $name', (kind) => {
  let place: TestStore
  let server: TestServer
  const lines: string[] = []
  beforeAll(async () => {
    place = await kind.open()
    server = await startServer(await place.fresh(), [GAME], {
      metricsToken: TOKEN,
      metricsPort: 0,
      log: 'json',
      logTo: (line) => lines.push(line),
    })
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })
  const scrape = async (token = TOKEN): Promise<{ status: number; text: string }> => {
    const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, text: await response.text() }
  }
  const valueOf = (text: string, series: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1) ?? 0,
    )

  it('GET /metrics counts decisions, latencies, refusals, bots and sockets, without names or ids', async () => {
    const { url } = server
    const before = (await scrape()).text
    const { table, key } = await makeTable(url, {
      game: GAME,
      name: 'A private name',
      you: 'Annabel',
      seats: { cross: 'me', nought: { bot: 'random' } },
    })
    const line = await TestSocket.at(url, table.id, key)
    const decide = { type: 'decide', seat: 'cross', question: 0, choice: 'b2' } as const
    await line.ask(decide)
    await line.ask(decide) // refused: the question has been answered
    await rest(url, 'table', { id: table.id })
    await line.until((message) => message.type === 'step' && message.seat === 'nought')
    const { status, text } = await scrape()
    expect(status).toBe(200)
    const grown = (series: string): number => valueOf(text, series) - valueOf(before, series)
    expect(grown('ludoforge_decisions_total{by="person"}')).toBe(1)
    expect(grown('ludoforge_decisions_total{by="bot"}')).toBe(1)
    expect(grown('ludoforge_refusals_total{code="stale"}')).toBe(1)
    expect(grown('ludoforge_sockets')).toBe(1)
    expect(grown('ludoforge_socket_request_seconds_count{type="decide"}')).toBe(2)
    const route = 'method="GET",route="/api/tables/:id",status="200"'
    expect(grown(`ludoforge_http_request_seconds_count{${route}}`)).toBe(1)
    for (const series of [
      'ludoforge_bot_jobs{state="waiting"}',
      'ludoforge_bot_jobs{state="running"}',
      'ludoforge_tables_open',
      'ludoforge_memory_bytes{kind="resident"}',
      'ludoforge_event_loop_delay_seconds{quantile="0.99"}',
    ])
      expect(text).toContain(`\n${series} `)
    for (const secret of [table.id, key, 'A private name', 'Annabel', '127.0.0.1'])
      expect(text).not.toContain(secret)
    line.close()
  })

  it('metrics need their token, or have a port of their own', async () => {
    expect((await scrape('a guess')).status).toBe(403)
    expect((await fetch(`${server.url}/metrics`)).status).toBe(403)
    const own = await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)
    expect([own.status, await own.text()]).toEqual([
      200,
      expect.stringContaining('ludoforge_sockets') as string,
    ])
    expect((await fetch(`http://127.0.0.1:${server.metricsPort}/api/me`)).status).toBe(404)
  })

  it('logs are JSON lines with the id of their request, and have no secret', async () => {
    const { url } = server
    lines.length = 0
    const password = 'correct horse battery'
    const account = await rest(url, 'register', { body: { name: 'Ann', password } })
    const cookie = itemAt((account.headers.get('set-cookie') ?? '').split(';'), 0)
    const { table, key } = await makeTable(url, { game: GAME, you: 'Ann', seats: { cross: 'me' } }, cookie)
    await rest(url, 'news', { id: table.id, key, cookie })
    await fetch(`${url}/api/tables/${table.id}?key=${key}&token=${key}`)
    await rest(url, 'login', { body: { login: account.body.login, password: 'hunter2hunter2' } })
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(10)
    const all = lines.join('\n')
    for (const secret of [password, 'hunter2hunter2', key, cookie.split('=')[1] ?? '', table.id])
      expect(all).not.toContain(secret)
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(
      parsed.every(({ level, time, msg }) => [level, time, msg].every((field) => field !== undefined)),
    ).toBe(true)
    expect(parsed).toContainEqual(
      expect.objectContaining({
        reqId: expect.any(String) as string,
        req: { method: 'GET', route: '/api/tables/:id', address: '127.0.0.1' },
      }),
    )
  })

  it('health answers at once, without a limit, and says if the database fails', async () => {
    const own = await kind.open()
    const limits = { perMinute: 5, socket: { perSecond: 1, perAddress: 1 } }
    const other = await startServer(await own.fresh(), [], { limits })
    const all = await Promise.all(Array.from({ length: 40 }, () => rest(other.url, 'health')))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    // A query that never returns doesn't delay the answer.
    const stuck = other.tables.store.db
      .transaction()
      .execute(() => new Promise<void>((resolve) => setTimeout(resolve, 1000)))
    expect((await rest(other.url, 'health')).body).toEqual({
      ok: true,
      store: other.tables.store.engine.kind,
    })
    await stuck
    await other.tables.store.db.destroy()
    await expect.poll(async () => (await rest(other.url, 'health')).status).toBe(503)
    expect((await rest(other.url, 'health')).body).toMatchObject({
      ok: false,
      problem: expect.stringContaining('database') as string,
    })
    await other.close().catch(() => undefined) // its database is gone
    await own.end()
  })

  it('closes in order: requests are answered, sockets are asked to connect again, nobody can hold it up', async () => {
    const own = await kind.open()
    const where = await own.fresh()
    const other = await startServer(where, [GAME], { closeMs: 4000 })
    const { url } = other
    const { table, key } = await makeTable(url, {
      game: GAME,
      you: 'Ann',
      seats: { cross: 'me', nought: 'me' },
    })
    const line = await TestSocket.at(url, table.id, key)
    const stubborn = connect(Number(new URL(url).port), '127.0.0.1') // never ends its request
    stubborn.on('error', () => {})
    stubborn.write('POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n')
    // A client that connects again while the server closes, and never ends its connection.
    const returning = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
    returning.on('error', () => {})
    returning.write('GET /api/socket HTTP/1.1\r\nhost: x\r\n')
    const slow = rest(url, 'register', { body: { name: 'Ann', password: 'a long password' } })
    const decided = line.ask({ type: 'decide', seat: 'cross', question: 0, choice: 'b2' })
    await rest(url, 'health') // the requests before it have arrived
    await rest(url, 'health')
    const closing = other.close()
    expect([(await slow).status, (await decided).type]).toEqual([200, 'done'])
    await expect.poll(() => line.closed?.code).toBe(1012)
    returning.write('connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n')
    returning.write('sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n')
    await closing
    for (const socket of [stubborn, returning]) socket.destroy()
    const again = await startServer(where, [])
    expect((await rest(again.url, 'table', { id: table.id })).body.number).toBe(1)
    await again.close()
    await own.end()
  })
})

it('metrics are off without a token', async () => {
  const place = await itemAt(STORES, 0).open()
  const server = await startServer(await place.fresh(), [])
  const status = await new Promise((resolve, reject) => {
    httpRequest(`${server.url}/metrics`, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(404)
  await server.close()
  await place.end()
})

it.each([
  ['postgres://ann:hunter2@db/x failed', 'postgres://ann:***@db/x failed'],
  ['Authorization: Bearer abc.def-1', 'Authorization: Bearer ***'],
  ['cookie ludoforge=s3cr3t; Path=/', 'cookie ludoforge=***; Path=/'],
  ['/api/x?key=abc&n=1', '/api/x?key=***&n=1'],
  ['{"password":"abc","n":1}', '{"password":"***","n":1}'],
  ['http://x/#/join/t1/abc and #/reset/abc', 'http://x/#/join/t1/*** and #/reset/***'],
  ['Table t1 waits for red.', 'Table t1 waits for red.'],
])('a log has no secret of %s', (line, clean) => {
  expect(withoutSecrets(line)).toBe(clean)
})
