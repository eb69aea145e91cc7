/** The event store of tables, over SQLite or Postgres. */
import { sql, type Transaction } from 'kysely'
import type { Db, Schema } from './schema.js'

export type Tx = Transaction<Schema>

/** Entries to append after number `after`, and the table's columns after them. */
export interface NewEntries {
  readonly table: string
  readonly after: number
  readonly entries: readonly { readonly at: number; readonly body: string }[]
  readonly deciding: string
  readonly outcome: string | null
  /** No person waits for it: it is the answer of a bot. */
  readonly canWait?: boolean
  /** A position of the table, to store with the entries. */
  readonly snapshot?: { readonly number: number; readonly body: string }
  /** Further writes in the same transaction. */
  readonly also?: (tx: Tx) => Promise<void>
}

/** The operations that differ between databases. */
export interface DatabaseDriver {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Db
  /** The same database for limits, which answer while everything else waits for a connection. */
  readonly limits: Db
  /**
   * Appends entries without further writes in one round trip: each table's if it is still at `after`. Returns the ids of
   * these tables. Without it, the store uses a transaction.
   */
  appendAll?(batch: readonly NewEntries[]): Promise<ReadonlySet<string>>
  /** Locks these tables against other writers until the transaction ends. */
  lock(tx: Tx, tables: readonly string[]): Promise<void>
  /** Notifies other processes of changed tables when the transaction commits. */
  announce(tx: Tx, tables: readonly string[]): Promise<void>
  /** Broadcasts a message to other processes. It isn't stored and may be lost. */
  whisper(text: string): void
  listen(listener: StoreListener): Promise<void>
  /** Tries to become the leader, which plays bots and delivers notifications. There is at most one. */
  leads(): Promise<boolean>
  close(): Promise<void>
}

/** Callbacks for notifications of other processes. */
export interface StoreListener {
  readonly changed: (tables: readonly string[]) => void
  /** The connection was lost for a while, so notifications may have been missed. */
  readonly lost: () => void
  readonly whispered: (text: string) => void
}

/** An append in the queue. */
interface PendingAppend {
  readonly addition: NewEntries
  readonly settle: (added: boolean) => void
  readonly fail: (error: unknown) => void
}

/** How appends share transactions: SQLite has one writer, and each of its commits is a flush. */
const ONE_WRITER = { batch: 200, concurrent: 1 }
/**
 * A commit of Postgres is awaited, so several run at a time. Small batches keep the turns of the event loop short: what
 * follows a commit runs in one turn for all of its tables.
 */
const ONE_ROUND_TRIP = { batch: 16, concurrent: 4 }

/** Appends entries with group commit, over one database driver. */
export class Store {
  #pending: PendingAppend[] = []
  #running = 0 // flushes
  #idle: (() => void)[] = [] // wait for the last flush

  /** `place` is where another connection finds the database. */
  constructor(
    readonly engine: DatabaseDriver,
    readonly place: { readonly data: string; readonly database?: string | undefined },
  ) {}

  get db(): Db {
    return this.engine.db
  }

  /**
   * Appends entries to a table, all or none, with optimistic concurrency. Returns `true` once they are durable, `false` if
   * another writer has appended after number `after`. If it throws, the result is unknown: read the table again.
   *
   * Group commit: concurrent appends to several tables share one transaction and one flush.
   */
  append(addition: NewEntries): Promise<boolean> {
    // A transaction with further writes has its own connection, and the others don't wait for its round trips.
    if (this.engine.appendAll !== undefined && addition.also !== undefined)
      return this.#commit([addition]).then(([added = false]) => added)
    return new Promise((settle, fail) => {
      this.#pending.push({ addition, settle, fail })
      if (this.#running < this.#sharing.concurrent) void this.#flush()
    })
  }

  get #sharing(): typeof ONE_WRITER {
    return this.engine.appendAll === undefined ? ONE_WRITER : ONE_ROUND_TRIP
  }

