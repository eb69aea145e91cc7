/** Where tables are kept: one interface over SQLite and Postgres. */
import { sql, type Transaction } from 'kysely'
import type { Db, Schema } from './schema.js'

export type Tx = Transaction<Schema>

/** Entries to be added behind number `after`, and what the table is like then. */
export interface NewEntries {
  readonly table: string
  readonly after: number
  readonly entries: readonly { readonly at: number; readonly body: string }[]
  readonly deciding: string
  readonly outcome: string | null
  /** What else changes with it, in the same transaction. */
  readonly also?: (tx: Tx) => Promise<void>
}

/** What is particular to one kind of database. */
export interface DatabaseDriver {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Db
  /** Nobody else adds to these tables until the transaction ends. */
  lock(tx: Tx, tables: readonly string[]): Promise<void>
  /** Tells other processes, when the transaction is committed, that these tables have changed. */
  announce(tx: Tx, tables: readonly string[]): Promise<void>
  /** Tells other processes something that need not be kept, and may be lost. */
  whisper(text: string): void
  listen(ears: StoreListener): Promise<void>
  /** Whether this process is the one that lets bots play; there is never more than one. */
  leads(): Promise<boolean>
  close(): Promise<void>
}

/** What is heard of other processes. */
export interface StoreListener {
  readonly changed: (tables: readonly string[]) => void
  /** Some of it may have been missed. */
  readonly lost: () => void
  readonly whispered: (text: string) => void
}

interface Waiting {
  readonly addition: NewEntries
  readonly settle: (added: boolean) => void
  readonly fail: (error: unknown) => void
}

const MOST_AT_ONCE = 200

export class Store {
  #waiting: Waiting[] = []
  #writing: Promise<void> | undefined

  constructor(readonly engine: DatabaseDriver) {}

  get db(): Db {
    return this.engine.db
  }

  /**
   * Adds entries to a table, all or none. True: they are on the disk. False: somebody else has added to the table
   * since number `after`. If it throws, nobody knows: look at the table again.
   *
   * What several tables add at the same time is committed together, so that one wait for the disk serves all.
   */
  append(addition: NewEntries): Promise<boolean> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ addition, settle, fail })
      this.#writing ??= this.#write()
    })
  }

  async #write(): Promise<void> {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    while (this.#waiting.length > 0) {
      const batch = this.#next()
      try {
        const added = await this.#commit(batch.map(({ addition }) => addition))
        batch.forEach(({ settle }, i) => settle(added[i] ?? false))
      } catch (error) {
        if (batch.length === 1) batch[0]?.fail(error)
        else await this.#oneByOne(batch)
      }
    }
    this.#writing = undefined
  }

  /** At most one addition to each table: a second one is looked at when the first is there. */
  #next(): Waiting[] {
    const batch = new Map<string, Waiting>()
    const later: Waiting[] = []
    for (const waiting of this.#waiting) {
      const { table } = waiting.addition
      if (batch.size < MOST_AT_ONCE && !batch.has(table)) batch.set(table, waiting)
      else later.push(waiting)
    }
    this.#waiting = later
    return [...batch.values()]
  }

  /** One of them cannot be written: that is no reason to refuse the others. */
  async #oneByOne(batch: readonly Waiting[]): Promise<void> {
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
      const first = await this.#advance(tx, batch)
      const rows: { table_id: string; number: number; at: number; body: string }[] = []
      for (const { table, after, entries, also } of batch) {
        if (!first.has(table)) continue
        entries.forEach(({ at, body }, i) => rows.push({ table_id: table, number: after + 1 + i, at, body }))
        await also?.(tx)
      }
      if (rows.length > 0) {
        await tx.insertInto('entries').values(rows).execute()
        await this.engine.announce(tx, [...first])
      }
      return batch.map(({ table }) => first.has(table))
    })
  }

  /** The tables to which nobody else has added meanwhile; they stand behind the new entries then. All in one statement. */
  async #advance(tx: Tx, batch: readonly NewEntries[]): Promise<Set<string>> {
    await this.engine.lock(
      tx,
      batch.map(({ table }) => table),
    )
    const values = batch.map(({ table, after, entries, deciding, outcome }) => {
      const changed = entries.at(-1)?.at ?? 0
      return sql`(${table}, ${after}, ${after + entries.length}, ${changed}, ${deciding}, ${outcome})`
    })
    // Both databases call the columns so; what is given is a text to Postgres.
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
    await this.#writing
    await this.engine.close()
  }
}
