/** Several servers on one Postgres behind a load balancer, killed one after the other while people play. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { remoteTable, type Table } from '@ludoforge/client'
import { Refusal } from '@ludoforge/table'
import { type Choice, Rng } from '@ludoforge/kernel'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawChoice } from '../../../test/support/play.js'
import { openStore } from '../src/store/index.js'
import { loadEntries } from '../src/tables/rows.js'
import { Tables } from '../src/tables/index.js'
import { type Postgres, startPostgres } from './support/postgres.js'
import { ServerProcess } from './support/server-process.js'
import { makeTable, rest } from './support/server.js'

const GAME = 'reversi'
const TABLES = 10
const KILLS = 10

/** Round-robin: sends each connection to the next server that accepts it. */
class Balancer {
  readonly ports: (number | undefined)[] = []
  #next = 0
  readonly #server: Server = createServer((socket) => this.#pass(socket, this.ports.length))

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  #pass(socket: Socket, tries: number): void {
    this.#next += 1
    const port = this.ports[this.#next % this.ports.length]
    if (tries === 0) return void socket.destroy()
    if (port === undefined) return this.#pass(socket, tries - 1)
    const onward = connect(port, '127.0.0.1')
    const refused = (): void => this.#pass(socket, tries - 1)
    onward.once('error', refused)
    onward.once('connect', () => {
      onward.off('error', refused)
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        one.on('error', () => other.destroy())
        one.on('close', () => other.destroy())
      }
      socket.pipe(onward)
      onward.pipe(socket)
    })
  }

  close(): void {
    this.#server.close()
  }
}

interface Acknowledged {
  readonly seat: string
  readonly choice: Choice
}

/** A player with one seat who answers every question until stopped. */
class Player {
  readonly acknowledged: Acknowledged[] = []
  readonly refused: string[] = []
  stopped = false
  readonly done: Promise<void>

  constructor(
    readonly table: Table,
    seed: number,
  ) {
    this.done = this.#play(new Rng(seed))
  }

  async #play(rng: Rng): Promise<void> {
    while (!this.stopped && this.table.about.outcome === undefined) {
      const [decision] = this.table.asked
      if (decision !== undefined) await this.#decide(decision.seat, drawChoice(decision, rng))
      await pause(20 + rng.below(60))
    }
  }

  async #decide(seat: string, choice: Choice): Promise<void> {
    try {
      await this.table.decide(seat, choice)
      this.acknowledged.push({ seat, choice })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.refused.push(error.code)
    }
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

describe('several servers behind a load balancer', () => {
  let postgres: Postgres
  const balancer = new Balancer()
  const servers: ServerProcess[] = []
  let database: string
  let url: string
  const start = async (at: number, games: readonly string[]): Promise<void> => {
    const server = await ServerProcess.start({ data: '', database, games })
    servers[at] = server
    balancer.ports[at] = Number(new URL(server.address).port)
  }
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true })
    database = await postgres.fresh()
    await Promise.all([0, 1].map((at) => start(at, [`games/${GAME}`])))
    url = await balancer.listen()
  })
  afterAll(async () => {
    balancer.close()
    for (const server of servers) await server.kill()
    await postgres.stop()
  })

  it('are killed one by one: players notice a pause only, and no acknowledged decision is lost', async () => {
    const ids: string[] = []
    const players: Player[] = []
    const sit = async (): Promise<void> => {
      const { table, key } = await makeTable(url, { game: GAME, you: 'Ann', seats: { black: 'me' } })
      const { id } = table
      const { body } = await rest(url, 'invite', { id, key, body: { seats: ['white'] } })
      const joined = await rest(url, 'join', { id, body: { invitation: body.secret, you: 'Bob' } })
      ids.push(id)
      for (const one of [key, joined.body.key])
        players.push(new Player(await remoteTable({ url, table: id, key: one, WebSocket }), players.length))
    }
    for (let n = 0; n < TABLES; n += 1) await sit()
    const bots = { black: { bot: 'random' }, white: { bot: 'random' } }
    for (let n = 0; n < KILLS; n += 1) {
      const watched = await makeTable(url, { game: GAME, you: 'Ann', seats: bots })
      // Bots alone play only while somebody watches. The spectator reconnects when its server is killed.
      const spectator = await remoteTable({ url, table: watched.table.id, WebSocket })
      await pause(300)
      const at = n % 2
      balancer.ports[at] = undefined
      await servers[at]?.kill()
      // The other server becomes the leader and plays the bots, within a second or two.
      const over = async (): Promise<unknown> =>
        (await rest(url, 'table', { id: watched.table.id })).body.outcome
      await expect.poll(over, { timeout: 60_000, interval: 300 }).toBeDefined()
      spectator.close()
      await start(at, [`games/${GAME}`])
    }
    await pause(2000)
    for (const player of players) player.stopped = true
    await Promise.all(players.map(({ done }) => done))

    const store = await openStore({ data: '', database })
    const tables = new Tables(store)
    let compared = 0
    for (const id of ids) {
      await tables.get(id) // throws if an entry replays to another state
      const entries = await loadEntries(store.db, id)
      for (const { table, acknowledged } of players.filter((one) => one.table.about.id === id)) {
        const [seat] = table.you.seats
        const made = entries.flatMap((entry) =>
          entry.kind === 'decision' && entry.seat === seat ? [entry.choice] : [],
        )
        // The last decision may be on record without an acknowledgement.
        expect(made.slice(0, acknowledged.length)).toEqual(acknowledged.map(({ choice }) => choice))
        expect(made.length - acknowledged.length).toBeLessThan(2)
        expect(table.number).toBe(entries.length)
        compared += acknowledged.length
      }
    }
    await store.close()
    for (const { table } of players) table.close()
    expect(compared).toBeGreaterThan(150)
    expect(new Set(players.flatMap(({ refused }) => refused))).toEqual(new Set())
  })
})