  async #flush(): Promise<void> {
    this.#running += 1
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    while (this.#pending.length > 0) {
      const batch = this.#nextBatch()
      try {
        const added = await this.#commit(batch.map(({ addition }) => addition))
        batch.forEach(({ settle }, i) => settle(added[i] ?? false))
      } catch (error) {
        if (batch.length === 1) batch[0]?.fail(error)
        else await this.#oneByOne(batch)
      }
    }
    this.#running -= 1
    if (this.#running === 0) for (const idle of this.#idle.splice(0)) idle()
  }

  /**
   * Takes at most one append per table, because a second one depends on the first. Those of people go first, so that a
   * person's answer doesn't queue behind a thousand bots. A quarter is reserved for those that can wait.
   */
  #nextBatch(): PendingAppend[] {
    const size = this.#sharing.batch
    const batch = new Map<string, PendingAppend>()
    const take = (all: readonly PendingAppend[], most: number): void => {
      for (const pending of all) {
        if (batch.size >= most) return
        const { table } = pending.addition
        if (!batch.has(table)) batch.set(table, pending)
      }
    }
    const urgent = this.#pending.filter(({ addition }) => addition.canWait !== true)
    const others = this.#pending.filter(({ addition }) => addition.canWait === true)
    take(urgent, others.length === 0 ? size : Math.ceil(size * 0.75))
    take(others, size)
    take(urgent, size)
    this.#pending = this.#pending.filter((pending) => batch.get(pending.addition.table) !== pending)
    return [...batch.values()]
  }

  /** Commits each append alone, so that one failure doesn't affect the others. */
  async #oneByOne(batch: readonly PendingAppend[]): Promise<void> {
    for (const { addition, settle, fail } of batch)
      try {
        const [added = false] = await this.#commit([addition])
        settle(added)
      } catch (error) {
        fail(error)
      }
  }

  async #commit(batch: readonly NewEntries[]): Promise<boolean[]> {
    const { engine } = this
    if (engine.appendAll !== undefined && batch.every(({ also }) => also === undefined)) {
      const advanced = await engine.appendAll(batch)
      return batch.map(({ table }) => advanced.has(table))
    }
    return this.db.transaction().execute(async (tx) => {
      const advanced = await this.#advance(tx, batch)
      const rows: { table_id: string; number: number; at: number; body: string }[] = []
      for (const { table, after, entries, snapshot, also } of batch) {
        if (!advanced.has(table)) continue
        if (snapshot !== undefined)
          await tx
            .insertInto('snapshots')
            .values({ table_id: table, ...snapshot })
            .onConflict((c) => c.doNothing())
            .execute()
        entries.forEach(({ at, body }, i) => rows.push({ table_id: table, number: after + 1 + i, at, body }))
        await also?.(tx)
      }
      if (rows.length > 0) {
        await tx.insertInto('entries').values(rows).execute()
        await this.engine.announce(tx, [...advanced])
      }
      return batch.map(({ table }) => advanced.has(table))
    })
  }

  /** Compare-and-set in one statement: advances the tables still at `after` and returns their ids. */
  async #advance(tx: Tx, batch: readonly NewEntries[]): Promise<Set<string>> {
    await this.engine.lock(
      tx,
      batch.map(({ table }) => table),
    )
    const values = batch.map(({ table, after, entries, deciding, outcome }) => {
      const changed = entries.at(-1)?.at ?? 0
      return sql`(${table}, ${after}, ${after + entries.length}, ${changed}, ${deciding}, ${outcome})`
    })
    // Both databases name the columns of VALUES like this. Postgres takes the parameters as text, hence the casts.
    const { rows } = await sql<{ id: string }>`
      update tables set
        number = cast(v.column3 as integer), changed = cast(v.column4 as bigint),
        deciding = v.column5, outcome = v.column6
      from (values ${sql.join(values)}) as v
      where tables.id = v.column1 and tables.number = cast(v.column2 as integer)
      returning tables.id as id`.execute(tx)
    return new Set(rows.map(({ id }) => id))
  }

  /** Notifies other processes that these tables have changed, or are gone. */
  announce(tables: readonly string[]): Promise<void> {
    return this.db.transaction().execute((tx) => this.engine.announce(tx, tables))
  }

  async close(): Promise<void> {
    if (this.#running > 0)
      await new Promise<void>((resolve) => {
        this.#idle.push(resolve)
      })
    await this.engine.close()
  }
}
