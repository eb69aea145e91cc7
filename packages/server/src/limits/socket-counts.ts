/**
 * Counts the open sockets of each client. Servers on one Postgres count together: each stores how many it has, and what a
 * server that died has stored expires.
 */
import { sql } from 'kysely'
import type { Db } from '../store/index.js'
import { newId } from '../tables/credentials.js'
import { KeyedQueue } from './keyed-queue.js'

const LOCK = 0x50c4 // the class of advisory locks
const LASTING_MS = 45_000 // of a stored count
const REFRESH_MS = 15_000
const FLUSH_MS = 500 // after a socket is closed

export class SocketCounts {
  /** Identifies this server. */
  readonly #server = newId()
  readonly #counts = new Map<string, number>()
  readonly #queue = new KeyedQueue() // by client
  readonly #closed = new Set<string>() // clients with fewer sockets than stored
  readonly #timers: readonly NodeJS.Timeout[]
  #ended = false

  /** `db` is undefined if no other server uses the database. */
  constructor(
    private readonly db: Db | undefined,
    private readonly log: (problem: string) => void,
  ) {
    const every = (ms: number, work: (shared: Db) => Promise<unknown>): NodeJS.Timeout[] =>
      db === undefined ? [] : [setInterval(() => void this.#logged(work(db)), ms).unref()]
    this.#timers = [
      ...every(FLUSH_MS, (shared) => this.#flush(shared)),
      ...every(REFRESH_MS, (shared) => this.#refresh(shared)),
    ]
  }

  /** Counts a socket. Returns `false` and doesn't count it if the client has `most` already. */
  open(client: string, most: number): Promise<boolean> {
    return this.#queue.run(client, () => this.#open(client, most))
  }

  async #open(client: string, most: number): Promise<boolean> {
    const count = (this.#counts.get(client) ?? 0) + 1
    if (count > most) return false
    if (this.db !== undefined && !(await this.#reserve(this.db, client, most))) return false
    this.#counts.set(client, (this.#counts.get(client) ?? 0) + 1)
    return true
  }

  /** Counts a socket less. */
  close(client: string): void {
    const count = (this.#counts.get(client) ?? 0) - 1
    if (count > 0) this.#counts.set(client, count)
    else this.#counts.delete(client)
    this.#closed.add(client)
  }

  /** Stores one socket more, unless all servers together have `most`. The lock lets one server at a time count. */
  async #reserve(db: Db, client: string, most: number): Promise<boolean> {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}, hashtext(${client}))`.execute(tx)
        const now = Date.now()
        const { others } = await tx
          .selectFrom('socket_counts')
          .select(({ fn }) => fn.coalesce(fn.sum<number>('count'), sql.lit(0)).as('others'))
          .where('client', '=', client)
          .where('server', '<>', this.#server)
          .where('until', '>', now)
          .executeTakeFirstOrThrow()
        const count = (this.#counts.get(client) ?? 0) + 1
        if (others + count > most) return false
        await tx
          .insertInto('socket_counts')
          .values({ server: this.#server, client, count, until: now + LASTING_MS })
          .onConflict((c) => c.columns(['server', 'client']).doUpdateSet({ count, until: now + LASTING_MS }))
          .execute()
        return true
      })
    } catch (error) {
      this.log(`Can't count sockets with the other servers: ${String(error)}`)
      return true // the count of this server holds
    }
  }

  /** Stores the counts of clients that have closed sockets. */
  async #flush(db: Db): Promise<void> {
    const clients = [...this.#closed]
    this.#closed.clear()
    for (const client of clients) {
      if (this.#ended) return
      await this.#queue.run(client, () =>
        this.#logged(this.#store(db, client, this.#counts.get(client) ?? 0)),
      )
    }
  }

  async #store(db: Db, client: string, count: number): Promise<void> {
    const isMine = { server: this.#server, client }
    if (count === 0)
      await db
        .deleteFrom('socket_counts')
        .where((e) => e.and(isMine))
        .execute()
    else
      await db
        .updateTable('socket_counts')
        .set({ count })
        .where((e) => e.and(isMine))
        .execute()
  }

  async #refresh(db: Db): Promise<void> {
    const now = Date.now()
    await db
      .updateTable('socket_counts')
      .set({ until: now + LASTING_MS })
      .where('server', '=', this.#server)
      .execute()
    await db.deleteFrom('socket_counts').where('until', '<', now).execute()
  }

  async #logged(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => this.log(`Can't share the count of sockets: ${String(error)}`))
  }

  /** Deletes what this server has stored. Nothing is written later. */
  async end(): Promise<void> {
    this.#ended = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#queue.idle()
    const { db } = this
    if (db !== undefined)
      await this.#logged(db.deleteFrom('socket_counts').where('server', '=', this.#server).execute())
  }
}
