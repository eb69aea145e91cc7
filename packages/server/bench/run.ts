/**
 * `npm run bench:server`: load test of a server, with many tables of all games, bots, and WebSocket clients that answer
 * at once. It compares the result with the database's own insert rate.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { NewTable } from '@ludoforge/table'
import { compileFolder } from '@ludoforge/compiler'
import type { StoreOptions } from '../src/store/index.js'
import { startPostgres } from '../test/support/postgres.js'
import { ServerProcess } from '../test/support/server-process.js'
import { bareInserts } from './bare-inserts.js'
import { type Counts, makeTable, Player } from './player.js'

const HELP = `npm run bench:server -- [options]
  --seconds N    duration of the load (60)
  --tables N     live tables (1000)
  --clients N    tables with a WebSocket client (200)
  --games LIST   comma-separated (all)
  --bot NAME     agent of the other seats (random)
  --threads N    bot threads (the server's default)
  --store NAME   sqlite, postgres or both (sqlite)
  --profile DIR  write a CPU profile of the server's main thread to DIR`

const GAMES = 'tic-tac-toe,connect-four,reversi,goofspiel,outposts,three-crowns,texas-holdem,fire-in-the-lake'
const BARE_MS = 2000
const CONCURRENCY = 8 // of creating tables

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    tables: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '200' },
    games: { type: 'string', default: GAMES },
    bot: { type: 'string', default: 'random' },
    threads: { type: 'string' },
    store: { type: 'string', default: 'sqlite' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

interface GameSeats {
  readonly id: string
  readonly seats: readonly string[]
}

interface Figures {
  readonly store: string
  readonly bare: number
  readonly rate: number
  readonly byPeople: number
  readonly waits: readonly number[]
  readonly refused: number
  readonly bytes: number
  readonly cores: number
  readonly delayMs: { readonly p50: number; readonly p99: number }
}

const log = (line: string): void => console.error(line)

/** Returns the request for table `n`: bots in all seats, or a person in the first one. */
function requestFor(games: readonly GameSeats[], n: number, withPerson: boolean): NewTable {
  const { id, seats } = games[n % games.length] ?? { id: '', seats: [] }
  const taken = seats.map((seat, i) => [seat, withPerson && i === 0 ? 'me' : { bot: values.bot }] as const)
  return { game: id, you: 'Ann', seats: Object.fromEntries(taken) }
}

