/** What clients may store, and what becomes of tables that nobody uses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { present } from '@ludoforge/kernel'
import { pageAfter } from '@ludoforge/table'
import { itemAt } from '../../../test/support/items.js'
import { TableAdmin } from '../src/index.js'
import type { StoreOptions } from '../src/store/index.js'
import { archiveTable, deleteTable, DEFAULT_RETENTION } from '../src/tables/archive.js'
import { deleteOf, exportOf } from '../src/tables/index.js'
import { Guest, playOut } from './support/play.js'
import { makeTable, rest, startServer, TestSocket, type TestServer } from './support/server.js'
import { STORES, type TestStore } from './support/stores.js'

const GAME = 'tic-tac-toe'
const DAY_MS = 24 * 3600 * 1000
const NOW = Date.now()

async function register(url: string, name: string): Promise<string> {
  const { headers } = await rest(url, 'register', { body: { name, password: 'a long password' } })
  return itemAt((headers.get('set-cookie') ?? '').split(';'), 0)
}

describe.each(STORES)('on $name', (database) => {
  let place: TestStore
  let where: StoreOptions
  let server: TestServer
  let url: string
  beforeAll(async () => {
    place = await database.open()
    where = await place.fresh()
    server = await startServer(where, [GAME])
    ;({ url } = server)
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })
  const setChanged = (id: string, days: number) =>
    server.tables.store.db
      .updateTable('tables')
      .set({ changed: NOW - days * DAY_MS })
      .where('id', '=', id)
      .execute()

  it('a client has a quota of tables, of uploads and of chat, and the refusal names it', async () => {
    const limits = { perMinute: 1e6, socket: { perSecond: 1e6, perAddress: 100 } }
    const small = await startServer(await place.fresh(), [GAME], {
      limits,
      quotas: { tables: 3, uploads: 1 },
    })
    const request = { game: GAME, you: 'Ann', seats: { cross: 'me', nought: 'me' } }
    const { table, key } = await makeTable(small.url, request)
    const ann = await Guest.at(small.tables, table.id, key)
    await playOut(ann)
    const { text: save } = await rest(small.url, 'save', { id: table.id })
    const upload = () => rest(small.url, 'upload', { body: { save, you: 'Ann' } })
    expect((await upload()).status).toBe(200)
    expect((await upload()).body).toMatchObject({
      code: 'over-quota',
      message:
        'There are 1 tables from save files of this address, and the limit is 1. Delete a table first.',
    })
    await makeTable(small.url, request)
    const { body } = await rest(small.url, 'makeTable', { body: request })
    expect(body).toMatchObject({
      code: 'over-quota',
      message: expect.stringContaining('the limit is 3') as string,
    })
    expect((await rest(small.url, 'deleteTable', { id: table.id, key })).status).toBe(200)
    expect((await makeTable(small.url, request)).table.number).toBe(0)
    await small.close()
  })

  it('chat has a quota of characters', async () => {
    const limits = { perMinute: 1e6, socket: { perSecond: 1e6, perAddress: 100 } }
    const small = await startServer(await place.fresh(), [GAME], { limits })
    const { table, key } = await makeTable(small.url, { game: GAME, you: 'Ann' })
    const line = await TestSocket.at(small.url, table.id, key)
    const answers = []
    for (let n = 0; n < 12; n += 1) answers.push(await line.ask({ type: 'chat', text: 'x'.repeat(2000) }))
    expect(answers.filter(({ type }) => type === 'done')).toHaveLength(10)
    expect(answers.at(-1)).toMatchObject({
      code: 'over-quota',
      message: expect.stringContaining('The limit is 20000 characters') as string,
      retryAfter: expect.toSatisfy((seconds: number) => seconds > 60 && seconds <= 100) as number,
    })
    line.close()
    await small.close()
  })

  it('an abandoned table becomes a compressed save, which is deleted later', async () => {
    const { table, key } = await makeTable(url, {
      game: GAME,
      you: 'Ann',
      seats: { cross: 'me', nought: 'me' },
    })
    const recent = await makeTable(url, { game: GAME, you: 'Bob' })
    const ann = await Guest.at(server.tables, table.id, key)
    await playOut(ann, 3)
    ann.leave()
    await setChanged(table.id, 40)
    const retention = { archiveMs: 30 * DAY_MS, archiveAnonymousMs: 30 * DAY_MS, deleteMs: 60 * DAY_MS }
    expect(await server.tables.prune(retention)).toEqual({ archived: 1, deleted: 0, failed: [] })
    expect((await rest(url, 'table', { id: table.id })).status).toBe(404)
    expect((await rest(url, 'table', { id: recent.table.id })).status).toBe(200)
    const admin = await TableAdmin.open(where)
    const save = await admin.save(table.id)
    const { body } = await rest(url, 'upload', { body: { save, you: 'Ann' } })
    expect(body.table).toMatchObject({ number: 3, uploaded: true })
    expect(await server.tables.prune({ ...retention, deleteMs: 35 * DAY_MS })).toEqual({
      archived: 0,
      deleted: 1,
      failed: [],
    })
    await expect(admin.save(table.id)).rejects.toThrow(`There is no table ${table.id}.`)
    await admin.archive(recent.table.id)
    expect(await admin.delete(recent.table.id)).toBe(true)
    expect(await admin.delete(recent.table.id)).toBe(false)
    await admin.close()
  })

  it('a table that changes while it is archived stays, and one that can’t be archived holds up no other', async () => {
    const request = { game: GAME, you: 'Ann', seats: { cross: 'me', nought: 'me' } }
    const { db } = server.tables.store
    const [changing, damaged, old] = await Promise.all([0, 1, 2].map(() => makeTable(url, request)))
    const { id } = present(changing, 'three tables').table
    const ann = await Guest.at(server.tables, id, present(changing, 'three tables').key)
    const saveOf = async (): Promise<string> => {
      await playOut(ann, 1)
      return 'a save without the decision'
    }
    expect(await archiveTable(db, id, saveOf)).toBe(false)
    expect(await db.selectFrom('archives').select('id').where('id', '=', id).execute()).toEqual([])
    expect((await rest(url, 'table', { id })).body).toMatchObject({
      number: 1,
      seats: [{ kind: 'person' }, {}],
    })
    for (const { table } of [damaged, old].filter((one) => one !== undefined)) await setChanged(table.id, 40)
    const failing = damaged?.table.id ?? ''
    await db
      .insertInto('entries')
      .values({ table_id: failing, number: 1, at: NOW, body: '{"kind":' })
      .execute()
    const { archived, failed } = await server.tables.prune(DEFAULT_RETENTION)
    expect([archived, failed]).toEqual([1, [{ id: failing, problem: expect.any(String) as string }]])
    expect((await rest(url, 'table', { id: old?.table.id ?? '' })).status).toBe(404)
    expect(await deleteTable(db, failing)).toBe(true)
  })

  it('a table that the operator archives while somebody is there refuses further decisions', async () => {
    const request = { game: GAME, you: 'Ann', seats: { cross: 'me', nought: 'me' } }
    const { table, key } = await makeTable(url, request)
    const line = await TestSocket.at(url, table.id, key)
    const admin = await TableAdmin.open(where)
    await admin.archive(table.id)
    await expect(admin.archive(table.id)).rejects.toThrow(`There is no table ${table.id}.`)
    await admin.close()
    expect(await line.ask({ type: 'decide', seat: 'cross', question: 0, choice: 'b2' })).toMatchObject({
      type: 'error',
      code: 'not-found',
    })
    expect((await rest(url, 'table', { id: table.id })).status).toBe(404)
    line.close()
  })

  it('a table where nobody has an account is archived sooner', async () => {
    const retention = { archiveMs: 30 * DAY_MS, archiveAnonymousMs: 7 * DAY_MS, deleteMs: 60 * DAY_MS }
    const anonymous = await makeTable(url, { game: GAME, you: 'Ann' })
    const cookie = await register(url, 'Cleo')
    const owned = await rest(url, 'makeTable', { body: { game: GAME, you: 'Cleo' }, cookie })
    const fresh = await makeTable(url, { game: GAME, you: 'Ann' })
    const statuses = (): Promise<number[]> =>
      Promise.all(
        [anonymous.table.id, owned.body.table.id, fresh.table.id].map(
          async (id) => (await rest(url, 'table', { id })).status,
        ),
      )
    for (const { id } of [anonymous.table, owned.body.table]) await setChanged(id, 10)
    expect(await server.tables.prune(retention)).toEqual({ archived: 1, deleted: 0, failed: [] })
    expect(await statuses()).toEqual([404, 200, 200])
    await setChanged(owned.body.table.id, 40)
    expect(await server.tables.prune(retention)).toEqual({ archived: 1, deleted: 0, failed: [] })
    expect(await statuses()).toEqual([404, 404, 200])
  })

  it('a host deletes a table where nobody else plays, and its sockets end', async () => {
    const { table, key } = await makeTable(url, { game: GAME, you: 'Ann', seats: { cross: 'me' } })
    const { body } = await rest(url, 'invite', { id: table.id, key, body: { seats: ['nought'] } })
    const line = await TestSocket.at(url, table.id, key)
    const other = await makeTable(url, { game: GAME, you: 'Ann', seats: { cross: 'me' } })
    const joined = await rest(url, 'join', { id: table.id, body: { invitation: body.secret, you: 'Bob' } })
    expect((await rest(url, 'deleteTable', { id: table.id, key })).body).toMatchObject({
      code: 'not-allowed',
    })
    expect((await rest(url, 'deleteTable', { id: table.id, key: joined.body.key })).status).toBe(403)
    const there = await TestSocket.at(url, other.table.id, other.key)
    const second = where.database === undefined ? server : await startServer(where, [])
    expect((await rest(second.url, 'table', { id: other.table.id })).status).toBe(200)
    expect((await rest(url, 'deleteTable', { id: other.table.id, key: other.key })).status).toBe(200)
    await expect.poll(() => there.closed?.code).toBe(1008)
    expect((await rest(url, 'table', { id: other.table.id })).status).toBe(404)
    await expect.poll(async () => (await rest(second.url, 'table', { id: other.table.id })).status).toBe(404)
    if (second !== server) await second.close()
    line.close()
  })

  it('an account exports its tables, and its deletion leaves the tables of others', async () => {
    const cookie = await register(url, 'Ann')
    const seats = { cross: 'me', nought: 'me' }
    const over = await makeTable(url, { game: GAME, you: 'Ann', seats }, cookie)
    await playOut(await Guest.at(server.tables, over.table.id, over.key))
    const shared = await makeTable(url, { game: GAME, you: 'Ann', seats: { cross: 'me' } }, cookie)
    const { id } = shared.table
    const { body } = await rest(url, 'invite', { id, key: shared.key, body: { seats: ['nought'] } })
    await rest(url, 'join', { id, body: { invitation: body.secret, you: 'Bob' } })
    const loaded = await server.tables.get(id)
    const account = loaded.people.find(({ host }) => host)?.account ?? ''
    const exported = await exportOf(server.tables, account)
    expect(exported.map(({ table, save }) => [table.id, save !== undefined])).toEqual(
      expect.arrayContaining([
        [over.table.id, true],
        [id, false],
      ]),
    )
    await deleteOf(server.tables, account)
    expect((await rest(url, 'table', { id: over.table.id })).status).toBe(404)
    expect((await rest(url, 'table', { id })).body.seats).toMatchObject([
      { seat: 'cross', kind: 'open' },
      { seat: 'nought', kind: 'person', name: 'Bob' },
    ])
  })

  it('lists are paged, with finished tables apart', async () => {
    const seats = { cross: 'me', nought: 'me' }
    const made: string[] = []
    for (let n = 0; n < 4; n += 1) {
      const { table, key } = await makeTable(url, { game: GAME, you: 'Ann', seats, listed: true })
      made.push(table.id)
      await setChanged(table.id, Math.min(n + 1, 3))
      if (n === 0) await playOut(await Guest.at(server.tables, table.id, key))
    }
    const list = async (query: string) =>
      ((await (await fetch(`${url}/api/tables${query}`)).json()) as { id: string; changed: number }[]).filter(
        ({ id }) => made.includes(id),
      )
    const running = await list('')
    const [, second = '', third = '', fourth = ''] = made
    const together = [third, fourth].toSorted().toReversed() // they have changed at one time
    expect(running.map(({ id }) => id)).toEqual([second, ...together])
    expect((await list('?finished=1')).map(({ id }) => id)).toEqual([made[0]])
    for (const [i, last] of running.entries()) {
      const later = await list(`?before=${pageAfter(last)}`)
      expect(later.map(({ id }) => id)).toEqual(running.slice(i + 1).map(({ id }) => id))
    }
    for (const before of ['5', 'x,y', `5,`, '-1,a', "5,a' or 1"])
      expect((await fetch(`${url}/api/tables?before=${encodeURIComponent(before)}`)).status).toBe(400)
    expect((await fetch(`${url}/api/tables?finished=maybe`)).status).toBe(400)
  })
})
