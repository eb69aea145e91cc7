/** Browser notifications and digests on real servers, with a real push service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import type { StoreOptions } from '../src/store/index.js'
import { type Mailbox, openMailbox } from './support/mailbox.js'
import { openPushService, type PushService } from './support/push-service.js'
import { makeTable, rest, startServer, type TestServer } from './support/server.js'
import { STORES, type TestStore } from './support/stores.js'

const DIGEST_MS = 1500
const GAME = 'tic-tac-toe'

describe.each(STORES)('browser notifications on $name', (kind) => {
  let place: TestStore
  let where: StoreOptions
  let server: TestServer
  let service: PushService
  let mailbox: Mailbox
  const start = async (): Promise<void> => {
    server = await startServer(where, [GAME], {
      notices: { inside: true, digestMs: DIGEST_MS, smtp: mailbox.url, mailFrom: 'table@example.org' },
    })
  }
  beforeAll(async () => {
    place = await kind.open()
    where = await place.fresh()
    service = await openPushService()
    mailbox = await openMailbox()
    await start()
  })
  afterAll(async () => {
    await server.close()
    service.close()
    mailbox.close()
    await place.end()
  })

  async function account(name: string): Promise<string> {
    const made = await rest(server.url, 'register', { body: { name, password: 'a long password' } })
    return itemAt((made.headers.get('set-cookie') ?? '').split(';'), 0)
  }
  /** Ann hosts and plays cross, Bob plays nought. */
  async function annAndBob(name: string, cookie?: string) {
    const { url } = server
    const { table, key } = await makeTable(url, { game: GAME, name, you: 'Ann', seats: { cross: 'me' } })
    const { id } = table
    const { body: invitation } = await rest(url, 'invite', { id, key, body: { seats: ['nought'] } })
    const { body: bob } = await rest(url, 'join', {
      id,
      body: { invitation: invitation.secret, you: 'Bob' },
      ...(cookie === undefined ? {} : { cookie }),
    })
    return { id, ann: key, bob: bob.key }
  }
  const ask = (id: string, key: string, body: unknown) => rest(server.url, 'ask', { id, key, body })
  const decide = async (id: string, key: string, seat: string, choice: string): Promise<void> => {
    const { question } = (await rest(server.url, 'look', { id, key })).body
    expect((await ask(id, key, { type: 'decide', seat, question, choice })).status).toBe(200)
  }
  const to = (path: string) => service.received.filter((message) => message.path === path)
  /** Waits until nothing is left to be sent. */
  const afterDigest = async (): Promise<void> => {
    const left = () => server.tables.store.db.selectFrom('deliveries').select('id').execute()
    await expect.poll(left).toEqual([])
  }

  it('a message is encrypted for the browser and signed with keys that survive a restart', async () => {
    const { body: channels } = await rest(server.url, 'channels')
    expect(channels).toEqual({ pushKey: expect.stringMatching(/^[\w-]{87}$/) as string, mail: true })
    await server.close()
    await start()
    expect((await rest(server.url, 'channels')).body).toEqual(channels)
    const { id, ann, bob } = await annAndBob('Monday')
    const subscription = service.subscribe('/bob')
    expect((await rest(server.url, 'addPush', { id, key: bob, body: subscription })).status).toBe(200)
    await decide(id, ann, 'cross', 'b2')
    await expect.poll(() => to('/bob').length).toBe(1)
    const { headers, content } = itemAt(to('/bob'), 0)
    expect(content).toEqual({
      title: 'Monday',
      body: 'Monday: it is your turn, Bob (nought).',
      where: `#/table/${id}`,
    })
    expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm', urgency: 'normal' })
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
    expect(key).toBe(channels.pushKey)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
    expect(claims).toMatchObject({
      aud: new URL(subscription.endpoint).origin,
      sub: 'mailto:table@example.org',
    })
  })

  it('about one table there is one message until the player was there', async () => {
    const { id, ann, bob } = await annAndBob('Tuesday')
    await rest(server.url, 'addPush', { id, key: bob, body: service.subscribe('/once') })
    await decide(id, ann, 'cross', 'b2')
    await expect.poll(() => to('/once').length).toBe(1)
    await ask(id, ann, { type: 'undo' }) // free: nobody else has decided
    await decide(id, ann, 'cross', 'a1')
    await afterDigest()
    expect(to('/once')).toHaveLength(1)
    await decide(id, bob, 'nought', 'c3') // Bob was there
    await decide(id, ann, 'cross', 'a2')
    await expect.poll(() => to('/once').length).toBe(2)
    await decide(id, bob, 'nought', 'c2')
    await decide(id, ann, 'cross', 'b1')
    const { number } = (await rest(server.url, 'table', { id })).body
    await ask(id, bob, { type: 'seen', number }) // Bob sees it before the message leaves
    await afterDigest()
    expect(to('/once')).toHaveLength(2)
  })

  it('several waiting tables become one message, to a browser and by mail', async () => {
    const cookie = await account('Bob')
    await rest(server.url, 'addMyPush', { cookie, body: service.subscribe('/many') })
    await rest(server.url, 'addMyHook', { cookie, body: { url: 'mailto:bob@example.org' } })
    const { db } = server.tables.store
    await db
      .updateTable('webhooks')
      .set({ confirmed: 1 })
      .where('url', '=', 'mailto:bob@example.org')
      .execute()
    const before = mailbox.mails.length
    const tables = await Promise.all(['One', 'Two', 'Three'].map((name) => annAndBob(name, cookie)))
    for (const { id, ann } of tables) await decide(id, ann, 'cross', 'b2')
    await expect.poll(() => to('/many').length).toBe(1)
    await expect.poll(() => mailbox.mails.length).toBe(before + 1)
    expect(itemAt(to('/many'), 0).content).toMatchObject({
      title: 'LudoForge',
      body: 'It is your turn at 3 tables: One, Two, and Three.',
      where: '#/',
    })
    expect(itemAt(mailbox.mails, before)).toContain('It is your turn at 3 tables: One, Two, and Three.')
    await afterDigest()
    expect([to('/many').length, mailbox.mails.length]).toEqual([1, before + 1])
  })

  it.each([404, 410])('a subscription that is gone (%i) is deleted', async (status) => {
    const { id, ann, bob } = await annAndBob('Gone')
    const { db } = server.tables.store
    const subscription = service.subscribe(`/gone-${status}`)
    await rest(server.url, 'addPush', { id, key: bob, body: subscription })
    service.status = status
    await decide(id, ann, 'cross', 'b2')
    const left = () =>
      db.selectFrom('webhooks').select('id').where('url', '=', subscription.endpoint).execute()
    await expect.poll(left).toEqual([])
    service.status = 201
    expect(await db.selectFrom('deliveries').select('id').execute()).toEqual([])
  })

  it('a browser can be turned off, subscribes once, and bad subscriptions are refused', async () => {
    const { id, bob } = await annAndBob('Off')
    const { db } = server.tables.store
    const subscription = service.subscribe('/off')
    const add = (body: unknown) => rest(server.url, 'addPush', { id, key: bob, body })
    await add(subscription)
    const { body: hook } = await add(subscription)
    const count = async (): Promise<number> =>
      (await db.selectFrom('webhooks').select('id').where('url', '=', subscription.endpoint).execute()).length
    expect(await count()).toBe(1)
    expect((await rest(server.url, 'removeHook', { id: hook.id, key: hook.secret ?? '' })).status).toBe(200)
    expect(await count()).toBe(0)
    for (const bad of [
      { ...subscription, endpoint: 'ftp://x' },
      { ...subscription, keys: { ...subscription.keys, auth: 'short' } },
      { ...subscription, keys: { ...subscription.keys, p256dh: 'x' } },
    ])
      expect((await add(bad)).status).toBe(400)
  })
})