async function inParallel(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

async function measure(
  store: string,
  where: StoreOptions,
  bare: StoreOptions,
  games: readonly GameSeats[],
  files: readonly string[],
): Promise<Figures> {
  const [seconds, tables, clients] = [values.seconds, values.tables, values.clients].map(Number) as [
    number,
    number,
    number,
  ]
  const before = await bareInserts(bare, BARE_MS)
  log(`${store}: ${Math.round(before)} bare inserts a second; starting the server`)
  const ids = new Map<string, number>() // the bots' tables, with the number of their request
  let url = ''
  let ending = false
  const restart = async (id: string): Promise<void> => {
    const n = ids.get(id)
    if (n === undefined || ending) return
    ids.delete(id)
    try {
      ids.set((await makeTable(url, requestFor(games, n, false))).table.id, n)
    } catch (error) {
      if (!ending) throw error
    }
  }
  const flags =
    values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(values.profile)}`]
  const { data, database } = where
  const botThreads = values.threads === undefined ? {} : { botThreads: Number(values.threads) }
  const server = await ServerProcess.start(
    { data, database, games: files, ...botThreads },
    {
      nodeFlags: flags,
      hear: (message) => {
        if (message.type === 'said') log(message.line)
        if (message.type === 'over') void Promise.all(message.tables.map(restart))
      },
    },
  )
  url = server.address
  const counts: Counts = { waits: [], refused: 0 }
  const players: Player[] = []
  await inParallel(clients, async (n) => {
    const player = new Player(url, requestFor(games, n, true), counts, n + 1)
    players.push(player)
    await player.begin()
  })
  await inParallel(tables - clients, async (n) => {
    ids.set((await makeTable(url, requestFor(games, n, false))).table.id, n)
    if (n % 100 === 0) log(`${clients + n} tables`)
  })
  const first = await server.measure()
  counts.waits.length = 0
  counts.refused = 0
  const started = performance.now()
  await new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000)
  })
  const last = await server.measure()
  const took = (performance.now() - started) / 1000
  const waits = counts.waits.toSorted((a, b) => a - b)
  ending = true
  for (const player of players) player.close()
  await server.close()
  const bareAfter = await bareInserts(bare, BARE_MS)
  return {
    store,
    bare: (before + bareAfter) / 2,
    rate: (last.decisions - first.decisions) / took,
    byPeople: waits.length / took,
    waits,
    refused: counts.refused,
    bytes: last.bytes,
    cores: (last.cpuMs - first.cpuMs) / 1000 / took,
    delayMs: last.delayMs,
  }
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function print(figures: readonly Figures[]): void {
  const rows: readonly (readonly [string, (one: Figures) => string])[] = [
    ['decisions acknowledged a second', ({ rate }) => rate.toFixed(0)],
    ['  of these by WebSocket clients', ({ byPeople }) => byPeople.toFixed(0)],
    ['bare fsynced inserts a second', ({ bare }) => bare.toFixed(0)],
    ['ratio (goal: 0.5)', ({ rate, bare }) => (rate / bare).toFixed(2)],
    ['answer to acknowledgement, p50, ms', ({ waits }) => percentile(waits, 0.5).toFixed(1)],
    ['answer to acknowledgement, p99, ms', ({ waits }) => percentile(waits, 0.99).toFixed(1)],
    ['refused', ({ refused }) => String(refused)],
    ['memory of the server, MB', ({ bytes }) => (bytes / (1 << 20)).toFixed(0)],
    ['CPU cores used by the server', ({ cores }) => cores.toFixed(2)],
    ['event loop delay, p50, ms', ({ delayMs: { p50 } }) => p50.toFixed(1)],
    ['event loop delay, p99, ms', ({ delayMs: { p99 } }) => p99.toFixed(1)],
  ]
  const width = Math.max(...rows.map(([title]) => title.length))
  console.log(`${''.padEnd(width)}${figures.map(({ store }) => store.padStart(10)).join('')}`)
  for (const [title, show] of rows)
    console.log(title.padEnd(width) + figures.map((figure) => show(figure).padStart(10)).join(''))
  const load = loadavg().map((value) => value.toFixed(1))
  console.log(`${cpus().length} cores, load ${load.join(' ')} (1, 5, 15 minutes; this command included)`)
}

async function main(): Promise<void> {
  if (values.help) return console.log(HELP)
  const folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-bench-'))
  try {
    const games: GameSeats[] = []
    const files: string[] = []
    for (const name of values.games.split(',')) {
      const { def } = await compileFolder(`games/${name}`)
      if (def === undefined) throw new Error(`${name} does not compile.`)
      const file = path.join(folder, `${name}.json`)
      await writeFile(file, JSON.stringify(def))
      files.push(file)
      games.push({ id: def.id, seats: def.seats.map(({ id }) => id) })
    }
    const figures: Figures[] = []
    if (values.store !== 'postgres') {
      const where = { data: path.join(folder, 'data') }
      figures.push(await measure('SQLite', where, { data: path.join(folder, 'bare') }, games, files))
    }
    if (values.store !== 'sqlite') {
      const postgres = await startPostgres({ durable: true })
      const newDatabase = async (): Promise<StoreOptions> => ({ data: '', database: await postgres.fresh() })
      figures.push(await measure('Postgres', await newDatabase(), await newDatabase(), games, files))
      await postgres.stop()
    }
    print(figures)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
