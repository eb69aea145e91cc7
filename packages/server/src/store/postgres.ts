/** The store for several server processes: Postgres, with word between them by LISTEN and NOTIFY. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.js'
import type { StoreListener, DatabaseDriver } from './store.js'

const CHANNEL = 'ludoforge'
const ASIDE = 'ludoforge_aside' // what need not be kept
const LEADER = 0x1d0f04 // the advisory lock of the process that lets bots play
const MOST_NAMES = 150 // a notification has at most 8,000 bytes
const BACK_OFF_MS = [50, 200, 1000, 2000]
const INT8 = 20

export function openPostgres(url: string, log: (problem: string) => void): DatabaseDriver {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number) // numbers of ours are far below 2^53
  const pool = new pg.Pool({ connectionString: url, max: 10, types, connectionTimeoutMillis: 10_000 })
  pool.on('error', (error) => log(`A connection to the database was lost: ${error.message}`))
  pool.on('connect', (client) => client.on('error', () => {})) // one in use fails by what it is asked next
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const ear = new Ear(url, log)
  return {
    kind: 'postgres',
    db,
    async lock(tx, tables) {
      // Two processes that lock tables in different orders would wait for each other.
      const query = tx
        .selectFrom('tables')
        .select('id')
        .where('id', 'in', [...tables])
      await query.orderBy('id').forUpdate().execute()
    },
    async announce(tx, tables) {
      for (let i = 0; i < tables.length; i += MOST_NAMES) {
        const payload = [ear.name, ...tables.slice(i, i + MOST_NAMES)].join(' ')
        await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(tx)
      }
    },
    whisper: (text) => ear.whisper(text),
    listen: (ears) => ear.open(ears),
    leads: () => ear.leads(),
    async close() {
      await ear.close()
      await db.destroy()
    },
  }
}

/** A connection of its own that hears what other processes announce, and opens itself again when it is lost. */
class Ear {
  /** Whoever hears this name hears itself. */
  readonly name = Math.random().toString(36).slice(2)
  #client: pg.Client | undefined
  #leading = false
  #closed = false
  #ears: StoreListener = { changed: () => {}, lost: () => {}, whispered: () => {} }

  constructor(
    private readonly url: string,
    private readonly log: (problem: string) => void,
  ) {}

  async open(ears: StoreListener): Promise<void> {
    this.#ears = ears
    await this.#connect()
  }

  whisper(text: string): void {
    const payload = `${this.name} ${text}`
    this.#client?.query('select pg_notify($1, $2)', [ASIDE, payload]).catch((error: unknown) => {
      this.log(`The database does not answer: ${error instanceof Error ? error.message : String(error)}`)
    })
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, keepAlive: true })
    client.on('error', () => this.#again(client))
    client.on('end', () => this.#again(client))
    client.on('notification', ({ payload = '', channel }) => {
      const [from, ...rest] = payload.split(' ')
      if (from === this.name) return
      if (channel === ASIDE) this.#ears.whispered(rest.join(' '))
      else this.#ears.changed(rest)
    })
    await client.connect()
    await client.query(`listen ${CHANNEL}; listen ${ASIDE}`)
    this.#client = client
  }

  #again(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return
    this.#client = undefined
    this.#leading = false
    this.log('The connection on which other servers are heard was lost; opening it again.')
    void this.#retry()
  }

  async #retry(): Promise<void> {
    for (let n = 0; !this.#closed; n += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, BACK_OFF_MS[Math.min(n, BACK_OFF_MS.length - 1)])
      })
      try {
        await this.#connect()
        this.#ears.lost()
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
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      LEADER,
    ])
    this.#leading = rows[0]?.held === true && this.#client === client
    return this.#leading
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end()
  }
}
