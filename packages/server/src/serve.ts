/** Assembles a server: store, tables, bots, notifications, REST and WebSocket. */
import type { Server } from 'node:http'
import { availableParallelism } from 'node:os'
import { headOf } from '@ludoforge/compiler'
import { startWorker } from '@ludoforge/agents/node'
import { Accounts, PasswordRecovery } from './accounts/index.js'
import { BotPool, Bots, type BotsOptions } from './bots/index.js'
import { ClockWorker } from './clocks/index.js'
import type { CompileResult, CompileTask } from './compile-worker.js'
import { HealthMonitor } from './health.js'
import { type AppOptions, buildApp, OpenSockets, serveMetrics } from './http/index.js'
import { SocketCounts } from './limits/index.js'
import { withoutSecrets } from './log.js'
import { Metrics } from './metrics.js'
import {
  Addresses,
  DeliveryWorker,
  DigestWorker,
  MailLimits,
  Push,
  smtpMail,
  vapidKeys,
} from './notifications/index.js'
import {
  DEFAULT_PROJECT_QUOTAS,
  type ProjectQuotas,
  Projects,
  Sandbox,
  type SandboxLimits,
} from './projects/index.js'
import { openStore, startError } from './store/index.js'
import {
  type BotLimit,
  DEFAULT_QUOTAS,
  DEFAULT_RETENTION,
  type Quotas,
  type Retention,
  Tables,
} from './tables/index.js'

/** The options of a server. */
export interface ServeOptions
  extends Pick<AppOptions, 'log' | 'logTo' | 'metricsToken' | 'trustProxy' | 'web' | 'docs' | 'limits'> {
  readonly port: number
  readonly host: string
  /** The folder of the SQLite store. */
  readonly data: string
  readonly database?: string | undefined
  /** Paths of game folders or of compiled games. */
  readonly games: readonly string[]
  /** Offers games in this language if they have its words, such as `de`. */
  readonly language?: string | undefined
  /** Further origins that pass the origin check. */
  readonly origins?: readonly string[]
  readonly version: string
  readonly notices?: NotificationOptions
  readonly botThreads?: number
  readonly botSeconds?: number
  /** The largest budget of a bot that clients may name. */
  readonly botLimit?: BotLimit
  readonly bots?: BotsOptions
  readonly quotas?: Quotas
  readonly projectQuotas?: ProjectQuotas
  /** Limits of the threads that check hosted games. */
  readonly sandbox?: Partial<SandboxLimits>
  readonly retention?: Retention
  /** Receives problems, unless the log is JSON and has them. */
  readonly say?: (line: string) => void
  /** Serves metrics on this port of the same host, without a token. */
  readonly metricsPort?: number | undefined
  /** When the server closes, requests get this long to end. */
  readonly closeMs?: number
  /** The clock of deadlines and of failed logins, for tests. */
  readonly now?: () => number
}

/** Options of webhooks and mail. */
interface NotificationOptions {
  readonly smtp?: string | undefined // smtp://user:password@host:port
  readonly mailFrom?: string | undefined
  /** Allows webhooks to private network addresses. */
  readonly inside?: boolean
  /** Delays before each retry. */
  readonly againMs?: readonly number[]
  /** How long mails and messages to browsers wait for others, to become one. */
  readonly digestMs?: number
  /** The time for one request to a webhook. */
  readonly deadlineMs?: number
  /** The time between two looks for what is due. */
  readonly pollMs?: number
}

/** A listening server. */
export interface RunningServer {
  readonly address: string
  readonly tables: Tables
  /** The port of the metrics, if they have their own. */
  readonly metricsPort: number | undefined
  readonly sockets: OpenSockets
  /** Resolves when all games are compiled. */
  readonly ready: Promise<void>
  /**
   * Compiles games again, after their files changed, and returns the titles of those that it publishes. New tables use
   * the new rules; running tables keep theirs. A game with errors stays as it was.
   */
  reload(games: readonly string[]): Promise<readonly string[]>
  close(): Promise<void>
}

