/** Mail and webhooks against abuse: one mailbox per address, few mails per mailbox, receivers that don't delay others. */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MailLimits } from '../src/notifications/index.js'
import { mailServer, receiver } from './support/receivers.js'
import { makeTable, rest, startServer, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

const GAME = 'tic-tac-toe'
const HOUR_MS = 3_600_000

/** A receiver that answers with a header line every now and then, and never ends. */
async function drippingReceiver(everyMs: number) {
  const sockets: Socket[] = []
  const ended: number[] = []
  const server = createServer((socket) => {
    const begin = performance.now()
    sockets.push(socket)
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x-drip: 1\r\n'), everyMs)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      ended.push(performance.now() - begin)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, ended, tries: () => sockets.length, close }
}

describe.each(STORES)('mail and webhooks on $name', (kind) => {
  let place: TestStore
  let where: Awaited<ReturnType<TestStore['fresh']>>
  let server: TestServer
  let smtp: Awaited<ReturnType<typeof mailServer>>
  const start = (): Promise<TestServer> =>
    startServer(where, [GAME], {
      notices: { inside: true, smtp: smtp.url, mailFrom: 'table@example.org', deadlineMs: 800 },
    })
  beforeAll(async () => {
    place = await kind.open()
    where = await place.fresh()
    smtp = await mailServer()
    server = await start()
  })
  afterAll(async () => {
    await server.close()
    smtp.close()
    await place.end()
  })

  const newTable = () =>
    makeTable(server.url, { game: GAME, you: 'Ann', seats: { cross: 'me', nought: 'me' } })
  const addHook = (id: string, key: string, url: string) =>
    rest(server.url, 'addHook', { id, key, body: { url, about: 'me' } })

  it('an address is one mailbox: lists, headers and encoded line breaks are refused and send nothing', async () => {
    const { table, key } = await newTable()
    for (const url of [
      'mailto:me@evil.example,victim@example.org',
      'mailto:me@evil.example%0d%0aBcc:victim@example.org',
      'mailto:me@evil.example?bcc=victim@example.org',
      'mailto:me@evil.example%2cvictim@example.org',
      'mailto:%zz',
      'mailto:',
      'mailto:me@evil.example\r\nBcc: victim@example.org',
    ]) {
      const { status, body } = await addHook(table.id, key, url)
      expect({ url, status, body }).toMatchObject({ url, status: 400, body: { code: 'bad-address' } })
    }
    expect(smtp.recipients).toEqual([])
    expect((await addHook(table.id, key, 'mailto:zoe@example.org')).status).toBe(200)
    expect(smtp.recipients).toEqual(['zoe@example.org'])
  })

  it('many requests send 3 mails to one mailbox, also from several tables and after a restart', async () => {
    const before = smtp.recipients.length
    const codes: number[] = []
    for (let n = 0; n < 10; n += 1) {
      const { table, key } = await newTable()
      codes.push(
        (await addHook(table.id, key, `mailto:${n % 2 === 0 ? 'Victim' : 'victim'}@example.org`)).status,
      )
      if (n !== 4) continue
      await server.close()
      server = await start()
    }
    expect(codes).toEqual([200, 200, 200, ...Array<number>(7).fill(429)])
    expect(smtp.recipients.slice(before)).toHaveLength(3)
    // Another mailbox isn't affected, but a requester can't mail everybody either.
    const rest40: number[] = []
    for (let n = 0; n < 40; n += 1) {
      const { table, key } = await newTable()
      rest40.push((await addHook(table.id, key, `mailto:somebody${n}@example.org`)).status)
    }
    expect(rest40.filter((status) => status === 200).length).toBeLessThan(11)
    expect(rest40.at(-1)).toBe(429)
  })

  it('the limits refill with time, and two servers share them', async () => {
    let now = Date.now()
    const [one, two] = [0, 1].map(() => new MailLimits(server.tables.store.db, () => now)) as [
      MailLimits,
      MailLimits,
    ]
    const both = (n: number): MailLimits => (n % 2 === 0 ? one : two)
    const take = (n: number) => both(n).take('confirm', 'slow@example.org')
    const first = []
    for (let n = 0; n < 5; n += 1) first.push(await take(n))
    expect(first).toEqual([true, true, true, false, false])
    now += 7 * HOUR_MS
    expect(await take(0)).toBe(false)
    now += 2 * HOUR_MS
    expect([await take(0), await take(1)]).toEqual([true, false])
    now += 100 * HOUR_MS
    expect([await take(0), await take(1), await take(0), await take(1)]).toEqual([true, true, true, false])
    const racing = Array.from({ length: 10 }, (_, n) => both(n).take('confirm', 'race@example.org'))
    expect((await Promise.all(racing)).filter(Boolean)).toHaveLength(3)
  })

  it('a receiver that drips header lines is cut off, and delays no other', async () => {
    const { url } = server
    const drips = await Promise.all(Array.from({ length: 12 }, () => drippingReceiver(100)))
    const good = await receiver(0)
    const slow = await newTable()
    for (const drip of drips.slice(0, 9)) await addHook(slow.table.id, slow.key, drip.url)
    const other = await newTable()
    await addHook(other.table.id, other.key, good.url)
    for (const drip of drips.slice(9)) await addHook(other.table.id, other.key, drip.url)
    // Each game ends with a notification of everybody.
    const play = async ({ table: { id }, key }: typeof slow): Promise<void> => {
      for (const [i, choice] of ['b2', 'a1', 'a2', 'a3', 'c2'].entries()) {
        const { question } = (await rest(url, 'look', { id, key })).body
        const body = { type: 'decide', seat: i % 2 === 0 ? 'cross' : 'nought', question, choice }
        expect((await rest(url, 'ask', { id, key, body })).status).toBe(200)
      }
    }
    await play(slow)
    await expect.poll(() => drips.slice(0, 9).every((drip) => drip.tries() > 0)).toBe(true)
    await play(other)
    await expect.poll(() => good.received.length).toBeGreaterThan(0)
    await expect.poll(() => drips.every((drip) => drip.ended.length > 0)).toBe(true)
    // A timeout between bytes would never have ended it.
    expect(Math.min(...drips.flatMap((drip) => drip.ended))).toBeGreaterThan(600)
    for (const drip of drips) drip.close()
    good.server.close()
  })
})
