/** Sockets that are left open, aren't read, or belong to somebody who has logged out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { makeTable, rest, startServer, TestSocket, type TestServer } from './support/server.js'
import { STORES, type TestStore } from './support/stores.js'

const GAME = 'tic-tac-toe'

/** Registers an account and returns its cookie. */
async function register(url: string, name: string): Promise<string> {
  const { headers } = await rest(url, 'register', { body: { name, password: 'a long password' } })
  return itemAt((headers.get('set-cookie') ?? '').split(';'), 0)
}

/** Opens a socket with a session cookie. */
async function withCookie(url: string, cookie: string, table: string): Promise<TestSocket> {
  const line = await TestSocket.open(url, { cookie })
  await line.ask({ type: 'hello', table })
  return line
}

describe.each(STORES)('on $name', (database) => {
  let place: TestStore
  let server: TestServer
  let other: TestServer | undefined // a second server on the same database
  let url: string
  beforeAll(async () => {
    place = await database.open()
    const where = await place.fresh()
    const socket = { perSecond: 1e6, perAddress: 1000, helloMs: 1000 }
    server = await startServer(where, [GAME], { limits: { perMinute: 1e6, socket } })
    ;({ url } = server)
    if (where.database !== undefined) other = await startServer(where, [GAME])
  })
  afterAll(async () => {
    await other?.close()
    await server.close()
    await place.end()
  })

  it('a socket without a successful hello is closed after seconds, whatever else it sends', async () => {
    const { table, key } = await makeTable(url, { game: GAME, you: 'Ann' })
    const greeted = await TestSocket.at(url, table.id, key)
    const lines = [await TestSocket.open(url), await TestSocket.open(url), await TestSocket.open(url)]
    const [, chatty, wrong] = lines
    const talk = setInterval(() => {
      chatty?.socket.send('junk')
      if (wrong?.closed === undefined) void wrong?.ask({ type: 'hello', table: 'nowhere' })
    }, 200)
    await expect.poll(() => lines[0]?.closed?.code).toBe(1008)
    await expect.poll(() => chatty?.closed?.code).toBe(1008)
    await expect.poll(() => wrong?.closed?.code).toBe(1008)
    clearInterval(talk)
    expect(greeted.closed).toBeUndefined()
    greeted.close()
  })

  it('sockets of a session end when its person logs out, on every server, and others stay', async () => {
    const [ann, bob] = [await register(url, 'Ann'), await register(url, 'Bob')]
    const { table, key } = await makeTable(url, { game: GAME, you: 'Ann', seats: { cross: 'me' } }, ann)
    const servers = [url, ...(other === undefined ? [] : [other.url])]
    const hers = await Promise.all(servers.map((at) => withCookie(at, ann, table.id)))
    const others = [await withCookie(url, bob, table.id), await TestSocket.at(url, table.id, key)]
    await rest(url, 'logout', { cookie: ann })
    for (const line of hers) await expect.poll(() => line.closed?.code).toBe(1008)
    // A message of the table reaches the others, and none of hers.
    await itemAt(others, 1).ask({ type: 'chat', text: 'after the logout' })
    await itemAt(others, 0).until((message) => message.type === 'chat')
    expect(hers.flatMap(({ texts }) => texts).join('')).not.toContain('after the logout')
    for (const line of others) line.close()
  })

  it('sockets of a key end when another key replaces it', async () => {
    const cookie = await register(url, 'Ann')
    const { table, key } = await makeTable(url, { game: GAME, you: 'Ann' }, cookie)
    const { body } = await rest(url, 'invite', { id: table.id, key, body: { seats: ['cross'] } })
    const line = await TestSocket.at(url, table.id, key)
    const joined = await rest(url, 'join', {
      id: table.id,
      cookie,
      body: { invitation: body.secret, you: 'Ann' },
    })
    expect(joined.body.key).not.toBe(key)
    await expect.poll(() => line.closed?.code).toBe(1008)
    const again = await TestSocket.at(url, table.id, joined.body.key)
    expect(again.messages[0]).toMatchObject({ type: 'welcome', you: { seats: ['cross'] } })
    again.close()
  })

  it('a session or key that is no longer in the database ends its sockets, a wrong cookie does not', async () => {
    const cookie = await register(url, 'Ann')
    const { table, key } = await makeTable(url, { game: GAME, you: 'Ann' })
    const lines = [
      await withCookie(url, cookie, table.id),
      await TestSocket.at(url, table.id, key),
      await withCookie(url, 'ludoforge=guess', table.id),
    ]
    const { db } = server.tables.store
    await server.sockets.verify(db)
    expect(lines.map(({ closed }) => closed)).toEqual([undefined, undefined, undefined])
    await db.deleteFrom('sessions').execute()
    await db.updateTable('people').set({ key_hash: 'replaced' }).where('table_id', '=', table.id).execute()
    await server.sockets.verify(db)
    for (const line of lines.slice(0, 2)) await expect.poll(() => line.closed?.code).toBe(1008)
    expect(await itemAt(lines, 2).ask({ type: 'history', from: 0, to: 0 })).toMatchObject({ type: 'done' })
    itemAt(lines, 2).close()
  })

  it('clients that read nothing hold little memory, and are cut off', async () => {
    const { table } = await makeTable(url, { game: GAME, you: 'Ann' })
    const elsewhere = await makeTable(url, { game: GAME, you: 'Bob' })
    const reader = await TestSocket.at(url, elsewhere.table.id, elsewhere.key)
    const lines = await Promise.all(Array.from({ length: 12 }, () => TestSocket.at(url, table.id)))
    for (const { socket } of lines) socket.pause()
    const loaded = await server.tables.get(table.id)
    let most = 0
    // The system's own buffers take a few megabytes for each socket first.
    for (let n = 0; n < 200; n += 1) {
      loaded.thinks('x'.repeat(100_000), 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 2)
      })
      most = Math.max(most, server.sockets.unsent)
    }
    expect(most).toBeGreaterThan(1 << 20)
    expect(most).toBeLessThan(20 << 20)
    await expect.poll(() => server.sockets.all.length).toBe(1)
    expect(await reader.ask({ type: 'seen', number: 0 })).toMatchObject({ type: 'done' })
    for (const line of [...lines, reader]) line.close()
  })
})
