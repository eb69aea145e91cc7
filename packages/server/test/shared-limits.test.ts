/** Limits that hold for all servers on one database together. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import {
  type Buckets,
  bucketsOf,
  SharedBuckets,
  LocalBuckets,
  SocketCounts,
  StoredBuckets,
} from '../src/limits/index.js'
import { openStore, type Store } from '../src/store/index.js'
import { rest, startServer, TestSocket, type TestServer } from './support/server.js'
import { STORES, type TestStore } from './support/stores.js'

const GAME = 'tic-tac-toe'
const PER_MINUTE = 60
const PER_SECOND = 5
const SOCKETS = 5
const CHAT = { size: 20_000, perSecond: 20 }

describe.each(STORES)('on $name', (database) => {
  let place: TestStore
  const servers: TestServer[] = []
  beforeAll(async () => {
    place = await database.open()
    const where = await place.fresh()
    const limits = {
      perMinute: PER_MINUTE,
      socket: { perSecond: PER_SECOND, perAddress: SOCKETS },
      work: { size: 1, perSecond: 0.001 },
    }
    const options = { limits, trustProxy: 1 }
    servers.push(await startServer(where, [GAME], options))
    if (where.database !== undefined) servers.push(await startServer(where, [GAME], options))
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await place.end()
  })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const newTable = async (address: string) => {
    const body = { game: GAME, you: 'Ann', seats: { cross: 'me', nought: 'me' } }
    const made = await rest(servers[0]?.url ?? '', 'makeTable', { body, headers: from(address) })
    return { id: made.body.table.id, key: made.body.key }
  }
  /** Checks a number of accepted requests against a bucket that was full at the start. */
  const expectBucket = (accepted: number, size: number, perSecond: number, started: number): void => {
    expect(accepted).toBeGreaterThanOrEqual(size)
    expect(accepted).toBeLessThanOrEqual(size + ((performance.now() - started) / 1000) * perSecond)
  }

  it('a client that asks several servers gets no more requests than from one', async () => {
    const started = performance.now()
    let accepted = 0
    for (let n = 0; n < PER_MINUTE + 10; n += 1)
      for (const { url } of servers)
        if ((await rest(url, 'site', { headers: from('10.1.0.1') })).status === 200) accepted += 1
    expectBucket(accepted, PER_MINUTE, PER_MINUTE / 60, started)
    const other = await rest(servers[0]?.url ?? '', 'site', { headers: from('10.1.0.2') })
    expect(other.status).toBe(200)
  })

  it('a person with sockets on several servers gets no more messages than on one', async () => {
    const { id, key } = await newTable('10.1.0.3')
    const sockets: TestSocket[] = []
    for (const { url } of [servers[0], servers.at(-1)].filter((server) => server !== undefined)) {
      const socket = await TestSocket.open(url, from('10.1.0.3'))
      await socket.ask({ type: 'hello', table: id, key })
      sockets.push(socket)
    }
    const started = performance.now()
    let accepted = 0
    // Each socket also has a bucket of its own, which is large enough.
    for (let n = 0; n < PER_SECOND * 2 - 2; n += 1)
      for (const socket of sockets)
        if ((await socket.ask({ type: 'seen', number: 0 })).type === 'done') accepted += 1
    expectBucket(accepted, PER_SECOND * 2, PER_SECOND, started)
    for (const socket of sockets) socket.close()
  })

  it('a person writes no more chat on several servers than on one', async () => {
    const { id, key } = await newTable('10.1.0.6')
    const text = 'x'.repeat(2000)
    const started = performance.now()
    let accepted = 0
    for (let n = 0; ; n += 1) {
      const { url } = itemAt(servers, n % servers.length)
      const ask = { id, key, headers: from('10.1.0.6'), body: { type: 'chat', text } }
      const { status, body } = await rest(url, 'ask', ask)
      if (status === 200) accepted += 1
      else if ((body as { code?: string }).code === 'over-quota') break
      else
        await new Promise((resolve) => {
          setTimeout(resolve, 100) // too many requests
        })
    }
    const { size, perSecond } = CHAT
    expectBucket(accepted, size / text.length, perSecond / text.length, started)
  })

  it('an address has no more sockets on several servers than on one, and gets them back', async () => {
    const open = (n: number) =>
      TestSocket.open(servers[n % servers.length]?.url ?? '', from('10.1.0.4')).catch(() => undefined)
    const sockets: (TestSocket | undefined)[] = []
    for (let n = 0; n < SOCKETS + 3; n += 1) sockets.push(await open(n))
    expect(sockets.filter((socket) => socket !== undefined)).toHaveLength(SOCKETS)
    for (const socket of sockets) socket?.close()
    const again: (TestSocket | undefined)[] = []
    for (let n = 0; n < SOCKETS; n += 1) again.push(await untilOpen(() => open(n)))
    for (let n = 0; n < 3; n += 1) again.push(await open(n))
    for (const socket of again) socket?.close()
    expect(again.map((socket) => socket !== undefined)).toEqual(
      Array.from({ length: SOCKETS + 3 }, (_, n) => n < SOCKETS),
    )
  })

  it('what a request has cost on one server counts on the others', async () => {
    const { id, key } = await newTable('10.1.0.5')
    const news = (n: number) =>
      rest(servers[n % servers.length]?.url ?? '', 'news', { id, key, headers: from('10.1.0.5') })
    expect((await news(0)).status).toBe(200)
    await expect
      .poll(async () => (await news(1)).body, { interval: 2000 })
      .toMatchObject({
        code: 'too-frequent',
        message: expect.stringMatching(/^Your requests have cost the server too much time\./) as string,
      })
  })
})

