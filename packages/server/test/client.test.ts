/** Tables that clients reopen: over the network, and from a file. */
import { appendFile, mkdtemp, open as openFile, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { localTable, remoteTable, type Table, type WebSocketConstructor } from '@ludoforge/client'
import { fileLog, logStorage } from '@ludoforge/table'
import { Rng, presentSeats } from '@ludoforge/kernel'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { drawChoice } from '../../../test/support/play.js'
import { defOf } from './support/play.js'
import { startServer, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

const GAME = 'outposts'
const SEED = 'one and the same'
const maker = WebSocket as unknown as WebSocketConstructor

let place: TestStore
let server: TestServer
beforeAll(async () => {
  place = await itemAt(STORES, 0).open()
  server = await startServer(await place.fresh(), [GAME, 'texas-holdem', 'goofspiel'])
})
afterAll(async () => {
  await server.close()
  await place.end()
})

async function remote(game: string): Promise<Table> {
  const seats = Object.fromEntries(presentSeats(await defOf(game), {}).map(({ id }) => [id, 'me' as const]))
  const made = await server.tables.make({ game, you: 'You', seats }, null, SEED)
  return remoteTable({ url: server.url, table: made.table.id, key: made.key, WebSocket: maker })
}

const settled = async (test: () => boolean): Promise<void> => expect.poll(test, { interval: 5 }).toBe(true)

describe('a table of a server', () => {
  it.each(['outposts', 'texas-holdem', 'goofspiel'])(
    'views kept by events are those of the rules: %s',
    async (game) => {
      const table = await remote(game)
      const there = await server.tables.get(table.about.id)
      const rng = new Rng(11)
      for (let n = 0; n < 60 && table.asked.length > 0; n += 1) {
        const decision = itemAt(table.asked, rng.below(table.asked.length))
        await table.decide(decision.seat, drawChoice(decision, rng))
        expect(table.number).toBe(there.position.number)
        for (const seat of table.you.seats)
          expect(table.view(seat)).toEqual(
            JSON.parse(JSON.stringify(there.game.view(there.position.state, seat))),
          )
      }
      expect(table.about.deciding).toEqual(there.deciding)
      table.close()
    },
  )
})

describe('a connection that is lost', () => {
  it('reconnects, and no update is missed or applied twice', async () => {
    const sockets: WebSocket[] = []
    class Fragile extends WebSocket {
      constructor(url: string) {
        super(url)
        sockets.push(this)
      }
    }
    const seats = Object.fromEntries(presentSeats(await defOf(GAME), {}).map(({ id }) => [id, 'me' as const]))
    const made = await server.tables.make({ game: GAME, you: 'You', seats }, null, SEED)
    const table = await remoteTable({
      url: server.url,
      table: made.table.id,
      key: made.key,
      WebSocket: Fragile,
    })
    const numbers: number[] = []
    const connections: boolean[] = []
    table.listen((event) => {
      if (event.type === 'connection') connections.push(event.open)
      else if (event.type !== 'thinking') numbers.push(event.number)
    })
    const rng = new Rng(2)
    for (let n = 0; n < 20; n += 1) {
      const decision = itemAt(table.asked, 0)
      const made_ = table.decide(decision.seat, drawChoice(decision, rng))
      if (n % 4 === 1) sockets.at(-1)?.terminate()
      await made_
      await settled(() => table.number === n + 1)
    }
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect(connections.filter((open) => open)).toHaveLength(5)
    expect((await server.tables.get(made.table.id)).position.decisions).toBe(20)
    table.close()
  })

  it('is not retried when the key is wrong', async () => {
    const made = await server.tables.make({ game: GAME, you: 'You' }, null, SEED)
    const wrong = remoteTable({ url: server.url, table: made.table.id, key: 'wrong', WebSocket: maker })
    await expect(wrong).rejects.toMatchObject({ code: 'not-allowed' })
  })
})

describe('a table in this process', () => {
  it('stores entries before it sends them, and resumes', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-kept-'))
    const name = path.join(folder, 'table.jsonl')
    const file = await openFile(name, 'a+')
    const storage = logStorage(fileLog(file))
    const def = await defOf(GAME)
    const table = await localTable({ def, seed: 1, storage })
    const rng = new Rng(3)
    for (let n = 0; n < 25 && table.asked.length > 0; n += 1) {
      const decision = itemAt(table.asked, 0)
      await table.decide(decision.seat, drawChoice(decision, rng))
      if (n === 10) await table.chat('hello')
      if (n === 12) await table.undo()
    }
    const view = table.view()
    const { number } = table
    table.close()
    await file.close()
    // A crash in the middle of writing a line.
    await appendFile(name, '{"kind":"decision","seat":"r')
    const later = await openFile(name, 'a+')
    const reopened = await localTable({ def, storage: logStorage(fileLog(later)) })
    expect(reopened.number).toBe(number)
    expect(reopened.view()).toEqual(view)
    const decision = itemAt(reopened.asked, 0)
    await reopened.decide(decision.seat, drawChoice(decision, new Rng(1)))
    reopened.close()
    await later.close()
    const lines = (await readFile(name, 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(number + 2)
    await rm(folder, { recursive: true, force: true })
  })
})
