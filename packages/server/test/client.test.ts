/** One interface, three ways to a table: who plays cannot tell which it is. */
import { appendFile, mkdtemp, open as openFile, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import {
  hostTable,
  localTable,
  type Port,
  remoteTable,
  type Table,
  type TableEvent,
  type WebSocketConstructor,
  workerTable,
} from '@ludoforge/client'
import { fileLog, logStorage } from '@ludoforge/table'
import { Rng } from '@ludoforge/kernel'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawChoice } from '../../../test/support/play.js'
import { defOf, rulesFor } from './support/play.js'
import { startServer, type TestServer } from './support/server.js'
import { type Place, PLACES } from './support/stores.js'

const GAME = 'outposts'
const SEED = 'one and the same'
const maker = WebSocket as unknown as WebSocketConstructor

let place: Place
let server: TestServer
beforeAll(async () => {
  place = await PLACES[0].open()
  server = await startServer(await place.fresh(), [GAME, 'texas-holdem', 'goofspiel'])
})
afterAll(async () => {
  await server.close()
  await place.end()
})

/** Both seats are mine, or the second one a bot's. */
async function wished(game: string, bot: boolean) {
  const [first = '', ...others] = (await defOf(game)).seats.map(({ id }) => id)
  return { first, others: Object.fromEntries(others.map((seat) => [seat, bot ? 'greedy' : 'me'])) }
}

async function remote(game: string, bot: boolean): Promise<Table> {
  const { first, others } = await wished(game, bot)
  const bots = Object.entries(others).map(
    ([seat, who]) => [seat, who === 'me' ? 'me' : { bot: who }] as const,
  )
  const seats = Object.fromEntries([[first, 'me' as const], ...bots])
  const made = await server.tables.make({ game, you: 'You', seats }, null, SEED)
  return remoteTable({ url: server.url, table: made.table.id, key: made.key, WebSocket: maker })
}

async function local(game: string, bot: boolean): Promise<Table> {
  const { first, others } = await wished(game, bot)
  return localTable({ ...(await rulesFor(game)), seed: SEED, seats: { [first]: 'me', ...others } })
}

async function inWorker(game: string, bot: boolean): Promise<Table> {
  const { first, others } = await wished(game, bot)
  const { port1, port2 } = new MessageChannel()
  const rules = await rulesFor(game)
  const { def } = rules
  await hostTable({ ...rules, seed: SEED, seats: { [first]: 'me', ...others } }, port1 as unknown as Port)
  const table = await workerTable(port2 as unknown as Port, def)
  table.listen((heard) => {
    if (heard.type === 'connection' && !heard.open) port1.close()
  })
  return table
}

const WAYS = [
  ['a server', remote],
  ['this process', local],
  ['a worker', inWorker],
] as const

const settled = async (test: () => boolean): Promise<void> => expect.poll(test, { interval: 5 }).toBe(true)

/** What was heard, without what differs from table to table. */
const same = (heard: readonly TableEvent[]): unknown =>
  JSON.parse(JSON.stringify(heard, (key, value: unknown) => (key === 'at' || key === 'person' ? 0 : value)))

async function script(table: Table): Promise<TableEvent[]> {
  const heard: TableEvent[] = []
  table.listen((one) => heard.push(one))
  const rng = new Rng(3)
  for (let n = 0; n < 25 && table.asked.length > 0; n += 1) {
    const [decision] = table.asked
    if (decision === undefined) break
    expect(table.view(decision.seat).decision).toEqual(decision)
    await table.decide(decision.seat, drawChoice(decision, rng))
    if (n === 10) await table.chat('hello')
    if (n === 12) await table.undo()
  }
  return heard
}

