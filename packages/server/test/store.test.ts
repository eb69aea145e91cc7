import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { StoreInUse, openStore, type Store } from '../src/store/index.js'
import { type TestStore, STORES } from './support/stores.js'

async function withTable(store: Store, id: string): Promise<void> {
  await store.db
    .insertInto('games')
    .values({ fingerprint: 'f', id: 'g', title: 'G', def: '{}', added: 1 })
    .onConflict((c) => c.doNothing())
    .execute()
  await store.db
    .insertInto('tables')
    .values({
      id,
      name: 'A table',
      fingerprint: 'f',
      scenario: '',
      options: '{}',
      seed: '"s"',
      listed: 0,
      uploaded: 0,
      created: Date.now(),
      changed: Date.now(),
      number: 0,
      deciding: '[]',
      outcome: null,
    })
    .execute()
}

const addition = (table: string, after: number, ...bodies: string[]) => ({
  table,
  after,
  entries: bodies.map((body) => ({ at: 1000 + after, body })),
  deciding: '["red"]',
  outcome: null,
})

const bodies = async (store: Store, table: string): Promise<string[]> => {
  const rows = await store.db
    .selectFrom('entries')
    .select(['number', 'body'])
    .where('table_id', '=', table)
    .orderBy('number')
    .execute()
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => i + 1))
  return rows.map(({ body }) => body)
}

describe.each(STORES)('$name', (kind) => {
  let place: TestStore
  beforeAll(async () => {
    place = await kind.open()
  })
  afterAll(() => place.end())

  it('has its entries when it is reopened, and migrates only once', async () => {
    const where = await place.fresh()
    const store = await openStore(where)
    await withTable(store, 't')
    expect(await store.append(addition('t', 0, 'a', 'b'))).toBe(true)
    await store.close()
    const again = await openStore(where)
    expect(await bodies(again, 't')).toEqual(['a', 'b'])
    const row = await again.db.selectFrom('tables').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ number: 2, deciding: '["red"]', changed: 1000 })
    expect(typeof row.created).toBe('number')
    await again.close()
  })

  it('refuses one of two concurrent appends after the same number, and appends all or nothing', async () => {
    const store = await openStore(await place.fresh())
    await withTable(store, 't')
    const added = await Promise.all([
      store.append(addition('t', 0, 'a', 'b')),
      store.append(addition('t', 0, 'x', 'y', 'z')),
      store.append(addition('t', 5, 'far')),
    ])
    expect(added.filter(Boolean)).toHaveLength(1)
    expect([
      ['a', 'b'],
      ['x', 'y', 'z'],
    ]).toContainEqual(await bodies(store, 't'))
    await store.close()
  })

  it('stores concurrent appends to many tables', async () => {
    const store = await openStore(await place.fresh())
    const tables = Array.from({ length: 300 }, (_, i) => `t${i}`)
    await withTable(store, 't0')
    const like = await store.db.selectFrom('tables').selectAll().executeTakeFirstOrThrow()
    const others = tables.slice(1).map((id) => ({ ...like, id }))
    await store.db.insertInto('tables').values(others).execute()
    const added = await Promise.all(tables.map((id) => store.append(addition(id, 0, id))))
    expect(added.every(Boolean)).toBe(true)
    for (const id of tables.slice(0, 20)) expect(await bodies(store, id)).toEqual([id])
    await store.close()
  })

  it('stores what a person waits for before the answers of bots, and these before long', async () => {
    const store = await openStore(await place.fresh())
    const tables = Array.from({ length: 900 }, (_, i) => `t${i}`)
    await withTable(store, 't0')
    const like = await store.db.selectFrom('tables').selectAll().executeTakeFirstOrThrow()
    const others = tables.slice(1).map((id) => ({ ...like, id }))
    for (let i = 0; i < others.length; i += 100)
      await store.db
        .insertInto('tables')
        .values(others.slice(i, i + 100))
        .execute()
    const done: number[] = []
    const isBot = (i: number): boolean => i < 700
    const work = tables.map(async (id, i) => {
      expect(await store.append({ ...addition(id, 0, id), canWait: isBot(i) })).toBe(true)
      done.push(i)
    })
    await Promise.all(work)
    const people = done.flatMap((i, at) => (isBot(i) ? [] : [at]))
    // 200 of people and 700 of bots, all at once: three of four places until the last person has theirs.
    expect(people.at(-1)).toBeLessThan(500)
    expect(done.findIndex(isBot)).toBeLessThan(250)
    await store.close()
  })

  it('a failed append leaves nothing behind and affects no other', async () => {
    const store = await openStore(await place.fresh())
    await withTable(store, 'good')
    await withTable(store, 'bad')
    const also = () => Promise.reject(new Error('the disk is full'))
    const settled = await Promise.allSettled([
      store.append({ ...addition('bad', 0, 'b'), also }),
      store.append(addition('good', 0, 'g')),
    ])
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(await bodies(store, 'bad')).toEqual([])
    expect(await bodies(store, 'good')).toEqual(['g'])
    await store.close()
  })
})

describe('two processes', () => {
  it('cannot use one folder, except to read it as shared', async () => {
    const place = await itemAt(STORES, 0).open()
    const where = await place.fresh()
    const store = await openStore(where)
    await withTable(store, 't')
    await expect(openStore(where)).rejects.toThrow(StoreInUse)
    const beside = await openStore({ ...where, shared: true })
    expect(await beside.db.selectFrom('tables').select('id').execute()).toEqual([{ id: 't' }])
    expect(await beside.engine.leads()).toBe(false)
    await beside.close()
    await store.close()
    await (await openStore(where)).close()
    await place.end()
  })

  it('on one Postgres notify each other, and only one of them leads', async () => {
    const place = await itemAt(STORES, 1).open()
    const where = await place.fresh()
    const [a, b] = await Promise.all([openStore(where), openStore(where)])
    const heard: string[] = []
    const own: string[] = []
    const ears = (list: string[]) => ({
      changed: (tables: readonly string[]) => list.push(...tables),
      lost: () => {},
      whispered: (text: string) => list.push(text),
    })
    await a.engine.listen(ears(own))
    await b.engine.listen(ears(heard))
    await withTable(a, 't')
    expect(await a.append(addition('t', 0, 'x'))).toBe(true)
    await expect.poll(() => heard).toEqual(['t'])
    a.engine.whisper('two words')
    await expect.poll(() => heard).toEqual(['t', 'two words'])
    expect(own).toEqual([])
    expect(await a.engine.leads()).toBe(true)
    expect(await b.engine.leads()).toBe(false)
    await a.close()
    await expect.poll(() => b.engine.leads()).toBe(true)
    await b.close()
    await place.end()
  })
})