/** Tries again until the socket is there. */
async function untilOpen(open: () => Promise<TestSocket | undefined>): Promise<TestSocket | undefined> {
  for (let n = 0; ; n += 1) {
    const socket = await open()
    if (socket !== undefined || n > 40) return socket
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
}

describe.each(STORES)('on $name, the buckets of a server', (database) => {
  it('refuse while every other connection is busy', async () => {
    const place = await database.open()
    const store = await openStore(await place.fresh())
    const buckets = bucketsOf(store)
    const rule = { size: 1, perSecond: 0.001 }
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let busy = 0
    // More than the store has. Those of SQLite wait for the first.
    const holders = Array.from({ length: 12 }, () =>
      store.db.connection().execute(async () => {
        busy += 1
        await released
      }),
    )
    try {
      await expect.poll(() => busy).toBe(store.engine.kind === 'sqlite' ? 1 : 10)
      expect(await buckets.take('ann', rule)).toBe(0)
      expect(await buckets.take('ann', rule)).toBeGreaterThan(900)
    } finally {
      release()
      await Promise.all(holders)
      await store.close()
      await place.end()
    }
  })
})

describe.each([
  ['in memory', 'SQLite', (_: Store, now: () => number) => [new LocalBuckets(now)]],
  ['in SQLite', 'SQLite', ({ db }: Store, now: () => number) => [new StoredBuckets(db, now)]],
  ['in Postgres', 'Postgres', ({ db }: Store, now: () => number) => [new StoredBuckets(db, now)]],
  [
    'shared by three servers',
    'Postgres',
    ({ db }: Store, now: () => number) =>
      Array.from({ length: 3 }, () => new SharedBuckets(new StoredBuckets(db, now), now)),
  ],
] as const)('buckets %s', (_, name, create) => {
  let place: TestStore
  let store: Store
  let now = Date.now()
  let buckets: readonly Buckets[]
  beforeAll(async () => {
    place = await itemAt(
      STORES.filter((database) => database.name === name),
      0,
    ).open()
    store = await openStore(await place.fresh())
    buckets = create(store, () => now)
  })
  afterAll(async () => {
    await store.close()
    await place.end()
  })
  const bucket = (n: number): Buckets => buckets[n % buckets.length] ?? new LocalBuckets()

  it('accept exactly their size at once, then as much as the time refills', async () => {
    const rule = { size: 40, perSecond: 20 }
    const accepted = async (count: number): Promise<number> => {
      let taken = 0
      for (let n = 0; n < count; n += 1) if ((await bucket(n).take('messages', rule)) === 0) taken += 1
      return taken
    }
    expect(await accepted(150)).toBe(40)
    now += 1000
    expect(await accepted(150)).toBe(20)
    now += 3_600_000
    expect(await accepted(150)).toBe(40)
    const racing = Array.from({ length: 150 }, (__, n) => bucket(n).take('racing', rule))
    expect((await Promise.all(racing)).filter((wait) => wait === 0)).toHaveLength(40)
  })

  it('have all their tokens wherever somebody asks', async () => {
    const takes: boolean[] = []
    for (const at of [0, ...Array.from({ length: 9 }, () => 1), 2])
      takes.push((await bucket(at).take('uneven', CHAT, CHAT.size / 10)) === 0)
    expect(takes).toEqual([...Array.from({ length: 10 }, () => true), false])
  })

  it('take many tokens at once, and say when there are enough', async () => {
    expect(await bucket(0).take('chat', CHAT, 15_000)).toBe(0)
    const wait = await bucket(1).take('chat', CHAT, 15_000)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(15_000 / CHAT.perSecond)
    now += wait * 1000 + 1
    expect(await bucket(1).take('chat', CHAT, 15_000)).toBe(0)
  })

  it('can be in debt', async () => {
    const rule = { size: 100, perSecond: 10 }
    await bucket(0).charge('work', rule, 150)
    expect(await bucket(1).secondsUntil('work', rule)).toBeCloseTo(5.1)
    now += 5000
    await bucket(1).charge('work', rule, 50)
    expect(await bucket(0).secondsUntil('work', rule)).toBeCloseTo(5.1)
    now += 5200
    expect(await bucket(0).secondsUntil('work', rule)).toBe(0)
  })
})

describe('a refusal', () => {
  it('is remembered until the bucket can have enough, without the database', async () => {
    const place = await itemAt(STORES, 1).open()
    const store = await openStore(await place.fresh())
    let now = Date.now()
    const buckets = new SharedBuckets(new StoredBuckets(store.db, () => now), () => now)
    const rule = { size: 10, perSecond: 1 }
    expect(await buckets.take('ann', rule, 10)).toBe(0)
    expect(await buckets.take('ann', rule, 4)).toBeCloseTo(4)
    await store.db.deleteFrom('buckets').execute()
    expect(await buckets.take('ann', rule, 6)).toBeCloseTo(6)
    expect(await buckets.take('ann', rule, 3)).toBe(0) // nothing is known about fewer
    now += 4001
    expect(await buckets.take('ann', rule, 4)).toBe(0)
    await store.close()
    await place.end()
  })
})

describe('a client that sends many requests at once', () => {
  it('uses one connection to the database, and none after the first refusal', async () => {
    const place = await itemAt(STORES, 1).open()
    const store = await openStore(await place.fresh())
    const stored = new StoredBuckets(store.db)
    let [running, most, takes] = [0, 0, 0]
    const buckets = new SharedBuckets({
      take: async (...args) => {
        takes += 1
        running += 1
        most = Math.max(most, running)
        const wait = await stored.take(...args)
        running -= 1
        return wait
      },
      charge: (...args) => stored.charge(...args),
      secondsUntil: (...args) => stored.secondsUntil(...args),
    })
    const rule = { size: 10, perSecond: 0.01 }
    const waits = await Promise.all(Array.from({ length: 200 }, () => buckets.take('eve', rule)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
    expect({ most, takes }).toEqual({ most: 1, takes: 11 })
    await Promise.all(Array.from({ length: 50 }, () => buckets.charge('eve', rule, 2)))
    expect(await buckets.secondsUntil('eve', rule, 1)).toBeCloseTo(101 / 0.01, -2)
    await store.close()
    await place.end()
  })
})

describe('the sockets of a server that died', () => {
  it('no longer count after a while', async () => {
    const place = await itemAt(STORES, 1).open()
    const store = await openStore(await place.fresh())
    const [dead, alive] = [0, 1].map(() => new SocketCounts(store.db, () => {}))
    expect([await dead?.open('ann', 2), await dead?.open('ann', 2), await alive?.open('ann', 2)]).toEqual([
      true,
      true,
      false,
    ])
    await store.db
      .updateTable('socket_counts')
      .set({ until: Date.now() - 1 })
      .execute()
    expect([await alive?.open('ann', 2), await alive?.open('ann', 2), await alive?.open('ann', 2)]).toEqual([
      true,
      true,
      false,
    ])
    await alive?.end()
    await dead?.end()
    expect(await store.db.selectFrom('socket_counts').selectAll().execute()).toEqual([])
    await store.close()
    await place.end()
  })
})
