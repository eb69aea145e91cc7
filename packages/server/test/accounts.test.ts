/** Logins, passwords and sessions on real servers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_LESSON_ANSWERS, MAX_LESSONS_LEARNED } from '@ludoforge/table'
import { itemAt } from '../../../test/support/items.js'
import { type Mailbox, openMailbox } from './support/mailbox.js'
import { makeTable, rest, startServer, type TestServer, TestSocket } from './support/server.js'
import { STORES, type TestStore } from './support/stores.js'

const PASSWORD = 'a long password'
const OTHER = 'another long password'
const MINUTE_MS = 60_000

describe.each(STORES)('accounts on $name', (kind) => {
  let place: TestStore
  let where: Awaited<ReturnType<TestStore['fresh']>>
  let server: TestServer
  let mailbox: Mailbox
  let ahead = 0
  beforeAll(async () => {
    place = await kind.open()
    mailbox = await openMailbox()
    where = await place.fresh()
    server = await startServer(where, ['tic-tac-toe'], {
      now: () => Date.now() + ahead,
      trustProxy: '127.0.0.1',
      notices: { smtp: mailbox.url, mailFrom: 'table@example.org' },
    })
  })
  afterAll(async () => {
    await server.close()
    mailbox.close()
    await place.end()
  })

  const cookieOf = ({ headers }: { readonly headers: Headers }): string =>
    itemAt((headers.get('set-cookie') ?? '').split(';'), 0)
  async function register(name = 'Ann') {
    const made = await rest(server.url, 'register', { body: { name, password: PASSWORD } })
    return { login: made.body.login, cookie: cookieOf(made) }
  }
  const logIn = (login: string, password: string, address = '10.0.0.1', device = 'a phone') =>
    rest(server.url, 'login', {
      body: { login, password },
      headers: { 'x-forwarded-for': address, 'user-agent': device },
    })
  const isIn = async (cookie: string): Promise<boolean> =>
    (await rest(server.url, 'me', { cookie })).status === 200

  it('a stranger who guesses at a login is blocked, and its owner gets in from another address', async () => {
    const { login } = await register()
    for (let n = 0; n < 5; n += 1) expect((await logIn(login, 'a guess', '10.6.6.6')).status).toBe(401)
    expect((await logIn(login, 'a guess', '10.6.6.6')).status).toBe(429)
    expect((await logIn(login, PASSWORD, '10.6.6.6')).status).toBe(429)
    expect((await logIn(login, PASSWORD, '10.0.0.7')).status).toBe(200)
    // Another login from the stranger's address isn't blocked by these few failures.
    const other = await register('Bob')
    expect((await logIn(other.login, PASSWORD, '10.6.6.6')).status).toBe(200)
  })

  it.runIf(kind.name === 'Postgres')('failures count on all servers of a database', async () => {
    const { login } = await register()
    const second = await startServer(where, ['tic-tac-toe'], { trustProxy: '127.0.0.1' })
    for (let n = 0; n < 5; n += 1) await logIn(login, 'a guess', '10.8.8.8')
    // Fewer than the five that one server alone allows.
    const statuses: number[] = []
    while (statuses.length < 4 && !statuses.includes(429)) {
      await new Promise((resolve) => {
        setTimeout(resolve, 1000 * (statuses.length + 1))
      })
      const body = { login, password: 'a guess' }
      const headers = { 'x-forwarded-for': '10.8.8.8' }
      statuses.push((await rest(second.url, 'login', { body, headers })).status)
    }
    expect(statuses).toContain(429)
    await second.close()
  })

  it('failures decay: after a while an address may try as often as at first', async () => {
    const { login } = await register()
    for (let n = 0; n < 5; n += 1) await logIn(login, 'a guess', '10.7.7.7')
    expect((await logIn(login, PASSWORD, '10.7.7.7')).status).toBe(429)
    ahead += 60 * MINUTE_MS
    for (let n = 0; n < 4; n += 1) expect((await logIn(login, 'a guess', '10.7.7.7')).status).toBe(401)
    expect((await logIn(login, PASSWORD, '10.7.7.7')).status).toBe(200)
  })

  it('a changed password ends all other sessions', async () => {
    const { login, cookie } = await register()
    const elsewhere = cookieOf(await logIn(login, PASSWORD))
    const change = (old: string) =>
      rest(server.url, 'changePassword', { cookie, body: { old, password: OTHER } })
    expect((await change('a guess')).status).toBe(401)
    expect(
      (await rest(server.url, 'changePassword', { cookie, body: { old: PASSWORD, password: 'short' } }))
        .status,
    ).toBe(400)
    const changed = await change(PASSWORD)
    expect(changed.status).toBe(200)
    expect(await isIn(cookieOf(changed))).toBe(true)
    expect([await isIn(elsewhere), await isIn(cookie)]).toEqual([false, false])
    expect((await logIn(login, PASSWORD)).status).toBe(401)
    expect((await logIn(login, OTHER)).status).toBe(200)
  })

  it('sessions are listed and can be ended, by their owner only', async () => {
    const { login, cookie } = await register()
    const phone = cookieOf(await logIn(login, PASSWORD, '10.0.0.1', 'a phone'))
    const { body: sessions, text } = await rest(server.url, 'sessions', { cookie })
    const known = sessions.map(({ device, current }) =>
      device === 'a phone' ? `phone ${current}` : `${current}`,
    )
    expect(known.toSorted((a, b) => a.localeCompare(b))).toEqual(['phone false', 'true'])
    expect(text).not.toContain(phone.split('=')[1])
    const { id } = itemAt(
      sessions.filter(({ device }) => device === 'a phone'),
      0,
    )
    const stranger = await register('Eve')
    expect((await rest(server.url, 'endSession', { id, cookie: stranger.cookie })).status).toBe(404)
    expect(await isIn(phone)).toBe(true)
    expect((await rest(server.url, 'endSession', { id, cookie })).status).toBe(200)
    expect([await isIn(phone), await isIn(cookie)]).toEqual([false, true])
  })

  it('a forgotten password is reset by mail: a link for one use, and all sessions end', async () => {
    const { login, cookie } = await register('Zoe')
    const other = await register('Yan')
    const before = mailbox.mails.length
    const ask = (name: string) => rest(server.url, 'requestReset', { body: { login: name } })
    const { db } = server.tables.store
    const addMailbox = (owner: string, url: string) =>
      rest(server.url, 'addMyHook', { cookie: owner, body: { url } })
    const confirm = (url: string) =>
      db.updateTable('webhooks').set({ confirmed: 1 }).where('url', '=', url).execute()
    await addMailbox(cookie, 'mailto:zoe@example.org')
    await addMailbox(other.cookie, 'mailto:yan@example.org')
    await expect.poll(() => mailbox.mails.length).toBe(before + 2)
    await confirm('mailto:yan@example.org')
    expect([(await ask(login)).status, (await ask('nobody-1234')).status]).toEqual([200, 200])
    // The server answers first and sends mails later, in order: once this mail is there, the requests before it are done.
    await ask(other.login)
    await expect.poll(() => mailbox.mails.length).toBe(before + 3)
    expect(itemAt(mailbox.mails, before + 2)).toMatch(/^To: yan@example.org$/m) // Zoe's mailbox isn't confirmed
    await confirm('mailto:zoe@example.org')
    expect((await ask(login)).status).toBe(200)
    await expect.poll(() => mailbox.mails.length).toBe(before + 4)
    const mail = itemAt(mailbox.mails, before + 3)
    expect(mail).toMatch(/^To: zoe@example.org$/m)
    const token = /#\/reset\/(\S+)/.exec(mail)?.[1] ?? ''
    const reset = (some: string) =>
      rest(server.url, 'resetPassword', { body: { token: some, password: OTHER } })
    expect((await reset('a guess')).status).toBe(403)
    const done = await reset(token)
    expect([done.status, done.body]).toEqual([200, { login, name: 'Zoe' }])
    expect([await isIn(cookieOf(done)), await isIn(cookie)]).toEqual([true, false])
    expect((await reset(token)).status).toBe(403)
    expect((await logIn(login, PASSWORD)).status).toBe(401)
    expect((await logIn(login, OTHER)).status).toBe(200)

    await ask(login)
    await expect.poll(() => mailbox.mails.length).toBe(before + 5)
    await db
      .updateTable('resets')
      .set({ until: Date.now() - 1 })
      .execute()
    const late = /#\/reset\/(\S+)/.exec(itemAt(mailbox.mails, before + 4))?.[1] ?? ''
    expect((await reset(late)).status).toBe(403)
  })

  it('an account is exported and deleted: its seats are open, and its name is gone', async () => {
    const { login, cookie } = await register('Ann')
    const { table, key } = await makeTable(
      server.url,
      { game: 'tic-tac-toe', you: 'Ann', seats: { cross: 'me' } },
      cookie,
    )
    const { id } = table
    const invitation = await rest(server.url, 'invite', { id, key, body: { seats: ['nought'] } })
    await rest(server.url, 'join', { id, body: { invitation: invitation.body.secret, you: 'Bob' } })
    const alone = await makeTable(
      server.url,
      { game: 'tic-tac-toe', you: 'Ann', seats: { cross: 'me', nought: { bot: 'random' } } },
      cookie,
    )
    const { body } = await rest(server.url, 'exportMe', { cookie })
    expect(body.account).toMatchObject({ login, name: 'Ann' })
    expect(body.tables.map((one) => [one.table.id, one.seats])).toEqual(
      expect.arrayContaining([
        [id, ['cross']],
        [alone.table.id, ['cross']],
      ]),
    )
    expect(JSON.stringify(body)).not.toContain(key)
    const socket = await TestSocket.at(server.url, id, key)
    const remove = (password: string) => rest(server.url, 'deleteMe', { cookie, body: { password } })
    expect((await remove('a guess')).status).toBe(401)
    expect((await remove(PASSWORD)).status).toBe(200)
    expect(await isIn(cookie)).toBe(false)
    expect((await logIn(login, PASSWORD)).status).toBe(401)
    const left = await rest(server.url, 'table', { id })
    expect(left.body.seats[0]).toMatchObject({
      seat: 'cross',
      kind: 'open',
      seenBy: [{ name: 'Former player' }],
    })
    expect(left.text).not.toContain('Ann')
    expect((await rest(server.url, 'news', { id, key })).status).toBe(403)
    await expect.poll(() => socket.closed?.code).toBe(1008)
    expect((await rest(server.url, 'table', { id: alone.table.id })).status).toBe(404)
  })

  it('progress in lessons belongs to the account, is exported, and goes with it', async () => {
    const { login, cookie } = await register()
    const lesson = { game: 'tic-tac-toe', lesson: '01-two-threats', done: false, at: 5 }
    const position = { lesson: '01-two-threats', done: [['b2'], [['a1', 'c3']], [{ offer: 'x' }]], read: 1 }
    const save = (body: object) => rest(server.url, 'saveLesson', { cookie, body })
    const progress = async (whose = cookie) =>
      (await rest(server.url, 'lessonProgress', { cookie: whose })).body
    expect(await progress()).toEqual([])
    expect((await save({ ...lesson, position })).status).toBe(200)
    expect(await progress()).toEqual([{ ...lesson, position }])
    // Another device is behind: what it finished counts, where it was doesn't.
    await save({ ...lesson, done: true, at: 3, position: { ...position, read: 0 } })
    expect(await progress()).toEqual([{ ...lesson, done: true, position }])
    await save({ ...lesson, at: 7 })
    expect(await progress()).toEqual([{ ...lesson, done: true, at: 7 }])
    await save({ ...lesson, game: 'chess', at: 8 })
    expect((await progress()).map(({ game }) => game)).toEqual(['chess', 'tic-tac-toe'])
    // Not without an account, not in another one, and not anything.
    const stranger = await register('Bob')
    expect(await progress(stranger.cookie)).toEqual([])
    expect((await rest(server.url, 'lessonProgress', {})).status).toBe(401)
    expect((await rest(server.url, 'saveLesson', { body: lesson })).status).toBe(401)
    for (const wrong of [{ at: -1 }, { game: '' }, { position: { ...position, read: -1 } }, { more: 1 }])
      expect((await save({ ...lesson, ...wrong })).status).toBe(400)
    const most = { ...position, done: Array.from({ length: MAX_LESSON_ANSWERS + 1 }, () => ['b2']) }
    expect((await save({ ...lesson, position: most })).status).toBe(400)
    const { body } = await rest(server.url, 'exportMe', { cookie })
    expect(body.lessons).toEqual(await progress())
    const { db } = server.tables.store
    const { id } = await db.selectFrom('accounts').select('id').where('login', '=', login).executeTakeFirstOrThrow() // biome-ignore format: one line
    const row = { account_id: id, game: 'chess', done: 1, position: null, at: 1 } as const
    const others = Array.from({ length: MAX_LESSONS_LEARNED - 2 }, (_, n) => ({ ...row, lesson: `${n}` }))
    await db.insertInto('lesson_progress').values(others).execute()
    expect((await save({ ...lesson, lesson: 'one more' })).status).toBe(403)
    expect((await save({ ...lesson, at: 9 })).status).toBe(200)
    await rest(server.url, 'deleteMe', { cookie, body: { password: PASSWORD } })
    expect((await rest(server.url, 'lessonProgress', { cookie })).status).toBe(401)
    expect(await db.selectFrom('lesson_progress').selectAll().where('account_id', '=', id).execute()).toEqual(
      [],
    )
  })

  it('the sockets of a session end when its owner ends it, or changes the password', async () => {
    const { login, cookie } = await register()
    const seats = { cross: 'me', nought: 'me' }
    const { table } = await makeTable(server.url, { game: 'tic-tac-toe', you: 'Ann', seats }, cookie)
    const socketOf = async (session: string): Promise<TestSocket> => {
      const socket = await TestSocket.open(server.url, { cookie: session })
      await socket.ask({ type: 'hello', table: table.id })
      return socket
    }
    const phone = cookieOf(await logIn(login, PASSWORD))
    const [mine, other] = [await socketOf(cookie), await socketOf(phone)]
    const { body: sessions } = await rest(server.url, 'sessions', { cookie })
    const { id } = itemAt(
      sessions.filter(({ current }) => !current),
      0,
    )
    await rest(server.url, 'endSession', { id, cookie })
    await expect.poll(() => other.closed?.code).toBe(1008)
    expect(mine.closed).toBeUndefined()
    await rest(server.url, 'changePassword', { cookie, body: { old: PASSWORD, password: OTHER } })
    await expect.poll(() => mine.closed?.code).toBe(1008)
  })
})

it('a server without mail says that it can’t reset passwords', async () => {
  const place = await itemAt(STORES, 0).open()
  const server = await startServer(await place.fresh(), [])
  const { status, text } = await rest(server.url, 'requestReset', { body: { login: 'ann-1' } })
  expect([status, text]).toEqual([403, expect.stringContaining('sends no mail') as string])
  await server.close()
  await place.end()
})
