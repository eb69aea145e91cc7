/** Two server processes on one Postgres: killed, cut off from the database, and with a database that restarts. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { remoteTable } from '@ludoforge/client'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { openStore } from '../src/store/index.js'
import { loadEntries } from '../src/tables/rows.js'
import { checkRecord, makeTables, pause, Player } from './support/fault-players.js'
import { freePort, type Postgres, startPostgres } from './support/postgres.js'
import { makeTable, rest, TestSocket } from './support/server.js'
import { type Child, startChild } from './support/serving.js'

const GAME = 'reversi'
const BOTS = { black: { bot: 'random' }, white: { bot: 'random' } }

/** The network between a server and its database, which can be cut. */
class Link {
  readonly #sockets = new Set<Socket>()
  #isCut = false
  readonly #server: Server

  private constructor(to: number) {
    this.#server = createServer((socket) => {
      if (this.#isCut) return void socket.destroy()
      const onward = connect(to, '127.0.0.1')
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.#sockets.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
        one.pipe(other)
      }
    })
  }

  /** Returns a link to this database, and the address of the database through it. */
  static async to(database: string): Promise<[Link, string]> {
    const url = new URL(database)
    const link = new Link(Number(url.port))
    const port = await freePort()
    await new Promise<void>((resolve) => {
      link.#server.listen(port, '127.0.0.1', resolve)
    })
    url.port = String(port)
    return [link, url.href]
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  heal(): void {
    this.#isCut = false
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}

describe('two servers on one Postgres', () => {
  let postgres: Postgres
  let database: string
  const children: Child[] = []
  const links: Link[] = []
  const start = async (at: number, port: number, address = database): Promise<Child> => {
    const child = await startChild({ data: '', database: address }, port, [GAME])
    children[at] = child
    return child
  }
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true })
  })
  afterAll(async () => {
    for (const child of children) await child.kill()
    for (const link of links) link.close()
    await postgres.stop()
  })

  /** Seats players at both servers. */
  async function sit(urls: readonly string[], count: number): Promise<Player[]> {
    const players: Player[] = []
    for (const [n, url] of urls.entries())
      for (const { id, key } of await makeTables(url, GAME, count))
        players.push(
          new Player(await remoteTable({ url, table: id, key, WebSocket }), n * 100 + players.length),
        )
    return players
  }
  async function compare(players: readonly Player[]): Promise<number> {
    for (const player of players) await player.stop()
    const store = await openStore({ data: '', database })
    const checked = await checkRecord(store, players)
    await store.close()
    return checked
  }

  it('are killed 20 times, one at a time or both: no acknowledged decision is lost', async () => {
    database = await postgres.fresh()
    const ports = [await freePort(), await freePort()]
    const urls: string[] = []
    for (const [at, port] of ports.entries()) urls.push((await start(at, port)).url)
    const players = await sit(urls, 3)
    for (let n = 0; n < 20; n += 1) {
      await pause(100 + 13 * n)
      const victims = n % 5 === 4 ? [0, 1] : [n % 2]
      await Promise.all(victims.map((at) => itemAt(children, at).kill()))
      await Promise.all(victims.map((at) => start(at, itemAt(ports, at))))
      if (n % 5 === 4) players.push(...(await sit(urls, 1)))
    }
    await pause(2000)
    const checked = await compare(players)
    console.log(`two processes, 20 kills: ${checked} acknowledged decisions compared, 0 lost`)
    expect(checked).toBeGreaterThan(100)
  })

  it('one is cut off from the database: the other continues and plays the bots, and both agree afterwards', async () => {
    database = await postgres.fresh()
    const urls: string[] = []
    for (const at of [0, 1]) {
      await children[at]?.kill()
      const [link, address] = await Link.to(database)
      links[at] = link
      urls.push((await start(at, await freePort(), address)).url)
    }
    const [first = '', second = ''] = urls
    const players = await sit(urls, 3)
    for (const at of [0, 1, 0, 1]) {
      const other = itemAt(urls, 1 - at)
      links[at]?.cut()
      // The leader may have been cut off. The other takes over within a second or two.
      const { table } = await makeTable(other, { game: GAME, you: 'Ann', seats: BOTS })
      const watching = await TestSocket.at(other, table.id) // bots alone play only while somebody watches
      const outcome = async () => (await rest(other, 'table', { id: table.id })).body.outcome
      await expect.poll(outcome, { timeout: 60_000, interval: 300 }).toBeDefined()
      watching.close()
      await expect
        .poll(async () => (await rest(itemAt(urls, at), 'health')).status, { timeout: 30_000 })
        .toBe(503)
      links[at]?.heal()
      await expect
        .poll(async () => (await rest(itemAt(urls, at), 'health')).status, { timeout: 30_000 })
        .toBe(200)
      const seen = async () => (await rest(itemAt(urls, at), 'table', { id: table.id })).body.outcome
      await expect.poll(seen, { timeout: 30_000 }).toBeDefined()
    }
    const more = await sit(urls, 1)
    await expect
      .poll(() => more.every(({ acknowledged }) => acknowledged.length > 2), { timeout: 60_000 })
      .toBe(true)
    const checked = await compare([...players, ...more])
    console.log(`two processes, 4 partitions: ${checked} acknowledged decisions compared, 0 lost`)
    const store = await openStore({ data: '', database })
    for (const { acknowledged } of players) {
      const id = acknowledged[0]?.table
      if (id === undefined) continue
      const { length } = await loadEntries(store.db, id)
      for (const url of [first, second])
        await expect
          .poll(async () => (await rest(url, 'table', { id })).body.number, { timeout: 30_000 })
          .toBe(length)
    }
    await store.close()
  })

  it('the database restarts under both: acknowledged decisions are there, and play continues', async () => {
    database = await postgres.fresh()
    const urls: string[] = []
    for (const at of [0, 1]) {
      await children[at]?.kill()
      urls.push((await start(at, await freePort())).url)
    }
    const players = await sit(urls, 2)
    for (let n = 0; n < 2; n += 1) {
      await pause(500)
      await postgres.restart()
    }
    const more = await sit(urls, 1)
    await expect
      .poll(() => more.every(({ acknowledged }) => acknowledged.length > 2), { timeout: 60_000 })
      .toBe(true)
    const checked = await compare([...players, ...more])
    console.log(`two processes, 2 restarts of Postgres: ${checked} acknowledged decisions compared, 0 lost`)
    expect(checked).toBeGreaterThan(10)
  })
})