describe('the same game', () => {
  it('sounds the same over every way', async () => {
    const stories: unknown[] = []
    for (const [, open] of WAYS) {
      const table = await open(GAME, false)
      stories.push(same(await script(table)))
      const [seat, option] = [table.you.seats[0], 'nowhere']
      const decision = table.asked[0]
      expect((await table.explain(decision?.seat ?? seat, option)).offered).toBe(false)
      expect((await table.news()).told.map(({ eye }) => eye)).toEqual(table.you.seats)
      expect((await table.rules()).id).toBe(GAME)
      await expect(table.decide(seat, ['no', 'such', 'thing'])).rejects.toMatchObject({ name: 'Refusal' })
      await expect(table.undo(999)).rejects.toMatchObject({ code: 'not-allowed' })
      table.close()
      await expect(table.chat('too late')).rejects.toMatchObject({ name: 'Refusal' })
    }
    expect(stories[1]).toEqual(stories[0])
    expect(stories[2]).toEqual(stories[0])
  })

  it.each(WAYS)('against bots over %s', async (_, open) => {
    const table = await open('texas-holdem', true)
    const rng = new Rng(5)
    for (let n = 0; n < 5 && table.about.outcome === undefined; n += 1) {
      await settled(() => table.asked.length > 0 || table.about.outcome !== undefined)
      const [decision] = table.asked
      if (decision !== undefined) await table.decide(decision.seat, drawChoice(decision, rng))
    }
    expect(table.number).toBeGreaterThan(5)
    expect(table.you.seats).toHaveLength(1)
    table.close()
  })

  it.each(['outposts', 'texas-holdem', 'goofspiel'])(
    'views kept by events are those of the rules: %s',
    async (game) => {
      const table = await remote(game, false)
      const there = await server.tables.get(table.about.id)
      const rng = new Rng(11)
      for (let n = 0; n < 60 && table.asked.length > 0; n += 1) {
        const decision = table.asked[rng.below(table.asked.length)]
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
  it('opens itself again, and nothing is missed or done twice', async () => {
    const sockets: WebSocket[] = []
    class Fragile extends WebSocket {
      constructor(url: string) {
        super(url)
        sockets.push(this)
      }
    }
    const { first, others } = await wished(GAME, false)
    const seats = Object.fromEntries([first, ...Object.keys(others)].map((seat) => [seat, 'me' as const]))
    const made = await server.tables.make({ game: GAME, you: 'You', seats }, null, SEED)
    const table = await remoteTable({
      url: server.url,
      table: made.table.id,
      key: made.key,
      WebSocket: Fragile,
    })
    const numbers: number[] = []
    const connections: boolean[] = []
    table.listen((heard) => {
      if (heard.type === 'connection') connections.push(heard.open)
      else if (heard.type !== 'thinking') numbers.push(heard.number)
    })
    const rng = new Rng(2)
    for (let n = 0; n < 20; n += 1) {
      const [decision] = table.asked
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

  it('is given up where the key does not fit', async () => {
    const made = await server.tables.make({ game: GAME, you: 'You' }, null, SEED)
    const wrong = remoteTable({ url: server.url, table: made.table.id, key: 'wrong', WebSocket: maker })
    await expect(wrong).rejects.toMatchObject({ code: 'not-allowed' })
  })
})

describe('a table in this process', () => {
  it('is kept before anybody hears of it, and gone on with', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-kept-'))
    const name = path.join(folder, 'table.jsonl')
    const file = await openFile(name, 'a+')
    const keeper = logStorage(fileLog(file))
    const def = await defOf(GAME)
    const table = await localTable({ def, seed: 1, keeper })
    await script(table)
    const view = table.view()
    const { number } = table
    table.close()
    await file.close()
    // The machine goes down while a line is written.
    await appendFile(name, '{"kind":"decision","seat":"r')
    const later = await openFile(name, 'a+')
    const again = await localTable({ def, keeper: logStorage(fileLog(later)) })
    expect(again.number).toBe(number)
    expect(again.view()).toEqual(view)
    const [decision] = again.asked
    await again.decide(decision.seat, drawChoice(decision, new Rng(1)))
    again.close()
    await later.close()
    const lines = (await readFile(name, 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(number + 2)
    await rm(folder, { recursive: true, force: true })
  })
})
