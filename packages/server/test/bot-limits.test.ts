/** What the bots of a server may cost: their budgets, tables without people, and hints while others think. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTable, rest, startServer, TestSocket, type TestServer } from './support/server.js'
import { entriesOf } from './support/play.js'
import { STORES, type TestStore } from './support/stores.js'
import type { StoreOptions } from '../src/store/index.js'

const GAME = 'connect-four'
const LIMIT = 'The limit of this server is 10000 iterations or 10 s.'

describe.each(STORES)('on $name', (database) => {
  let place: TestStore
  let where: StoreOptions
  let server: TestServer
  let url: string
  beforeAll(async () => {
    place = await database.open()
    where = await place.fresh()
    server = await startServer(where, [GAME], {
      botThreads: 2,
      bots: { patience: { answerMs: 200, hintMs: 200 } },
    })
    ;({ url } = server)
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })
  const decisions = async (id: string): Promise<number> => (await server.tables.get(id)).position.decisions

  it.each(['search:9999999', 'search:11s', 'search:5000x3', 'search:4sx4'])(
    'a larger budget than the limit is refused with the limit: %s',
    async (bot) => {
      const seats = { red: 'me', yellow: { bot } } as const
      const { status, text } = await rest(url, 'makeTable', { body: { game: GAME, you: 'Ann', seats } })
      expect([status, text]).toEqual([400, expect.stringContaining(LIMIT)])
      const { table, key } = await makeTable(url, { game: GAME, you: 'Ann', seats: { red: 'me' } })
      const line = await TestSocket.at(url, table.id, key)
      const refused = {
        type: 'error',
        code: 'bad-message',
        message: expect.stringContaining(LIMIT) as string,
      }
      expect(await line.ask({ type: 'seat', seat: 'yellow', to: { bot } })).toMatchObject(refused)
      expect(await line.ask({ type: 'hint', seat: 'red', agent: bot })).toMatchObject(refused)
      line.close()
    },
  )

  it('a table from before the limit plays with the largest budget', async () => {
    const seats = { red: 'me', yellow: { bot: 'random' } } as const
    const { table, key } = await makeTable(url, { game: GAME, you: 'Ann', seats })
    await server.tables.store.db
      .updateTable('seats')
      .set({ agent: 'search:20000' })
      .where('table_id', '=', table.id)
      .where('seat', '=', 'yellow')
      .execute()
    const loaded = await server.tables.get(table.id)
    await loaded.lookAgain()
    await rest(url, 'ask', {
      id: table.id,
      key,
      body: { type: 'decide', seat: 'red', question: 0, choice: 'd1' },
    })
    await expect.poll(() => decisions(table.id)).toBe(2)
    const entries = await entriesOf(loaded)
    expect(entries.at(-1)).toMatchObject({ kind: 'decision', by: 'bot search:10000' })
  })

  it('bots alone play only while somebody watches, also after a restart and from another server', async () => {
    const seats = { red: { bot: 'search:100ms' }, yellow: { bot: 'search:100ms' } }
    const { table } = await makeTable(url, { game: GAME, you: 'Ann', seats })
    const stays = async (): Promise<number> => {
      await new Promise((resolve) => {
        setTimeout(resolve, 600)
      })
      return decisions(table.id)
    }
    expect(await stays()).toBe(0)
    const watcher = await TestSocket.at(url, table.id)
    await watcher.until((message) => message.type === 'step')
    watcher.close()
    await expect.poll(async () => (await server.tables.get(table.id)).isIdle).toBe(true)
    // At most the thought that was running is added, however long it takes.
    const idle = await decisions(table.id)
    let before = await stays()
    for (let now = await stays(); now !== before; now = await stays()) {
      expect(now).toBeLessThanOrEqual(idle + 1)
      before = now
    }
    expect(before).toBeLessThanOrEqual(idle + 1)
    await server.close()
    server = await startServer(where, [GAME], { botThreads: 2 })
    ;({ url } = server)
    expect(await stays()).toBe(before)
    if (where.database === undefined) {
      const again = await TestSocket.at(url, table.id)
      await again.until((message) => message.type === 'step')
      again.close()
      return
    }
    const other = await startServer(where, [GAME])
    const remote = await TestSocket.at(other.url, table.id)
    await remote.until((message) => message.type === 'step')
    expect(await decisions(table.id)).toBeGreaterThan(before)
    remote.close()
    await other.close()
  })
})

describe.each(STORES)('while a bot thinks, on $name', (database) => {
  let place: TestStore
  let server: TestServer
  let url: string
  beforeAll(async () => {
    place = await database.open()
    const bots = { patience: { answerMs: 200, hintMs: 200 } }
    server = await startServer(await place.fresh(), [GAME], { botThreads: 2, bots })
    ;({ url } = server)
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })

  it('a hint or a bot that waits too long is replaced by a quicker one, and the answer states that', async () => {
    const seats = { red: 'me', yellow: { bot: 'search:5s' } } as const
    const busy = await makeTable(url, { game: GAME, you: 'Eve', seats })
    const first = await TestSocket.at(url, busy.table.id, busy.key)
    await first.ask({ type: 'decide', seat: 'red', question: 0, choice: 'd1' })
    const { table, key } = await makeTable(url, { game: GAME, you: 'Ann', seats })
    const line = await TestSocket.at(url, table.id, key)
    const answer = await line.ask({ type: 'hint', seat: 'red', agent: 'search:3s' })
    expect(answer).toMatchObject({ type: 'done', hint: { instead: 'search:3s' } })
    await line.ask({ type: 'decide', seat: 'red', question: 0, choice: 'd1' })
    const note = await line.until((message) => message.type === 'note')
    expect(note).toMatchObject({
      text: expect.stringMatching(
        /^The server is busy\. The quicker bot .* decides for yellow until search:5s/,
      ) as string,
    })
    for (const socket of [first, line]) socket.close()
  })
})
