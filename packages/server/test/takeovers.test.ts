/** Seats: who has seen their secrets, and how a person's seat can be taken and given back. */
import type { SeatDocument } from '@ludoforge/table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTable, rest, startServer, TestSocket, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

const MINUTE_MS = 60_000

describe.each(STORES)('takeovers on $name', (kind) => {
  let place: TestStore
  let where: Awaited<ReturnType<TestStore['fresh']>>
  let server: TestServer
  beforeAll(async () => {
    place = await kind.open()
    where = await place.fresh()
    server = await startServer(where, ['tic-tac-toe', 'goofspiel'])
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })

  /** Ann hosts and plays cross, Bob plays nought. */
  async function annAndBob(absence?: number) {
    const { url } = server
    const wish = { game: 'tic-tac-toe', you: 'Ann', seats: { cross: 'me' } }
    const { table, key } = await makeTable(url, absence === undefined ? wish : { ...wish, absence })
    const { secret } = (await rest(url, 'invite', { id: table.id, key, body: { seats: ['nought'] } })).body
    const joined = await rest(url, 'join', { id: table.id, body: { invitation: secret, you: 'Bob' } })
    return { id: table.id, annKey: key, bobKey: joined.body.key, absence: table.absence }
  }
  const seatOf = async (id: string, seat: string): Promise<SeatDocument | undefined> =>
    (await rest(server.url, 'table', { id })).body.seats.find((one) => one.seat === seat)
  const give = (id: string, key: string, to: unknown, seat = 'nought') =>
    rest(server.url, 'ask', { id, key, body: { type: 'seat', seat, to } })
  const consent = async (id: string, key: string, yes: boolean) => {
    const { request } = (await seatOf(id, 'nought')) ?? {}
    return rest(server.url, 'ask', {
      id,
      key,
      body: { type: 'consent', proposal: request?.number ?? 0, yes },
    })
  }
  /** Lets the time pass in which Bob is away. */
  async function away(id: string, ms: number): Promise<void> {
    server.tables.presence.since -= ms
    const { db } = server.tables.store
    const bob = await db
      .selectFrom('people')
      .selectAll()
      .where('table_id', '=', id)
      .where('name', '=', 'Bob')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('people')
      .set({ connected: bob.connected - ms })
      .where('id', '=', bob.id)
      .execute()
  }

  it('a host who looks into the hand of a bot is shown to have seen it, to everybody and after a restart', async () => {
    const { url } = server
    const def = (await rest(url, 'games')).body.find(({ id }) => id === 'goofspiel')
    const [mine = '', bots = ''] = def?.seats.map(({ id }) => id) ?? []
    const { table, key } = await makeTable(url, {
      game: 'goofspiel',
      you: 'Ann',
      seats: { [mine]: 'me', [bots]: { bot: 'random' } },
    })
    const { id } = table
    expect(table.seats.some((seat) => seat.seenBy !== undefined)).toBe(false)
    const spectator = await TestSocket.at(url, id)
    expect((await give(id, key, 'me', bots)).status).toBe(200)
    expect((await give(id, key, { bot: 'random' }, bots)).status).toBe(200)
    expect((await give(id, key, 'open', bots)).status).toBe(200)
    const seenBy = [expect.objectContaining({ name: 'Ann' })]
    expect(await seatOf(id, bots)).toMatchObject({ kind: 'open', seenBy })
    await spectator.until(
      (message) =>
        message.type === 'seats' &&
        message.seats.some((seat) => seat.seat === bots && seat.seenBy?.[0]?.name === 'Ann'),
    )
    spectator.close()
    const { secret } = (await rest(url, 'invite', { id, key, body: { seats: [bots] } })).body
    await rest(url, 'join', { id, body: { invitation: secret, you: 'Bob' } })
    expect(await seatOf(id, bots)).toMatchObject({ name: 'Bob', seenBy })
    await server.close()
    server = await startServer(where, ['tic-tac-toe', 'goofspiel'])
    expect(await seatOf(id, bots)).toMatchObject({ name: 'Bob', seenBy })
  })

  it('a person who is there keeps the seat, unless they agree', async () => {
    const { id, annKey, bobKey, absence } = await annAndBob()
    expect(absence).toBe(600)
    const bob = await TestSocket.at(server.url, id, bobKey)
    await away(id, 60 * MINUTE_MS) // what counts is that Bob is connected
    for (const to of [{ bot: 'random' }, 'me', 'open']) {
      expect((await give(id, annKey, to)).status).toBe(200)
      expect(await seatOf(id, 'nought')).toMatchObject({
        kind: 'person',
        name: 'Bob',
        request: { name: 'Ann', to },
      })
      expect((await give(id, annKey, to)).status).toBe(403)
      expect((await consent(id, annKey, true)).status).toBe(403)
      expect((await consent(id, bobKey, false)).status).toBe(200)
      const seat = await seatOf(id, 'nought')
      expect(seat).toMatchObject({ kind: 'person', name: 'Bob' })
      expect(seat?.request).toBeUndefined()
    }
    await give(id, annKey, 'me')
    expect((await consent(id, bobKey, true)).status).toBe(200)
    expect(await seatOf(id, 'nought')).toMatchObject({
      name: 'Ann',
      takenFrom: { name: 'Bob' },
      seenBy: [{ name: 'Bob' }],
    })
    // The takeover can be undone.
    expect((await give(id, bobKey, 'me')).status).toBe(200)
    const back = await seatOf(id, 'nought')
    expect(back).toMatchObject({ name: 'Bob', seenBy: [{ name: 'Ann' }] })
    expect(back?.takenFrom).toBeUndefined()
    bob.close()
  })

  it('a person who is away for the time of the table can be replaced, and gets the seat back', async () => {
    const { id, annKey, bobKey } = await annAndBob(3600)
    const bob = await TestSocket.at(server.url, id, bobKey)
    bob.close()
    await expect.poll(async () => (await server.tables.get(id)).isIdle).toBe(true)
    await away(id, 59 * MINUTE_MS)
    await give(id, annKey, { bot: 'random' })
    expect(await seatOf(id, 'nought')).toMatchObject({
      kind: 'person',
      name: 'Bob',
      request: { name: 'Ann' },
    })
    await away(id, 2 * MINUTE_MS)
    expect((await give(id, annKey, { bot: 'random' })).status).toBe(200)
    expect(await seatOf(id, 'nought')).toMatchObject({ kind: 'bot', name: 'Bob' })
    expect((await give(id, annKey, 'me')).status).toBe(200)
    expect(await seatOf(id, 'nought')).toMatchObject({ name: 'Ann', takenFrom: { name: 'Bob' } })
    expect((await give(id, bobKey, 'me')).status).toBe(200)
    expect(await seatOf(id, 'nought')).toMatchObject({
      kind: 'person',
      name: 'Bob',
      seenBy: [{ name: 'Ann' }],
    })
    // A request over REST counts as being there.
    expect((await give(id, annKey, 'open')).status).toBe(200)
    expect(await seatOf(id, 'nought')).toMatchObject({ name: 'Bob', request: { to: 'open' } })
  })

  it('nobody is away because the server was down', async () => {
    const { id, annKey } = await annAndBob(60)
    const { db } = server.tables.store
    await db.updateTable('people').set({ connected: 0 }).where('table_id', '=', id).execute()
    await server.close()
    server = await startServer(where, ['tic-tac-toe', 'goofspiel'])
    await give(id, annKey, 'open')
    expect(await seatOf(id, 'nought')).toMatchObject({ name: 'Bob', request: { to: 'open' } })
  })

  it.each([0, 59, 1.5, 30 * 86_400 + 1])(
    'a table does not take an absence of %s seconds',
    async (absence) => {
      const body = { game: 'tic-tac-toe', you: 'Ann', absence }
      expect((await rest(server.url, 'makeTable', { body })).status).toBe(400)
    },
  )
})
