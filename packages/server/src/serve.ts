/** A whole server: store, tables, bots, REST and socket. */
import { availableParallelism } from 'node:os'
import { headOf } from '@ludoforge/compiler'
import { startWorker } from '@ludoforge/agents/node'
import { Accounts } from './accounts/index.js'
import { BotPool, Bots } from './bots/index.js'
import type { Compiled } from './compile-worker.js'
import { type AppOptions, buildApp } from './http/index.js'
import { Addresses, DeliveryWorker, smtpMail } from './notifications/index.js'
import { openStore } from './store/index.js'
import { Tables } from './tables/index.js'

export interface ServeOptions extends Pick<AppOptions, 'log' | 'trustProxy' | 'web' | 'docs' | 'limits'> {
  readonly port: number
  readonly host: string
  /** The folder of the embedded store. */
  readonly data: string
  readonly database?: string | undefined
  /** Folders of games, or compiled ones. */
  readonly games: readonly string[]
  /** Pages that may use the server although they come from elsewhere. */
  readonly origins?: readonly string[]
  readonly version: string
  readonly notices?: NoticeOptions
  readonly botThreads?: number
  readonly botSeconds?: number
  readonly say?: (line: string) => void
}

/** How people are told outside the table. */
interface NoticeOptions {
  readonly smtp?: string | undefined // smtp://user:password@host:port
  readonly mailFrom?: string | undefined
  /** Programs in one's own network may be told, too. */
  readonly inside?: boolean
  readonly againMs?: readonly number[]
}

export interface RunningServer {
  readonly address: string
  readonly tables: Tables
  /** All games are compiled. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

const BOT_SECONDS = 30

export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { port, host, data, database, games, origins = [], version, say = () => {} } = options
  const store = await openStore({ data, database, log: say })
  const tables = new Tables(store)
  const threads = options.botThreads ?? Math.max(2, availableParallelism())
  const pool = new BotPool(threads, (options.botSeconds ?? BOT_SECONDS) * 1000)
  const bots = new Bots(tables, pool, say)
  const { smtp, mailFrom = 'ludoforge@localhost', inside = false, againMs } = options.notices ?? {}
  const mail = smtp === undefined ? undefined : smtpMail(smtp, mailFrom)
  const post = new DeliveryWorker(store, {
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
    await post.close()
    await bots.close()
    await store.close()
  }
  try {
    await findAll(tables, games)
    await tables.listen()
    const address = await app.listen({ port, host })
    await bots.start()
    post.start()
    return { address, tables, ready: compileAll(tables, games, say, closed.signal), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Finds out what the games are called, so that they are listed before they are compiled. */
async function findAll({ rulebooks }: Tables, places: readonly string[]): Promise<void> {
  const heads = await Promise.all(places.map(headOf))
  places.forEach((place, i) => {
    const head = heads[i]
    if (head !== undefined) rulebooks.prepare(place, head)
  })
}

/** A game with mistakes is left out, and it is said which ones. */
function compileAll(
  tables: Tables,
  places: readonly string[],
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (places.length === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const worker = startWorker(import.meta.url, 'compile-worker', places)
    let offering = Promise.resolve()
    signal.addEventListener('abort', () => void worker.terminate())
    worker.on('message', (compiled: Compiled) => {
      offering = offering.then(async () => {
        if ('problem' in compiled) say(`${compiled.place} is not offered: ${compiled.problem}`)
        else if (!signal.aborted) await tables.rulebooks.offer(compiled.offered)
        tables.rulebooks.prepared(compiled.place)
      })
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      offering.finally(() => tables.rulebooks.prepared()).then(resolve, reject)
    })
  })
}
