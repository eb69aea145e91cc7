/** Invitations that end, people who are sent away, blocked or reported, and the texts that people write. */
import { PeopleAdmin, TableAdmin } from '../src/index.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { makeTable, rest, startServer, TestSocket, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

const GAME = 'tic-tac-toe'
const DAY_MS = 86_400_000

describe.each(STORES)('people on $name', (kind) => {
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

  const hosted = (cookie?: string) =>
    makeTable(server.url, { game: GAME, you: 'Ann', seats: { cross: 'me' } }, cookie)
  const invite = async (id: string, key: string, days?: number) =>
    (
      await rest(server.url, 'invite', {
        id,
        key,
        body: { seats: ['nought'], ...(days === undefined ? {} : { days }) },
      })
    ).body
  const join = (id: string, invitation: string, you = 'Bob', cookie?: string) =>
    rest(server.url, 'join', { id, body: { invitation, you }, ...(cookie === undefined ? {} : { cookie }) })
  const personOf = async (id: string, seat = 'nought') =>
    (await rest(server.url, 'table', { id })).body.seats.find((one) => one.seat === seat)?.person ?? ''
  const account = async (name: string) => {
    const { headers, body } = await rest(server.url, 'register', {
      body: { name, password: 'a long password' },
    })
    return { cookie: itemAt((headers.get('set-cookie') ?? '').split(';'), 0), login: body.login }
  }

  it('an invitation expires', async () => {
    const { table, key } = await hosted()
    const { id } = table
    const { secret, until, created } = await invite(id, key)
    expect(until - created).toBe(14 * DAY_MS)
    const week = await invite(id, key, 7)
    expect(week.until - week.created).toBe(7 * DAY_MS)
    for (const days of [0, 91, 1.5])
      expect((await rest(server.url, 'invite', { id, key, body: { seats: ['nought'], days } })).status).toBe(
        400,
      )
    expect((await rest(server.url, 'invitations', { id, key })).body).toHaveLength(2)
    const { db } = server.tables.store
    await db
      .updateTable('invitations')
      .set({ until: Date.now() - 1 })
      .where('table_id', '=', id)
      .execute()
    const late = await join(id, secret)
    expect(late.status).toBe(403)
    expect(late.text).toContain('has expired')
    expect((await rest(server.url, 'invitations', { id, key })).body).toEqual([])
    // One of an earlier version has no end of its own.
    const { secret: old } = await invite(id, key)
    await db
      .updateTable('invitations')
      .set({ until: null, created: Date.now() - 15 * DAY_MS })
      .where('table_id', '=', id)
      .execute()
    expect((await join(id, old)).status).toBe(403)
  })

  it('an invitation can be withdrawn, by the host only', async () => {
    const { table, key } = await hosted()
    const { id } = table
    const first = await invite(id, key)
    const second = await invite(id, key)
    const { body } = await rest(server.url, 'invitations', { id, key })
    expect(body.map((one) => one.id)).toEqual([first.id, second.id])
    expect(JSON.stringify(body)).not.toContain(first.secret)
    expect((await rest(server.url, 'withdraw', { id, part: first.id })).status).toBe(401)
    expect((await rest(server.url, 'withdraw', { id, part: first.id, key })).status).toBe(200)
    expect((await rest(server.url, 'withdraw', { id, part: first.id, key })).status).toBe(404)
    expect((await join(id, first.secret)).status).toBe(403)
    const bob = await join(id, second.secret)
    expect(bob.status).toBe(200)
    expect((await rest(server.url, 'invitations', { id, key: bob.body.key })).status).toBe(403)
    const other = await hosted()
    expect(
      (await rest(server.url, 'withdraw', { id: other.table.id, part: second.id, key: other.key })).status,
    ).toBe(404)
  })

  it('the host sends somebody away: the key and the sockets end at once, the seat by the rules of takeovers', async () => {
    const { url } = server
    const { table, key } = await hosted()
    const { id } = table
    const bob = (await join(id, (await invite(id, key)).secret)).body.key
    const [annAt, bobAt] = [await TestSocket.at(url, id, key), await TestSocket.at(url, id, bob)]
    await annAt.ask({ type: 'decide', seat: 'cross', question: 0, choice: 'b2' })
    const part = await personOf(id)
    expect((await rest(url, 'sendAway', { id, part, key: bob })).status).toBe(403)
    expect((await rest(url, 'sendAway', { id, part: await personOf(id, 'cross'), key })).status).toBe(403)
    expect((await rest(url, 'sendAway', { id, part: 'nobody', key })).status).toBe(404)
    expect((await rest(url, 'sendAway', { id, part, key })).status).toBe(200)
    await expect.poll(() => bobAt.closed?.code).toBe(1008)
    for (const answer of [
      await rest(url, 'ask', { id, key: bob, body: { type: 'chat', text: 'no' } }),
      await rest(url, 'look', { id, key: bob }),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.text).toContain('sent you away')
    }
    const again = await TestSocket.open(url)
    expect(await again.ask({ type: 'hello', table: id, key: bob })).toMatchObject({ code: 'not-allowed' })
    again.close()
    expect((await rest(url, 'tablesOfKeys', { body: { keys: [{ table: id, key: bob }] } })).body).toEqual([])
    // In the middle of the game, the seat is free when Bob has been away for the time of the table.
    expect(await personOf(id)).toBe(part)
    server.tables.presence.since -= 11 * 60_000
    await server.tables.store.db.updateTable('people').set({ connected: 0 }).where('id', '=', part).execute()
    await annAt.ask({ type: 'seat', seat: 'nought', to: 'open' })
    expect(await personOf(id)).toBe('')
    expect((await join(id, (await invite(id, key)).secret, 'Cy')).status).toBe(200)
    annAt.close()
  })

  it('before the first decision, the seat of somebody sent away is open', async () => {
    const { table, key } = await hosted()
    const { id } = table
    await join(id, (await invite(id, key)).secret)
    expect((await rest(server.url, 'sendAway', { id, part: await personOf(id), key })).status).toBe(200)
    expect((await rest(server.url, 'table', { id })).body.seats[1]).toMatchObject({
      kind: 'open',
      seenBy: [{ name: 'Bob' }],
    })
  })

  it('people block others: a blocked account gets no seat at tables of the one who blocked it', async () => {
    const { url } = server
    const [ann, eve] = [await account('Ann'), await account('Eve')]
    const { table, key } = await hosted(ann.cookie)
    const { id } = table
    await join(id, (await invite(id, key)).secret, 'Eve', eve.cookie)
    const person = await personOf(id)
    expect((await rest(url, 'blocks', { id, key })).body).toEqual({ people: [] })
    expect((await rest(url, 'block', { id, key, body: { person, blocked: true } })).status).toBe(200)
    expect((await rest(url, 'blocks', { id, key })).body).toEqual({ people: [person] })
    expect((await rest(url, 'blocks', { id, cookie: eve.cookie })).body).toEqual({ people: [] })
    const next = await hosted(ann.cookie)
    const { secret } = await invite(next.table.id, next.key)
    const refused = await join(next.table.id, secret, 'Eve', eve.cookie)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('has blocked you')
    expect((await rest(url, 'block', { id, key, body: { person, blocked: false } })).status).toBe(200)
    expect((await join(next.table.id, secret, 'Eve', eve.cookie)).status).toBe(200)
    for (const bad of [await personOf(id, 'cross'), 'nobody'])
      expect(
        (await rest(url, 'block', { id, key, body: { person: bad, blocked: true } })).status,
      ).toBeGreaterThan(400)
  })

  it('reports go to the operator, who blocks an account or a person while the server runs', async () => {
    const { url } = server
    const eve = await account('Eve')
    const { table, key } = await hosted()
    const { id } = table
    const { key: eveKey } = (await join(id, (await invite(id, key)).secret, 'Eve', eve.cookie)).body
    const person = await personOf(id)
    const text = 'She swears in the chat.\nAgain and again.'
    expect((await rest(url, 'report', { id, key, body: { person, text } })).status).toBe(200)
    expect((await rest(url, 'report', { id, body: { person, text } })).status).toBe(401)
    const long = await rest(url, 'report', { id, key, body: { person, text: 'x'.repeat(1001) } })
    expect(long.text).toContain('at most 1000 characters')
    const admin = await PeopleAdmin.open(where)
    const [report] = (await admin.reports()).filter((one) => one.table === id)
    expect(report).toMatchObject({
      text,
      by: { name: 'Ann' },
      about: { person, name: 'Eve', login: eve.login },
    })
    expect(await admin.accounts()).toContainEqual(
      expect.objectContaining({ login: eve.login, tables: 1, blocked: false }),
    )
    await admin.block(eve.login, true)
    expect((await rest(url, 'me', { cookie: eve.cookie })).status).toBe(401)
    const login = await rest(url, 'login', { body: { login: eve.login, password: 'a long password' } })
    expect(login.status).toBe(403)
    expect(login.text).toContain('blocked this account')
    const chat = () => rest(url, 'ask', { id, key: eveKey, body: { type: 'chat', text: 'hello' } })
    expect((await chat()).text).toContain('operator of this server has blocked you')
    await admin.block(eve.login, false)
    expect((await chat()).status).toBe(200)
    // A person without an account, by the id in the report.
    const ann = await personOf(id, 'cross')
    await admin.block(ann, true)
    expect((await rest(url, 'look', { id, key })).status).toBe(403)
    await admin.block(ann, false)
    expect((await rest(url, 'look', { id, key })).status).toBe(200)
    await admin.closeReport(report?.id ?? '')
    expect((await admin.reports()).filter((one) => one.table === id)).toEqual([])
    await expect(admin.closeReport(report?.id ?? '')).rejects.toThrow(/no open report/)
    await expect(admin.block('nobody', true)).rejects.toThrow(/no account or person nobody/)
    await admin.close()
  })

  it('nobody can flood the operator with reports', async () => {
    const { table, key } = await hosted()
    const { id } = table
    const person = await personOf(id, 'cross')
    const statuses = []
    for (let n = 0; n < 11; n += 1)
      statuses.push((await rest(server.url, 'report', { id, key, body: { person, text: `${n}` } })).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  })

  it.each([
    ['you', 'x'.repeat(41), 'A name has at most 40 characters.'],
    ['you', '\u001b[31mred', 'line breaks or control characters'],
    ['you', 'two\nlines', 'line breaks or control characters'],
    ['you', 'right\u202eleft', 'line breaks or control characters'],
    ['you', '  ', "A name can't be empty."],
    ['name', 'x'.repeat(81), 'The name of a table has at most 80 characters.'],
    ['name', 'a\u0007bell', 'line breaks or control characters'],
  ])('a table with the %s %j is refused, with the limit', async (field, value, message) => {
    const { status, body } = await rest(server.url, 'makeTable', {
      body: { game: GAME, you: 'Ann', [field]: value },
    })
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'bad-message' } })
    expect(JSON.stringify(body)).toContain(message)
  })

  it('chat is limited in length and has no control characters', async () => {
    const { table, key } = await hosted()
    const say = async (text: string) =>
      (await rest(server.url, 'ask', { id: table.id, key, body: { type: 'chat', text } })).text
    expect(await say('x'.repeat(2001))).toContain('A message has at most 2000 characters.')
    expect(await say('\u001b]0;title\u0007')).toContain("A message can't contain control characters.")
    expect(await say(' ')).toContain("A message can't be empty.")
    expect(await say('two\nlines, and “ünïcödé” 🎲')).toContain('number')
    const socket = await TestSocket.at(server.url, table.id, key)
    expect(await socket.ask({ type: 'chat', text: '\u001b[2J' })).toMatchObject({
      type: 'error',
      code: 'bad-message',
    })
    socket.close()
    const admin = await TableAdmin.open(where)
    expect((await admin.list()).some(({ id }) => id === table.id)).toBe(true)
    await admin.close()
  })
})
