/** Tables with thousands of entries: what clients ask about them neither blocks the server nor is free. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import {
  activeDecisions,
  positionAt,
  saveFile,
  replayEntries,
  updateFor,
  type ServerMessage,
} from '@ludoforge/table'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { openStore, type StoreOptions } from '../src/store/index.js'
import { ReplayThreads } from '../src/tables/replay-threads.js'
import { Tables } from '../src/tables/index.js'
import { lengthen } from './support/long-table.js'
import { entriesOf, hotSeat, offerFor } from './support/play.js'
import { ServerProcess } from './support/server-process.js'
import { rest, startServer, TestSocket } from './support/server.js'
import { STORES, type TestStore } from './support/stores.js'

const GAME = 'reversi'
const ENTRIES = 3000
const CLIENTS = 20

/** A client that only counts: checking every message would load this process more than the server. */
async function readAll(
  url: string,
  hello: object,
  end: number,
  requests: readonly object[],
): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/socket`)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let last = 0
  let answers = 0
  const finished = new Promise<void>((resolve, reject) => {
    socket.once('close', () => reject(new Error('The socket was closed.')))
    socket.on('message', (data: Buffer) => {
      const { type, number } = JSON.parse(data.toString('utf8')) as ServerMessage & { number?: number }
      if (type === 'error') reject(new Error(data.toString('utf8')))
      else if (type === 'done') answers += 1
      else if (type !== 'welcome') {
        if (number !== last + 1) reject(new Error(`Update ${number} came after ${last}.`))
        last += 1
      }
      if (last === end && answers === requests.length) resolve()
    })
  })
  for (const [i, ask] of [hello, ...requests].entries()) socket.send(JSON.stringify({ id: i + 1, ask }))
  await finished
  socket.terminate()
  return last
}

describe.each(STORES)('on $name', (database) => {
  let place: TestStore
  let where: StoreOptions
  let id: string
  let key: string
  let save: string
  let last: number // entry
  let replayMs: number // of the whole table, in one piece
  beforeAll(async () => {
    place = await database.open()
    where = await place.fresh()
    const store = await openStore(where)
    const tables = new Tables(store)
    await tables.rulebooks.offer(await offerFor(GAME))
    const seated = await hotSeat(tables, GAME)
    ;({ id } = seated.table)
    ;({ key } = seated)
    const table = await tables.get(id)
    await lengthen(table, ENTRIES)
    const { context, start, seats, game } = table
    last = table.position.number
    const entries = await entriesOf(table)
    const started = performance.now()
    for (const transition of replayEntries(game, start, entries))
      JSON.stringify(updateFor(context, transition, [null]))
    replayMs = performance.now() - started
    save = saveFile(game, start, seats, entries)
    await tables.close()
    await store.close()
  })
  afterAll(() => place.end())

  it('hello, history, news and uploads of many clients leave the main thread free', async () => {
    const server = await ServerProcess.start({ data: where.data, database: where.database })
    const url = server.address
    await readAll(url, { type: 'hello', table: id, last: 0 }, last, []) // the threads have started
    await server.measure()
    const history = Array.from({ length: 4 }, (_, i) => ({ type: 'history', from: 700 * i + 7, to: ENTRIES }))
    const clients = Array.from({ length: CLIENTS }, () =>
      readAll(url, { type: 'hello', table: id, last: 0 }, last, history),
    )
    const news = rest(url, 'news', { id, key })
    const uploaded = await rest(url, 'upload', { body: { save, you: 'Ann' } })
    expect(uploaded.body.table).toMatchObject({ number: last, uploaded: true })
    expect((await news).body.number).toBe(last)
    expect(await Promise.all(clients)).toEqual(clients.map(() => last))
    const { delayMs } = await server.measure()
    // Replays in one piece on the main thread would delay it by many times this.
    expect(delayMs.p99).toBeLessThan(replayMs)
    await server.close()
  })

  it('the first horizon and an undo far back replay in slices', async () => {
    const store = await openStore(where)
    const tables = new Tables(store)
    const table = await tables.get(id)
    const person = itemAt(table.people, 0)
    const entries = await entriesOf(table)
    const first = itemAt(activeDecisions(entries), 0).number
    const replayed = performance.now()
    for (let n = 0; n < 4; n += 1) positionAt(table.game, table.start, entries, last)
    const wholeMs = (performance.now() - replayed) / 4 // in one piece
    const blocks = monitorEventLoopDelay({ resolution: 1 })
    blocks.enable()
    expect(await table.undo.horizon(table.seatsOf(person.id))).toMatchObject({ ask: first })
    await table.undo.plan(table.seatsOf(person.id), first)
    await table.reader.transitionsSince(first)
    blocks.disable()
    expect(blocks.max / 1e6).toBeLessThan(wholeMs / 2)
    await tables.close()
    await store.close()
  })

  it('a long table opens from its last snapshot, also one that was uploaded', async () => {
    const server = await startServer(where, [])
    const { body } = await rest(server.url, 'upload', { body: { save, you: 'Ann' } })
    const { db } = server.tables.store
    for (const table of [id, body.table.id]) {
      const { number } = await db
        .selectFrom('snapshots')
        .select(({ fn }) => fn.max('number').as('number'))
        .where('table_id', '=', table)
        .executeTakeFirstOrThrow()
      expect(body.table.number - number).toBeLessThan(250)
    }
    await server.close()
  })

  it('work stops when nobody waits for it', async () => {
    const threads = new ReplayThreads(where)
    const gone = new AbortController()
    let pages = 0
    const work = {
      signal: gone.signal,
      spent: () => {
        pages += 1
        if (pages === 2) gone.abort()
      },
    }
    const history = threads.historyOf(id)
    const asked = Array.from({ length: 30 }, (_, i) => history.page({ from: i, to: ENTRIES }, [null], work))
    const results = await Promise.allSettled(asked)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(pages).toBe(2)
    await threads.close()
  })

  it('each client pays for its requests, and learns when to try again', async () => {
    const limits = {
      perMinute: 1e6,
      socket: { perSecond: 1e6, perAddress: 100 },
      work: { size: 100, perSecond: 1 },
    }
    const server = await startServer(where, [], { limits })
    const line = await TestSocket.at(server.url, id, key)
    let answer: ServerMessage | undefined
    for (let from = 0; answer?.type !== 'error' && from < ENTRIES; from += 1)
      answer = await line.ask({ type: 'history', from, to: ENTRIES })
    const refused = {
      code: 'too-frequent',
      message: expect.stringMatching(
        /^Your requests have cost the server too much time\. Try again in \d+ s\.$/,
      ) as string,
    }
    expect(answer).toMatchObject({ type: 'error', ...refused })
    expect((await rest(server.url, 'news', { id, key })).body).toMatchObject(refused)
    expect(await line.ask({ type: 'chat', text: 'this is cheap' })).toMatchObject({ type: 'done' })
    const again = await TestSocket.at(server.url, id, key, 0)
    expect(again.messages[0]).toMatchObject({ type: 'error', ...refused })
    for (const socket of [line, again]) socket.close()
    await server.close()
  })
})