const BOT_SECONDS = 30
const CLOSE_MS = 10_000
const PRUNE_MS = 3600_000 // between two passes over old tables
const VERIFY_MS = 30_000 // between two checks of the sessions and keys of open sockets

/** Starts a server. It listens before its games are compiled. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { port, host, data, database, games, origins = [], version } = options
  let report = options.say ?? (() => {})
  const say = (line: string): void => report(withoutSecrets(line))
  const store = await openStore({ data, database, log: say })
  const quotas = options.quotas ?? (options.limits === false ? undefined : DEFAULT_QUOTAS)
  const tables = new Tables(store, {
    botLimit: options.botLimit,
    quotas,
    digestMs: options.notices?.digestMs,
  })
  const threads = options.botThreads ?? Math.max(2, availableParallelism())
  const pool = new BotPool(threads, (options.botSeconds ?? BOT_SECONDS) * 1000)
  const bots = new Bots(tables, pool, say, options.bots)
  const {
    smtp,
    mailFrom = 'ludoforge@localhost',
    inside = false,
    againMs,
    deadlineMs,
    pollMs,
  } = options.notices ?? {}
  const mail = smtp === undefined ? undefined : smtpMail(smtp, mailFrom)
  const mailLimits = new MailLimits(store.db)
  const deliveries = new DeliveryWorker(store, {
    inside,
    mail,
    limits: mailLimits,
    log: say,
    ...(againMs === undefined ? {} : { againMs }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(pollMs === undefined ? {} : { pollMs }),
  })
  const digests = new DigestWorker(store, say, pollMs)
  const contact = `mailto:${mailFrom}`
  const push = new Push(store, { keys: await vapidKeys(store.db), contact, inside, log: say, pollMs })
  const clocks = new ClockWorker(tables, {
    log: say,
    ...(options.now === undefined ? {} : { now: options.now }),
  })
  const health = new HealthMonitor(store.db)
  const metrics = new Metrics({ bots: () => pool.load, tables: () => tables.openCount })
  tables.onStored((_, transitions) => metrics.stored(transitions))
  const { retention = DEFAULT_RETENTION } = options
  const sockets = new OpenSockets()
  const socketCounts = new SocketCounts(store.engine.kind === 'postgres' ? store.db : undefined, say)
  tables.revocations.onRevoked((hashes) => sockets.revoke(hashes))
  const verifying = setInterval(() => {
    sockets
      .verify(store.db)
      .catch((error: unknown) => say(`Can't check the sessions of sockets: ${String(error)}`))
  }, VERIFY_MS)
  const pruning = setInterval(() => {
    const work = store.engine.leads().then(async (leads) => {
      const { failed } = leads ? await tables.prune(retention) : { failed: [] }
      for (const { id, problem } of failed) say(`Can't archive table ${id}: ${problem}`)
    })
    work.catch((error: unknown) => say(`Can't archive old tables: ${String(error)}`))
  }, PRUNE_MS)
  const accounts = new Accounts(store.db, {
    onFailed: (network, login) => tables.shareFailedLogin(network, login),
    ...(options.now === undefined ? {} : { now: options.now }),
  })
  tables.onFailedLogin((network, login) => accounts.countFailure(network, login))
  const projectQuotas =
    options.projectQuotas ?? (options.limits === false ? undefined : DEFAULT_PROJECT_QUOTAS)
  const projects = new Projects(store, projectQuotas, new Sandbox(options.sandbox))
  const services = {
    tables,
    projects,
    health,
    metrics,
    push,
    sendsMail: mail !== undefined,
    sockets,
    socketCounts,
    hint: bots.hint.bind(bots),
    accounts,
    recovery: new PasswordRecovery(store.db, mail, say),
    addresses: new Addresses(store, mail, mailLimits),
    origins,
    version,
  }
  const app = await buildApp({ ...options, ...services })
  if (options.log === 'json') report = (line) => app.log.warn(line)
  const closed = new AbortController()
  // Nobody else ends an upgrade that is refused while the server closes: it would keep the server from closing.
  app.server.on('upgrade', (_, socket) => {
    if (closed.signal.aborted) setImmediate(() => socket.end(() => socket.destroy()))
  })
  let metricsServer: Server | undefined
  const close = async (): Promise<void> => {
    health.closing()
    closed.abort()
    clearInterval(verifying)
    clearInterval(pruning)
    const late = setTimeout(() => {
      for (const client of app.websocketServer.clients) client.terminate()
      app.server.closeAllConnections()
    }, options.closeMs ?? CLOSE_MS)
    metricsServer?.close()
    await Promise.all([app.close(), bots.close(), projects.close()]) // a request that waits for a bot is refused
    clearTimeout(late)
    await Promise.all([deliveries.close(), digests.close(), push.close()])
    await clocks.close()
    await tables.presence.settled()
    await socketCounts.end()
    await tables.close()
    metrics.close()
    await store.close()
  }
  try {
    await readHeads(tables, games)
    await tables.listen()
    const address = await app.listen({ port, host })
    await bots.start()
    for (const worker of [deliveries, digests, push]) worker.start()
    clocks.start()
    health.start()
    if (options.metricsPort !== undefined)
      metricsServer = await serveMetrics(metrics, host, options.metricsPort)
    const failed = (place: string, problem: string): void =>
      say(`${place} doesn't compile, so it isn't available: ${problem}`)
    const ready = compileAll(
      tables,
      { folders: games, language: options.language },
      failed,
      closed.signal,
    ).then(
      () => {},
      (error: unknown) => {
        throw startError(error, { data, database })
      },
    )
    const reload = (changed: readonly string[]): Promise<readonly string[]> =>
      compileAll(
        tables,
        { folders: changed, language: options.language },
        (place, problem) => say(`${place} doesn't compile. New tables get the version before. ${problem}`),
        closed.signal,
      )
    return { address, tables, sockets, metricsPort: portOf(metricsServer), ready, reload, close }
  } catch (error) {
    await close()
    throw error
  }
}

function portOf(server: Server | undefined): number | undefined {
  const address = server?.address()
  return typeof address === 'object' ? address?.port : undefined
}

/** Reads the titles of all games, so that the lobby lists them before they are compiled. */
async function readHeads({ rulebooks }: Tables, paths: readonly string[]): Promise<void> {
  const heads = await Promise.all(paths.map(headOf))
  paths.forEach((path, i) => {
    const head = heads[i]
    if (head !== undefined) rulebooks.prepare(path, head)
  })
}

/**
 * Compiles games in a worker thread, publishes them and returns their titles. A game with errors is left out, and
 * `failed` gets its diagnostics.
 */
function compileAll(
  tables: Tables,
  { folders, language }: CompileTask,
  failed: (place: string, problem: string) => void,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (folders.length === 0) return Promise.resolve([])
  return new Promise((resolve, reject) => {
    const published: string[] = []
    const worker = startWorker(import.meta.url, 'compile-worker', { folders, language } satisfies CompileTask)
    let publishing = Promise.resolve()
    signal.addEventListener('abort', () => void worker.terminate())
    worker.on('message', (compiled: CompileResult) => {
      publishing = publishing.then(async () => {
        if ('problem' in compiled) failed(compiled.place, compiled.problem)
        else if (!signal.aborted) {
          await tables.rulebooks.offer(compiled.offered)
          published.push(compiled.offered.card.title)
        }
        tables.rulebooks.prepared(compiled.place)
      })
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      publishing.finally(() => tables.rulebooks.prepared()).then(() => resolve(published), reject)
    })
  })
}
