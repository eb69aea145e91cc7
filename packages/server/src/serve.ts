/** Assembles a server: store, tables, bots, notifications, REST and WebSocket. */
import { availableParallelism } from 'node:os'
import { headOf } from '@ludoforge/compiler'
import { startWorker } from '@ludoforge/agents/node'
import { Accounts } from './accounts/index.js'
import { BotPool, Bots } from './bots/index.js'
import type { CompileResult } from './compile-worker.js'
import { type AppOptions, buildApp } from './http/index.js'
import { Addresses, DeliveryWorker, smtpMail } from './notifications/index.js'
import { openStore } from './store/index.js'
import { Tables } from './tables/index.js'

/** The options of a server. */
export interface ServeOptions extends Pick<AppOptions, 'log' | 'trustProxy' | 'web' | 'docs' | 'limits'> {
  readonly port: number
  readonly host: string
  /** The folder of the SQLite store. */
  readonly data: string
  readonly database?: string | undefined
  /** Paths of game folders or of compiled games. */
  readonly games: readonly string[]
  /** Further origins that pass the origin check. */
  readonly origins?: readonly string[]
  readonly version: string
  readonly notices?: NotificationOptions
  readonly botThreads?: number
  readonly botSeconds?: number
  readonly say?: (line: string) => void
}

/** Options of webhooks and mail. */
interface NotificationOptions {
  readonly smtp?: string | undefined // smtp://user:password@host:port
  readonly mailFrom?: string | undefined
  /** Allows webhooks to private network addresses. */
  readonly inside?: boolean
  /** Delays before each retry. */
  readonly againMs?: readonly number[]
}

/** A listening server. */
export interface RunningServer {
  readonly address: string
  readonly tables: Tables
  /** Resolves when all games are compiled. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

const BOT_SECONDS = 30

/** Starts a server. It listens before its games are compiled. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { port, host, data, database, games, origins = [], version, say = () => {} } = options
  const store = await openStore({ data, database, log: say })
  const tables = new Tables(store)
  const threads = options.botThreads ?? Math.max(2, availableParallelism())
  const pool = new BotPool(threads, (options.botSeconds ?? BOT_SECONDS) * 1000)
  const bots = new Bots(tables, pool, say)
  const { smtp, mailFrom = 'ludoforge@localhost', inside = false, againMs } = options.notices ?? {}
  const mail = smtp === undefined ? undefined : smtpMail(smtp, mailFrom)
  const deliveries = new DeliveryWorker(store, {
    inside,
    mail,
    log: say,
    ...(againMs === undefined ? {} : { againMs }),
  })
  const services = {
    tables,
    hint: bots.hint.bind(bots),
    accounts: new Accounts(store.db),
    addresses: new Addresses(store, mail),
    origins,
    version,
  }
  const app = await buildApp({ ...options, ...services })
  const closed = new AbortController()
  const close = async (): Promise<void> => {
    closed.abort()
    await app.close()
    await deliveries.close()
    await bots.close()
    await store.close()
  }
  try {
    await readHeads(tables, games)
    await tables.listen()
    const address = await app.listen({ port, host })
    await bots.start()
    deliveries.start()
    return { address, tables, ready: compileAll(tables, games, say, closed.signal), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Reads the titles of all games, so that the lobby lists them before they are compiled. */
async function readHeads({ rulebooks }: Tables, paths: readonly string[]): Promise<void> {
  const heads = await Promise.all(paths.map(headOf))
  paths.forEach((path, i) => {
    const head = heads[i]
    if (head !== undefined) rulebooks.prepare(path, head)
  })
}

/** Compiles all games in a worker thread. A game with errors is left out, and `say` gets its diagnostics. */
function compileAll(
  tables: Tables,
  paths: readonly string[],
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (paths.length === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const worker = startWorker(import.meta.url, 'compile-worker', paths)
    let publishing = Promise.resolve()
    signal.addEventListener('abort', () => void worker.terminate())
    worker.on('message', (compiled: CompileResult) => {
      publishing = publishing.then(async () => {
        if ('problem' in compiled)
          say(`${compiled.place} doesn't compile, so it isn't available: ${compiled.problem}`)
        else if (!signal.aborted) await tables.rulebooks.offer(compiled.offered)
        tables.rulebooks.prepared(compiled.place)
      })
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      publishing.finally(() => tables.rulebooks.prepared()).then(resolve, reject)
    })
  })
}
