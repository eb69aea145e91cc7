/** The Postgres driver, for several server processes. They notify each other by LISTEN/NOTIFY. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { appendAll } from './postgres-append.js'
import type { Schema } from './schema.js'
import type { StoreListener, DatabaseDriver } from './store.js'

const CHANNEL = 'ludoforge'
const BROADCASTS = 'ludoforge_aside' // messages that aren't stored
const LEADER = 0x1d0f04 // the advisory lock of the leader
const MAX_IDS = 150 // a NOTIFY payload has at most 8,000 bytes
const BACK_OFF_MS = [50, 200, 1000, 2000]
const INT8 = 20
const MAX_CONNECTIONS = 10
/** Connections that only limits use: a limit must refuse an attack while the others are busy with it. */
const MAX_LIMIT_CONNECTIONS = 2

function openPool(url: string, max: number, log: (problem: string) => void): pg.Pool {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number) // our numbers are far below 2^53
  const pool = new pg.Pool({ connectionString: url, max, types, connectionTimeoutMillis: 10_000 })
  pool.on('error', (error) => log(`A connection to the database was lost: ${error.message}`))
  pool.on('connect', (client) => client.on('error', () => {})) // a client in use fails with its next query
  return pool
}

export function openPostgres(url: string, log: (problem: string) => void): DatabaseDriver {
  const pool = openPool(url, MAX_CONNECTIONS, log)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const limits = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool(url, MAX_LIMIT_CONNECTIONS, log) }),
  })
  const channel = new NotificationChannel(url, log)
  return {
    kind: 'postgres',
    db,
    limits,
    appendAll: (batch) => appendAll(pool, batch, CHANNEL, channel.name),
    async lock(tx, tables) {
      // A fixed order prevents deadlocks between processes.
      const query = tx
        .selectFrom('tables')
        .select('id')
        .where('id', 'in', [...tables])
      await query.orderBy('id').forUpdate().execute()
    },
    async announce(tx, tables) {
      for (let i = 0; i < tables.length; i += MAX_IDS) {
        const payload = [channel.name, ...tables.slice(i, i + MAX_IDS)].join(' ')
        await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(tx)
      }
    },
    whisper: (text) => channel.whisper(text),
    listen: (listener) => channel.open(listener),
    leads: () => channel.leads(),
    async close() {
      await channel.close()
      await limits.destroy()
      await db.destroy()
    },
  }
}

/** A dedicated connection for LISTEN/NOTIFY and leader election. It reconnects when it is lost. */
class NotificationChannel {
  /** Identifies this process, which ignores its own notifications. */
  readonly name = Math.random().toString(36).slice(2)
  #client: pg.Client | undefined
  #leading = false
  #closed = false
  /** Resolves when the last query is done: a client takes one at a time. */
  #queries: Promise<unknown> = Promise.resolve()
  #listener: StoreListener = { changed: () => {}, lost: () => {}, whispered: () => {} }

  constructor(
    private readonly url: string,
    private readonly log: (problem: string) => void,
  ) {}

  async open(listener: StoreListener): Promise<void> {
    this.#listener = listener
    await this.#connect()
  }

  whisper(text: string): void {
    const client = this.#client
    if (client === undefined) return
    const payload = `${this.name} ${text}`
    this.#inTurn(() => client.query('select pg_notify($1, $2)', [BROADCASTS, payload])).catch(
      (error: unknown) => {
        if (this.#closed) return
        this.log(`The database does not answer: ${error instanceof Error ? error.message : String(error)}`)
      },
    )
  }

  #inTurn<T>(query: () => Promise<T>): Promise<T> {
    const done = this.#queries.then(query)
    this.#queries = done.catch(() => undefined) // its caller reports it
    return done
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, keepAlive: true })
    client.on('error', () => this.#reconnect(client))
    client.on('end', () => this.#reconnect(client))
    client.on('notification', ({ payload = '', channel }) => {
      const [from, ...rest] = payload.split(' ')
      if (from === this.name) return
      if (channel === BROADCASTS) this.#listener.whispered(rest.join(' '))
      else this.#listener.changed(rest)
    })
    await client.connect()
    await client.query(`listen ${CHANNEL}; listen ${BROADCASTS}`)
    this.#client = client
  }

  #reconnect(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return
    this.#client = undefined
    this.#queries = Promise.resolve()
    this.#leading = false
    this.log('The LISTEN connection to the database was lost. Reconnecting.')
    void this.#retry()
  }

  async #retry(): Promise<void> {
    for (let n = 0; !this.#closed; n += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, BACK_OFF_MS[Math.min(n, BACK_OFF_MS.length - 1)])
      })
      try {
        await this.#connect()
        this.#listener.lost()
        return
      } catch (error) {
        this.log(`The database does not answer: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }

  async leads(): Promise<boolean> {
    if (this.#client === undefined) return false
    if (this.#leading) return true
    const client = this.#client
    const { rows } = await this.#inTurn(() =>
      client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LEADER]),
    )
    this.#leading = rows[0]?.held === true && this.#client === client
    return this.#leading
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end()
  }
}
