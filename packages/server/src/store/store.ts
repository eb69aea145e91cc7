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
  /** Further writes in the same transaction. */
  readonly also?: (tx: Tx) => Promise<void>
}

/** The operations that differ between databases. */
export interface DatabaseDriver {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Db
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

const MAX_BATCH = 200 // tables in one transaction

/** Appends entries with group commit, over one database driver. */
export class Store {
  #pending: PendingAppend[] = []
  #flushing: Promise<void> | undefined

  constructor(readonly engine: DatabaseDriver) {}

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
    return new Promise((settle, fail) => {
      this.#pending.push({ addition, settle, fail })
      this.#flushing ??= this.#flush()
    })
  }

  async #flush(): Promise<void> {
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
    this.#flushing = undefined
  }

  /** Takes at most one append per table, because a second one depends on the first. */
  #nextBatch(): PendingAppend[] {
    const batch = new Map<string, PendingAppend>()
    const rest: PendingAppend[] = []
    for (const pending of this.#pending) {
      const { table } = pending.addition
      if (batch.size < MAX_BATCH && !batch.has(table)) batch.set(table, pending)
      else rest.push(pending)
    }
    this.#pending = rest
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

  #commit(batch: readonly NewEntries[]): Promise<boolean[]> {
    return this.db.transaction().execute(async (tx) => {
      const advanced = await this.#advance(tx, batch)
      const rows: { table_id: string; number: number; at: number; body: string }[] = []
      for (const { table, after, entries, also } of batch) {
        if (!advanced.has(table)) continue
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

  async close(): Promise<void> {
    await this.#flushing
    await this.engine.close()
  }
}
