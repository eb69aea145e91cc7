/**
 * Backups of a whole store: gzipped JSON lines, the same for SQLite and Postgres. The first line is a header, then comes a
 * line for each row, and the last line has their number. A backup is one transaction, so it is a moment of the server.
 */
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { openStore, type Db, type StoreOptions } from '../store/index.js'
import { storedTables, type StoredTable } from './introspect.js'

export const BACKUP_FORMAT = 1

type Row = Readonly<Record<string, unknown>>

export interface BackupHeader {
  readonly ludoforge: 'backup'
  readonly format: number
  readonly made: number
  /** The migrations of the store, so that a restore knows the columns. */
  readonly migrations: readonly string[]
}

/** Any line of a backup. */
export type BackupLine =
  | BackupHeader
  | { readonly table: string; readonly row: Row }
  | { readonly end: true; readonly rows: number }

/** What a backup contains. */
export interface BackupResult {
  readonly rows: number
  readonly tables: number
}

const FIRST_PAGE = 20 // rows; some are large
const MAX_PAGE = 2000
const PAGE_LENGTH = 1 << 20 // characters

/** Writes a backup of the store to `file`, also while servers use it. `file` must not exist. */
export async function backUp(
  options: Pick<StoreOptions, 'data' | 'database'>,
  file: string,
): Promise<BackupResult> {
  const store = await openStore({ ...options, shared: true })
  const { kind } = store.engine
  const result = { rows: 0, tables: 0 }
  const part = `${file}.part`
  await open(file, 'wx', 0o600).then((handle) => handle.close()) // claims the name
  try {
    // In SQLite, a transaction sees the moment of its first query anyway.
    const transaction = store.db.transaction()
    const snapshot = kind === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction
    await snapshot.execute(async (tx) => {
      const out = createWriteStream(part, { flags: 'w', mode: 0o600, flush: true })
      await pipeline(Readable.from(lines(tx, await storedTables(tx, kind), result)), createGzip(), out)
    })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    await rm(file, { force: true })
    throw error
  } finally {
    await store.close()
  }
  return result
}

async function* lines(
  db: Db,
  tables: readonly StoredTable[],
  result: { rows: number; tables: number },
): AsyncGenerator<string> {
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const migrations = done.rows.map(({ name }) => name)
  yield line({ ludoforge: 'backup', format: BACKUP_FORMAT, made: Date.now(), migrations })
  for (const table of tables)
    for await (const row of rowsOf(db, table)) {
      result.rows += 1
      if (table.name === 'tables') result.tables += 1
      yield line({ table: table.name, row })
    }
  yield line({ end: true, rows: result.rows })
}

const line = (content: BackupLine): string => `${JSON.stringify(content)}\n`

/** Reads a table in pages, each after the key of the last row, of about a megabyte. */
async function* rowsOf(db: Db, { name, key }: StoredTable): AsyncGenerator<Row> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let after: readonly unknown[] | undefined
  let size = FIRST_PAGE
  for (;;) {
    const where = after === undefined ? sql`` : sql`where (${columns}) > (${sql.join(after)})`
    const { rows } = await sql<Row>`
      select * from ${sql.table(name)} ${where} order by ${columns} limit ${size}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < size) return
    after = key.map((column) => last[column])
    const isSmall = JSON.stringify(rows).length < PAGE_LENGTH / 2
    size = isSmall ? Math.min(MAX_PAGE, size * 2) : Math.max(1, Math.floor(size / 2))
  }
}