it('a push service in the server’s own network is refused', async () => {
  const place = await itemAt(STORES, 0).open()
  const lines: string[] = []
  const service = await openPushService()
  const server = await startServer(await place.fresh(), [GAME], {
    notices: { digestMs: 0 },
    say: (line) => lines.push(line),
  })
  const { table, key } = await makeTable(server.url, { game: GAME, you: 'Ann', seats: { nought: 'me' } })
  const { id } = table
  const { endpoint, keys } = service.subscribe('/inside')
  expect((await rest(server.url, 'addPush', { id, key, body: { endpoint, keys } })).status).toBe(403)
  const https = endpoint.replace('http:', 'https:')
  expect((await rest(server.url, 'addPush', { id, key, body: { endpoint: https, keys } })).status).toBe(200)
  const { body: invitation } = await rest(server.url, 'invite', { id, key, body: { seats: ['cross'] } })
  const { body: bob } = await rest(server.url, 'join', {
    id,
    body: { invitation: invitation.secret, you: 'Bob' },
  })
  const body = { type: 'decide', seat: 'cross', question: 0, choice: 'b2' }
  await rest(server.url, 'ask', { id, key: bob.key, body })
  await expect.poll(() => lines.filter((line) => line.includes('private network')).length).toBe(1)
  expect(service.received).toEqual([])
  await server.close()
  service.close()
  await place.end()
})
