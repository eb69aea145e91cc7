/** "Your turn" notifications to webhooks and mailboxes: signed, retried, and only for subscribers. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { mailServer, receiver } from './support/receivers.js'
import { makeTable, rest, startServer, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

describe.each(STORES)('notifications on $name', (kind) => {
  let place: TestStore
  let server: TestServer
  let smtp: Awaited<ReturnType<typeof mailServer>>
  beforeAll(async () => {
    place = await kind.open()
    smtp = await mailServer()
    server = await startServer(await place.fresh(), ['tic-tac-toe'], {
      notices: {
        inside: true,
        againMs: [100, 100],
        digestMs: 0,
        smtp: smtp.url,
        mailFrom: 'table@example.org',
      },
    })
  })
  afterAll(async () => {
    await server.close()
    smtp.close()
    await place.end()
  })

  /** Ann hosts and plays cross, Bob plays nought. */
  async function annAndBob() {
    const { url } = server
    const { table, key } = await makeTable(url, { game: 'tic-tac-toe', you: 'Ann', seats: { cross: 'me' } })
    const { body: invitation } = await rest(url, 'invite', { id: table.id, key, body: { seats: ['nought'] } })
    const { body: bob } = await rest(url, 'join', {
      id: table.id,
      body: { invitation: invitation.secret, you: 'Bob' },
    })
    return { id: table.id, ann: key, bob: bob.key }
  }
  const decide = async (id: string, key: string, seat: string, choice: string): Promise<void> => {
    const { question } = (await rest(server.url, 'look', { id, key })).body
    const { status } = await rest(server.url, 'ask', {
      id,
      key,
      body: { type: 'decide', seat, question, choice },
    })
    expect(status).toBe(200)
  }

  it('a webhook gets signed "your turn" notifications, retried until it accepts them', async () => {
    const { url } = server
    const { id, ann, bob } = await annAndBob()
    const hook = await receiver(2)
    const { body: made } = await rest(url, 'addHook', { id, key: bob, body: { url: hook.url, about: 'me' } })
    await decide(id, ann, 'cross', 'b2')
    await expect.poll(() => hook.received.length).toBe(1)
    expect(hook.tries()).toBe(3)
    const { body, headers } = itemAt(hook.received, 0)
    expect(JSON.parse(body)).toMatchObject({
      type: 'your-turn',
      name: 'Bob',
      seats: ['nought'],
      table: { id },
    })
    const time = String(headers['x-ludoforge-time'])
    const signature = createHmac('sha256', made.secret ?? '')
      .update(`${time}.${body}`)
      .digest('hex')
    expect(headers['x-ludoforge-signature']).toBe(`sha256=${signature}`)
    // Bob isn't notified of Ann's turn, but of the end of the game.
    for (const [key, seat, choice] of [
      [bob, 'nought', 'a1'],
      [ann, 'cross', 'a2'],
      [bob, 'nought', 'a3'],
      [ann, 'cross', 'c2'],
    ] as const)
      await decide(id, key, seat, choice)
    await expect.poll(() => hook.received.length).toBe(3)
    expect(hook.received.map((one) => (JSON.parse(one.body) as { type: string }).type)).toEqual([
      'your-turn',
      'your-turn',
      'over',
    ])
    hook.server.close()
  })

  it('only the host can subscribe to everybody, and removed addresses get nothing', async () => {
    const { url } = server
    const { id, ann, bob } = await annAndBob()
    const hook = await receiver(0)
    const body = { url: hook.url, about: 'table' }
    expect((await rest(url, 'addHook', { id, key: bob, body })).status).toBe(403)
    const { body: made } = await rest(url, 'addHook', { id, key: ann, body })
    await decide(id, ann, 'cross', 'b2')
    await decide(id, bob, 'nought', 'a1')
    await expect.poll(() => hook.received.length).toBe(2)
    expect((await rest(url, 'removeHook', { id: made.id, key: 'wrong' })).status).toBe(403)
    expect((await rest(url, 'removeHook', { id: made.id, key: made.secret ?? '' })).status).toBe(200)
    await decide(id, ann, 'cross', 'a2')
    const { count } = await server.tables.store.db
      .selectFrom('deliveries')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
    hook.server.close()
  })

  it('an account is notified at all its tables, by mail once the mailbox is confirmed', async () => {
    const { url } = server
    const account = await rest(url, 'register', { body: { name: 'Zoe', password: 'a long password' } })
    const cookie = itemAt((account.headers.get('set-cookie') ?? '').split(';'), 0)
    const { body: made } = await rest(url, 'addMyHook', { cookie, body: { url: 'mailto:zoe@example.org' } })
    expect(made).toMatchObject({ confirmed: false })
    expect(made.secret).toBeUndefined()
    await expect.poll(() => smtp.mails.length).toBe(1)
    const [, , secret = ''] =
      /code: (\S+) (\S+)/.exec(itemAt(smtp.mails, 0).replaceAll('=\n', '').replaceAll('=3D', '=')) ?? []
    const { table, key } = await makeTable(
      url,
      { game: 'tic-tac-toe', you: 'Zoe', seats: { nought: 'me' } },
      cookie,
    )
    const { body: invitation } = await rest(url, 'invite', { id: table.id, key, body: { seats: ['cross'] } })
    const { body: other } = await rest(url, 'join', {
      id: table.id,
      body: { invitation: invitation.secret, you: 'Kim' },
    })
    expect((await rest(url, 'confirmHook', { id: made.id, key: 'guess' })).status).toBe(403)
    expect((await rest(url, 'confirmHook', { id: made.id, key: secret })).status).toBe(200)
    await decide(table.id, other.key, 'cross', 'b2')
    await expect.poll(() => smtp.mails.length).toBe(2)
    expect(smtp.mails[1]).toContain('it is your turn, Zoe')
    expect(smtp.mails[1]).toMatch(/^To: zoe@example.org$/m)
  })
})

it('a server sends nothing to private network addresses, unless that is enabled', async () => {
  const place = await itemAt(STORES, 0).open()
  const lines: string[] = []
  const server = await startServer(await place.fresh(), ['tic-tac-toe'], { say: (line) => lines.push(line) })
  const hook = await receiver(0)
  const { table, key } = await makeTable(server.url, {
    game: 'tic-tac-toe',
    you: 'Ann',
    seats: { cross: 'me' },
  })
  for (const url of [
    hook.url,
    hook.url.replace('127.0.0.1', 'localhost'),
    hook.url.replace('127.0.0.1', '[::1]'),
  ])
    expect(
      (await rest(server.url, 'addHook', { id: table.id, key, body: { url, about: 'table' } })).status,
    ).toBe(200)
  for (const url of ['file:///etc/passwd', 'javascript:1', 'hello', 'mailto:a@example.org'])
    expect(
      (await rest(server.url, 'addHook', { id: table.id, key, body: { url, about: 'table' } })).status,
    ).toBeGreaterThanOrEqual(400)
  const { key: bob } = (
    await rest(server.url, 'join', {
      id: table.id,
      body: {
        invitation: (
          await rest(server.url, 'invite', { id: table.id, key, body: { seats: ['nought'] } })
        ).body.secret,
        you: 'Bob',
      },
    })
  ).body
  expect(bob).toBeDefined()
  const body = { type: 'decide', seat: 'cross', question: 0, choice: 'b2' }
  await rest(server.url, 'ask', { id: table.id, key, body })
  await expect.poll(() => lines.filter((line) => line.includes('not allowed')).length).toBe(3)
  expect(hook.tries()).toBe(0)
  hook.server.close()
  await server.close()
  await place.end()
})
