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
import { presentSeats } from '@ludoforge/kernel'
import { gameOf } from '../../../test/support/games.js'
import { DEFAULT_LIMITS } from '../src/http/index.js'
import type { StoreOptions } from '../src/store/index.js'
import { longSave } from '../test/support/long-table.js'
import { startPostgres } from '../test/support/postgres.js'
import { ServerProcess } from '../test/support/server-process.js'
import { bareInserts } from './bare-inserts.js'
import { beginAttack } from './attacker-process.js'
import { type Counts, freshAddress, makeTable, Player } from './player.js'

const HELP = `npm run bench:server -- [options]
  --seconds N    duration of the load (60)
  --tables N     live tables (1000)
  --clients N    tables with a WebSocket client (200)
  --games LIST   comma-separated (all)
  --bot NAME     agent of the other seats (random)
  --threads N    bot threads (the server's default)
  --store NAME   sqlite, postgres or both (sqlite)
  --attacker N   measure N pairs of periods of --seconds, without and with an attacker who does
                 everything at once; the server has its usual limits then (0)
  --think MS     pause of a WebSocket client before it answers (0; 60 with --attacker)
  --profile DIR  write a CPU profile of the server's main thread to DIR`

const GAMES = 'tic-tac-toe,connect-four,reversi,goofspiel,outposts,three-crowns,texas-holdem,fire-in-the-lake'
const BARE_MS = 2000
const CONCURRENCY = 8 // of creating tables
const ATTACKED_THINK_MS = 60 // below the limit of 20 messages a second
const ATTACKED_GAME = 'reversi' // its games can be long, and bots think about it for long
const LONG_ENTRIES = 5000
const ATTACKING_BOTS = ['search:9999999', 'search:10000'] // the server refuses the first

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    tables: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '200' },
    games: { type: 'string', default: GAMES },
    bot: { type: 'string', default: 'random' },
    threads: { type: 'string' },
    store: { type: 'string', default: 'sqlite' },
    attacker: { type: 'string', default: '0' },
    think: { type: 'string' },
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
  const thinkMs = Number(values.think ?? (Number(values.attacker) > 0 ? ATTACKED_THINK_MS : 0))
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
      ids.set((await makeTable(url, requestFor(games, n, false), freshAddress())).table.id, n)
    } catch (error) {
      if (!ending) throw error
    }
  }
  const flags =
    values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(values.profile)}`]
  const { data, database } = where
  const botThreads = values.threads === undefined ? {} : { botThreads: Number(values.threads) }
  const server = await ServerProcess.start(
    {
      data,
      database,
      games: files,
      bots: { unwatched: true },
      ...botThreads,
      // The attacker has the limits of the internet; the others have addresses of their own.
      ...(Number(values.attacker) > 0 ? { limits: DEFAULT_LIMITS, trustProxy: 1 } : {}),
    },
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
    const player = new Player(url, requestFor(games, n, true), counts, n + 1, thinkMs)
    players.push(player)
    await player.begin()
  })
  await inParallel(tables - clients, async (n) => {
    ids.set((await makeTable(url, requestFor(games, n, false), freshAddress())).table.id, n)
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
  if (Number(values.attacker) > 0) await underAttack(store, server, counts, seconds)
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

/** Measures the players in turns, without and with an attacker, and prints the ratios. */
async function underAttack(
  store: string,
  server: ServerProcess,
  counts: Counts,
  seconds: number,
): Promise<void> {
  const game = await gameOf(ATTACKED_GAME)
  const save = longSave(game, LONG_ENTRIES)
  const seats = game.def.seats.map(({ id }) => id)
  const table = (player: 'me' | { readonly bot: string }): NewTable => ({
    game: game.def.id,
    you: 'Eve',
    seats: Object.fromEntries(seats.map((seat) => [seat, player])),
  })
  const own = table('me')
  const bots = ATTACKING_BOTS.map((bot) => table({ bot }))
  const waits: Record<'without' | 'with', number[]> = { without: [], with: [] }
  const decisions = { without: 0, with: 0 }
  const megabytes: Record<'without' | 'with', number[]> = { without: [], with: [] }
  const period = async (name: 'without' | 'with'): Promise<void> => {
    counts.waits.length = 0
    counts.refused = 0
    const first = await server.measure()
    await new Promise((resolve) => {
      setTimeout(resolve, seconds * 1000)
    })
    const last = await server.measure()
    waits[name].push(...counts.waits)
    decisions[name] += last.decisions - first.decisions
    megabytes[name].push(Math.round(last.bytes / (1 << 20)))
    if (counts.refused > 0) log(`${store} ${name} an attacker: ${counts.refused} honest requests refused`)
  }
  const pairs = Number(values.attacker)
  for (let n = 0; n < pairs; n += 1) {
    await period('without')
    const end = await beginAttack({ url: server.address, save, own, bots })
    await period('with')
    const answers = (await end()).toSorted(([, a], [, b]) => b - a)
    log(`${store} answered the attacker: ${answers.map(([name, count]) => `${name} ${count}`).join(', ')}`)
  }
  const figures = (name: 'without' | 'with') => {
    const sorted = waits[name].toSorted((a, b) => a - b)
    return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
  }
  for (const name of ['without', 'with'] as const) {
    const { p50, p99 } = figures(name)
    const rate = decisions[name] / seconds / pairs
    console.log(
      `${store} ${name} an attacker: ${rate.toFixed(0)} decisions a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, memory ${megabytes[name].join(', ')} MB`,
    )
  }
  const [one, two] = [figures('without'), figures('with')]
  console.log(
    `${store} ratio: p50 ${(two.p50 / one.p50).toFixed(2)}, p99 ${(two.p99 / one.p99).toFixed(2)} (goal: at most 2)`,
  )
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
      games.push({ id: def.id, seats: presentSeats(def, {}).map(({ id }) => id) })
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
