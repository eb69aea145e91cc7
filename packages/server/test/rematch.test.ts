/** Rematches: the same players at a new table, once per table, for players of a finished game only. */
import { TableCore } from '@ludoforge/table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { SqlRecord } from '../src/tables/sql-record.js'
import { makeTable, rest, startServer, TestSocket, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

const GAME = 'tic-tac-toe'
const CLOCK = { type: 'turn', seconds: 600, then: 'bot' } as const
const WIN = ['b2', 'a1', 'a2', 'a3', 'c2']

describe.each(STORES)('rematches on $name', (kind) => {
  let place: TestStore
  let where: Awaited<ReturnType<TestStore['fresh']>>
  let server: TestServer
  beforeAll(async () => {
    place = await kind.open()
    where = await place.fresh()
    server = await startServer(where, [GAME])
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })

  /** Ann plays cross and hosts, Bob plays nought. */
  async function annAndBob(more: object = {}, cookie?: string) {
    const { url } = server
    const wish = { game: GAME, you: 'Ann', name: 'Our table', seats: { cross: 'me' }, ...more }
    const { table, key } = await makeTable(url, wish)
    const { secret } = (await rest(url, 'invite', { id: table.id, key, body: { seats: ['nought'] } })).body
    const body = { invitation: secret, you: 'Bob' }
    const bob = await rest(url, 'join', { id: table.id, body, ...(cookie === undefined ? {} : { cookie }) })
    return { id: table.id, ann: key, bob: bob.body.key }
  }

  async function play(id: string, keys: readonly [string, string], choices = WIN, at = server) {
    for (const [i, choice] of choices.entries()) {
      const [seat, key] = i % 2 === 0 ? (['cross', keys[0]] as const) : (['nought', keys[1]] as const)
      const { question } = (await rest(at.url, 'look', { id, key })).body
      const { status } = await rest(at.url, 'ask', {
        id,
        key,
        body: { type: 'decide', seat, question, choice },
      })
      expect(status).toBe(200)
    }
  }

  const rematch = (id: string, key?: string, body: object = { rotate: false }, at = server) =>
    rest(at.url, 'rematch', { id, body, ...(key === undefined ? {} : { key }) })
  const players = (table: { readonly seats: readonly { readonly seat: string; readonly name?: string }[] }) =>
    Object.fromEntries(table.seats.map(({ seat, name }) => [seat, name]))
  const tableCount = async () =>
    Number(
      (
        await server.tables.store.db
          .selectFrom('tables')
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  it('has the same seats for the same people, and everybody follows', async () => {
    const { id, ann, bob } = await annAndBob({ clock: CLOCK })
    await play(id, [ann, bob])
    const watching = await TestSocket.at(server.url, id, bob)
    const first = await rematch(id, ann)
    expect(first.status).toBe(200)
    const { table, key } = first.body
    expect(table).toMatchObject({ name: 'Our table', number: 0, uploaded: false, disclosed: false })
    expect(table.outcome).toBeUndefined()
    expect(players(table)).toEqual({ cross: 'Ann', nought: 'Bob' })
    expect(table.id).not.toBe(id)
    expect(table.clock?.rule).toEqual(CLOCK)
    // Bob sees it at the old table, and follows with one request.
    await expect
      .poll(() => watching.messages.at(-1))
      .toMatchObject({ type: 'rematch', by: 'Ann', table: table.id })
    expect((await rest(server.url, 'table', { id })).body.rematch).toBe(table.id)
    watching.close()
    const second = await rematch(id, bob, { rotate: true }) // too late to rotate: there is one already
    expect(second.body.table.id).toBe(table.id)
    expect(players(second.body.table)).toEqual({ cross: 'Ann', nought: 'Bob' })
    expect(second.body.key).not.toBe(key)
    await play(table.id, [key, second.body.key])
    // The rematch of the rematch is another table.
    const third = await rematch(table.id, second.body.key)
    expect([id, table.id]).not.toContain(third.body.table.id)
    expect(third.body.table.seats.find(({ seat }) => seat === 'cross')?.name).toBe('Ann')
  })

  it('has a new seed and new people, who can do nothing at the old table', async () => {
    const { id, ann, bob } = await annAndBob()
    await play(id, [ann, bob])
    const { table, key } = (await rematch(id, ann)).body
    const seeds = await server.tables.store.db
      .selectFrom('tables')
      .select('seed')
      .where('id', 'in', [id, table.id])
      .execute()
    expect(new Set(seeds.map(({ seed }) => seed)).size).toBe(2)
    expect((await rest(server.url, 'news', { id, key })).status).toBe(403)
    expect((await rest(server.url, 'news', { id: table.id, key: ann })).status).toBe(403)
    // The host of the old table is the host of the new one.
    expect((await rest(server.url, 'invitations', { id: table.id, key })).status).toBe(200)
    const follower = (await rematch(id, bob)).body.key
    expect((await rest(server.url, 'invitations', { id: table.id, key: follower })).status).toBe(403)
  })

  it('rotates the seats', async () => {
    const { id, ann, bob } = await annAndBob()
    await play(id, [ann, bob])
    const { table, key } = (await rematch(id, bob, { rotate: true })).body
    expect(players(table)).toEqual({ cross: 'Bob', nought: 'Ann' })
    const { question } = (await rest(server.url, 'look', { id: table.id, key })).body
    const body = { type: 'decide', seat: 'cross', question, choice: 'b2' }
    expect((await rest(server.url, 'ask', { id: table.id, key, body })).status).toBe(200)
  })

  it('seats the same bots, which begin to play', async () => {
    const { url } = server
    const { table, key: own } = await makeTable(url, {
      game: GAME,
      you: 'Ann',
      seats: { cross: 'me', nought: { bot: 'random' } },
    })
    const watching = await TestSocket.at(url, table.id, own)
    for (;;) {
      const { deciding, outcome } = (await rest(url, 'table', { id: table.id })).body
      if (outcome !== undefined) break
      if (!deciding.includes('cross')) continue
      const { question, shown } = (await rest(url, 'look', { id: table.id, key: own })).body
      const { decision } = itemAt(shown, 0).view
      if (decision === undefined) continue
      const choice = itemAt(decision.options, 0).id
      await rest(url, 'ask', {
        id: table.id,
        key: own,
        body: { type: 'decide', seat: 'cross', question, choice },
      })
    }
    const { table: next, key } = (await rematch(table.id, own, { rotate: true })).body
    const there = await TestSocket.at(url, next.id, key)
    expect(next.seats).toMatchObject([
      { seat: 'cross', kind: 'bot', agent: 'random' },
      { seat: 'nought', kind: 'person', name: 'Ann' },
    ])
    await expect
      .poll(async () => (await rest(url, 'table', { id: next.id })).body.deciding)
      .toEqual(['nought'])
    watching.close()
    there.close()
  })

  it('is one, even if everybody asks at once, here and at another server', async () => {
    const { id, ann, bob } = await annAndBob()
    await play(id, [ann, bob])
    const before = await tableCount()
    const other = kind.name === 'Postgres' ? await startServer(where, [GAME]) : server
    const answers = await Promise.all([
      rematch(id, ann),
      rematch(id, bob, { rotate: true }, other),
      rematch(id, ann, { rotate: false }, other),
      rematch(id, bob),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.table.id)).size).toBe(1)
    expect(await tableCount()).toBe(before + 1)
    if (other !== server) await other.close()
  })

  it('and a handed-out seed are known to a server that opens the table at that moment', async () => {
    const { id, ann, bob } = await annAndBob()
    await play(id, [ann, bob])
    const { store, rulebooks } = server.tables
    const record = new SqlRecord(store, id, (fingerprint) => rulebooks.rules(fingerprint))
    const early = await record.head()
    const { table: next } = (await rematch(id, ann)).body
    expect((await rest(server.url, 'save', { id })).status).toBe(200)
    record.head = () => Promise.resolve(early) // it read the table just before, and reads the entries now
    const opened = await TableCore.open(record)
    expect(opened.document).toMatchObject({ rematch: next.id, disclosed: true })
    expect(opened.document.changed).toBe((await rest(server.url, 'table', { id })).body.changed)
  })

  it('is refused to everybody else, and before the end', async () => {
    const { id, ann, bob } = await annAndBob()
    const before = await tableCount()
    const early = await rematch(id, ann)
    expect([early.status, early.text]).toEqual([403, expect.stringContaining("isn't over")])
    await play(id, [ann, bob])
    expect((await rematch(id)).status).toBe(401) // a spectator
    expect((await rematch(id, 'a guessed key')).status).toBe(403)
    const stranger = (await annAndBob()).ann
    expect((await rematch(id, stranger)).status).toBe(403)
    expect((await rematch(id, ann, { rotate: 'yes' })).status).toBe(400)
    expect((await rematch(id, ann, { seats: { cross: 'me' } })).status).toBe(400)
    expect((await rematch('no-such-table', ann)).status).toBe(404)
    // Bob is sent away: he has no seat to follow with, and Ann plays on without him.
    const person = (await rest(server.url, 'table', { id })).body.seats.find(
      ({ seat }) => seat === 'nought',
    )?.person
    expect((await rest(server.url, 'sendAway', { id, key: ann, part: person ?? '' })).status).toBe(200)
    expect((await rematch(id, bob)).status).toBe(403)
    const { table } = (await rematch(id, ann)).body
    expect(players(table)).toEqual({ cross: 'Ann', nought: undefined })
    expect(await tableCount()).toBe(before + 2) // of the stranger, and the rematch
  })

  it('of a deleted rematch is a new one', async () => {
    const { url } = server
    const { table, key } = await makeTable(url, {
      game: GAME,
      you: 'Ann',
      seats: { cross: 'me', nought: 'me' },
    })
    await play(table.id, [key, key])
    const gone = (await rematch(table.id, key)).body
    expect((await rest(url, 'deleteTable', { id: gone.table.id, key: gone.key })).status).toBe(200)
    const again = (await rematch(table.id, key)).body
    expect(again.table.id).not.toBe(gone.table.id)
    expect(again.table.seats.map(({ name }) => name)).toEqual(['Ann', 'Ann'])
  })

  it('counts as a table of the client', async () => {
    const small = await startServer(await place.fresh(), [GAME], { quotas: { tables: 1, uploads: 1 } })
    const { table, key } = await makeTable(small.url, {
      game: GAME,
      you: 'Ann',
      seats: { cross: 'me', nought: 'me' },
    })
    await play(table.id, [key, key], WIN, small)
    const { status, text } = await rematch(table.id, key, { rotate: false }, small)
    expect([status, text]).toEqual([403, expect.stringContaining('limit is 1')])
    await small.close()
  })
})
