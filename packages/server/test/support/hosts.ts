/** Every host of a table, for tests that must pass on all of them. */
import { presentSeats } from '@ludoforge/kernel'
import { MessageChannel } from 'node:worker_threads'
import {
  connectTable,
  hostTable,
  localTable,
  type Port,
  remoteTable,
  type Table,
  type WebSocketConstructor,
  workerTable,
} from '@ludoforge/client'
import { type ClientMessage, handleRequest, Refusal, type ServerMessage } from '@ludoforge/table'
import { WebSocket } from 'ws'
import { itemAt } from '../../../../test/support/items.js'
import { BotPool, Bots } from '../../src/bots/index.js'
import { openStore } from '../../src/store/index.js'
import { checkNamedAgent, hashSecret, type Table as ServerTable, Tables } from '../../src/tables/index.js'
import { defOf, offerFor, rulesFor } from './play.js'
import { startServer } from './server.js'
import { type TestStore, STORES } from './stores.js'

/** A bot has all the time it needs: a loaded machine is no failure. */
const HANGING_MS = 10 * 60_000

/** A new table. Unnamed seats belong to the player. */
interface NewHostedTable {
  readonly game: string
  readonly seats?: Readonly<Record<string, string>>
  readonly seed?: string
}

export interface Host {
  open(options: NewHostedTable): Promise<Table>
  end(): Promise<void>
}

const socketConstructor = WebSocket as unknown as WebSocketConstructor

async function localOptions({ game, seats = {}, seed = 'hosted' }: NewHostedTable) {
  return { ...(await rulesFor(game)), seed, seats }
}

const inProcess = (): Promise<Host> =>
  Promise.resolve({
    open: async (options) => localTable(await localOptions(options)),
    end: () => Promise.resolve(),
  })

const inWorker = (): Promise<Host> =>
  Promise.resolve({
    async open(options) {
      const { port1, port2 } = new MessageChannel()
      const local = await localOptions(options)
      await hostTable(local, port1 as unknown as Port)
      const table = await workerTable(port2 as unknown as Port, local.def)
      table.listen((event) => {
        if (event.type === 'connection' && !event.open) port1.close()
      })
      return table
    },
    end: () => Promise.resolve(),
  })

/** Creates the table with all its seats and bots. Returns it with its key. */
async function createTable(tables: Tables, { game, seats = {}, seed = 'hosted' }: NewHostedTable) {
  const all = presentSeats(await defOf(game), {}).map(({ id }) => {
    const agent = seats[id]
    return [id, agent === undefined ? 'me' : { bot: agent }] as const
  })
  return tables.make({ game, you: 'You', seats: Object.fromEntries(all) }, null, seed)
}

/** A server's tables without its WebSocket. */
async function inStore(place: TestStore, games: readonly string[]): Promise<Host> {
  const store = await openStore(await place.fresh())
  const tables = new Tables(store)
  for (const game of games) await tables.rulebooks.offer(await offerFor(game))
  const bots = new Bots(tables, new BotPool(2, HANGING_MS), () => {})
  await tables.listen()
  await bots.start()
  return {
    async open(options) {
      const { table, key } = await createTable(tables, options)
      return direct(await tables.get(table.id), key, bots)
    },
    async end() {
      await bots.close()
      await store.close()
      await place.end()
    },
  }
}

function direct(table: ServerTable, key: string, bots: Bots): Promise<Table> {
  const id = table.people.find(({ keyHash }) => keyHash === hashSecret(key))?.id ?? null
  const services = { hint: bots.hint.bind(bots), checkAgent: checkNamedAgent }
  return connectTable({
    hello: { table: table.id },
    rules: () => Promise.resolve(table.game.def),
    open({ message: hear }) {
      let leave = (): void => {}
      let queue: Promise<void> = Promise.resolve()
      const send = (message: ServerMessage): void => hear(JSON.stringify(message))
      const answer = async ({ id: number, ask }: ClientMessage): Promise<void> => {
        const person = table.person(id)
        try {
          if (ask.type === 'hello') leave = await table.join({ person: id, hear }, number, ask.last)
          else if (person !== undefined)
            send({ type: 'done', id: number, ...(await handleRequest(services, table, person, ask)) })
        } catch (error) {
          const { code, message } =
            error instanceof Refusal ? error : { code: 'trouble' as const, message: String(error) }
          send({ type: 'error', id: number, code, message })
        }
      }
      return Promise.resolve({
        send: (text) => {
          queue = queue.then(() => answer(JSON.parse(text) as ClientMessage))
        },
        close: () => leave(),
      })
    },
  })
}

async function overTheWire(place: TestStore, games: readonly string[]): Promise<Host> {
  const server = await startServer(await place.fresh(), games)
  return {
    async open(options) {
      const { table, key } = await createTable(server.tables, options)
      return remoteTable({ url: server.url, table: table.id, key, WebSocket: socketConstructor })
    },
    async end() {
      await server.close()
      await place.end()
    },
  }
}

/** Functions that start a host with these games, by name. */
export const HOSTS: readonly (readonly [string, (games: readonly string[]) => Promise<Host>])[] = [
  ['this process', inProcess],
  ['a worker', inWorker],
  ...STORES.map(
    (place) => [place.name, async (games: readonly string[]) => inStore(await place.open(), games)] as const,
  ),
  ['a server', async (games) => overTheWire(await itemAt(STORES, 0).open(), games)],
]
