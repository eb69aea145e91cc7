/** Where tables are kept: one interface over SQLite and Postgres. */
import type { Transaction } from 'kysely'
import type { Db, Schema } from './schema.js'

export type Tx = Transaction<Schema>

/** Entries to be added behind number `after`, and what the table is like then. */
export interface Addition {
  readonly table: string
  readonly after: number
  readonly entries: readonly { readonly at: number; readonly body: string }[]
  readonly deciding: string
  readonly outcome: string | null
  /** What else changes with it, in the same transaction. */
  readonly also?: (tx: Tx) => Promise<void>
}

/** What is particular to one kind of database. */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Db
  /** Tells other processes, when the transaction is committed, that these tables have changed. */
  announce(tx: Tx, tables: readonly string[]): Promise<void>
  /** Listens to other processes. `lost`: some of it may have been missed. */
  listen(changed: (tables: readonly string[]) => void, lost: () => void): Promise<void>
  /** Whether this process is the one that lets bots play; there is never more than one. */
  leads(): Promise<boolean>
  close(): Promise<void>
}

interface Waiting {
  readonly addition: Addition
  readonly settle: (added: boolean) => void
  readonly fail: (error: unknown) => void
}

const MOST_AT_ONCE = 200

export class Store {
  #waiting: Waiting[] = []
  #writing: Promise<void> | undefined

  constructor(readonly engine: Engine) {}

  get db(): Db {
    return this.engine.db
  }

  /**
   * Adds entries to a table, all or none. True: they are on the disk. False: somebody else has added to the table
   * since number `after`. If it throws, nobody knows: look at the table again.
   *
   * What several tables add at the same time is committed together, so that one wait for the disk serves all.
   */
  append(addition: Addition): Promise<boolean> {
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
      const batch = this.#waiting.splice(0, MOST_AT_ONCE)
      // Two processes that lock tables in different orders would wait for each other.
      batch.sort((a, b) => (a.addition.table < b.addition.table ? -1 : 1))
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

  #commit(batch: readonly Addition[]): Promise<boolean[]> {
    return this.db.transaction().execute(async (tx) => {
      const added: boolean[] = []
      const rows: { table_id: string; number: number; at: number; body: string }[] = []
      for (const { table, after, entries, deciding, outcome, also } of batch) {
        const { numUpdatedRows } = await tx
          .updateTable('tables')
          .set({ number: after + entries.length, changed: entries.at(-1)?.at ?? 0, deciding, outcome })
          .where('id', '=', table)
          .where('number', '=', after)
          .executeTakeFirst()
        const first = numUpdatedRows === 1n
        added.push(first)
        if (!first) continue
        entries.forEach(({ at, body }, i) => rows.push({ table_id: table, number: after + 1 + i, at, body }))
        await also?.(tx)
      }
      if (rows.length > 0) {
        await tx.insertInto('entries').values(rows).execute()
        await this.engine.announce(tx, [...new Set(rows.map(({ table_id }) => table_id))])
      }
      return added
    })
  }

  async close(): Promise<void> {
    await this.#writing
    await this.engine.close()
  }
}
