/** Restores a backup into an empty store, of either kind. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { fromJson, type JsonText } from '@ludoforge/kernel'
import { sql, type Transaction } from 'kysely'
import { openDriver, type StoreOptions } from '../store/index.js'
import { migrate, MIGRATION_NAMES, migrateTo } from '../store/migrations.js'
import type { Schema } from '../store/schema.js'
import { BACKUP_FORMAT, type BackupHeader, type BackupLine, type BackupResult } from './backup.js'
import { storedTables } from './introspect.js'

const BATCH_LENGTH = 1 << 20 // characters of rows that are inserted together
const BATCH_ROWS = 200 // databases limit the parameters of a statement

/** Thrown when a backup can't be restored. Nothing is stored then. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup'
}

/** Restores a backup, all or nothing, and migrates it to the current schema. */
export async function restore(
  options: Pick<StoreOptions, 'data' | 'database'>,
  file: string,
): Promise<BackupResult> {
  const driver = openDriver(options)
  const { db } = driver
  try {
    const all = readLines(file)
    const first = await all.next()
    const { migrations } = checkHeader(first.done === true ? undefined : first.value)
    await migrateTo(db, migrations.at(-1))
    for (const { name } of await storedTables(db, driver.kind)) {
      const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
      if (rows.length > 0)
        throw new BadBackup('The store has data already. Restore into a new folder or an empty database.')
    }
    const result = await db.transaction().execute((tx) => insertAll(tx, all))
    await migrate(db)
    return result
  } finally {
    await driver.close()
  }
}

async function* readLines(file: string): AsyncGenerator<BackupLine, undefined> {
  const source = createReadStream(file)
  const unzipped = source.pipe(createGunzip())
  const failed = new Promise<never>((_, reject) => {
    source.once('error', reject)
    unzipped.once('error', () => reject(new BadBackup(`${file} is not a backup, or it is damaged.`)))
  })
  failed.catch(() => undefined) // the reader of the next line gets it
  const lines = createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })[
    Symbol.asyncIterator
  ]()
  for (;;) {
    const next = await Promise.race([lines.next(), failed])
    if (next.done === true) return undefined
    yield parsed(next.value, file)
  }
}

function parsed(line: JsonText<BackupLine>, file: string): BackupLine {
  try {
    return fromJson(line)
  } catch {
    throw new BadBackup(`${file} is not a backup, or it is damaged.`)
  }
}

function checkHeader(header: BackupLine | undefined): BackupHeader {
  if (header === undefined || !('ludoforge' in header)) throw new BadBackup('The file is not a backup.')
  const unknown = header.migrations.filter((name) => !MIGRATION_NAMES.includes(name))
  if (header.format !== BACKUP_FORMAT || unknown.length > 0)
    throw new BadBackup('A newer version of LudoForge made this backup. Install that version to restore it.')
  return header
}

/** Inserts all rows. Throws `BadBackup` if the last line is missing or counts other rows. */
async function insertAll(
  tx: Transaction<Schema>,
  lines: AsyncGenerator<BackupLine, undefined>,
): Promise<BackupResult> {
  let rows = 0
  let tables = 0
  let batch:
    | { readonly table: string; readonly rows: Readonly<Record<string, unknown>>[]; length: number }
    | undefined
  const flush = async (): Promise<void> => {
    if (batch === undefined) return
    const columns = Object.keys(batch.rows[0] ?? {})
    const values = batch.rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`)
    await sql`insert into ${sql.table(batch.table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}`
      .execute(tx)
      .catch((error: unknown) => {
        if (isConstraint(error))
          throw new BadBackup('The backup is damaged: a row lacks its parent.', { cause: error })
        throw error
      })
    batch = undefined
  }
  for await (const content of lines) {
    if ('end' in content) {
      await flush()
      if (content.rows !== rows) break
      return { rows, tables }
    }
    if (!('table' in content)) break
    const { table, row } = content
    if (
      batch !== undefined &&
      (batch.table !== table || batch.rows.length >= BATCH_ROWS || batch.length > BATCH_LENGTH)
    )
      await flush()
    batch ??= { table, rows: [], length: 0 }
    batch.rows.push(row)
    batch.length += JSON.stringify(row).length
    rows += 1
    if (table === 'tables') tables += 1
  }
  throw new BadBackup('The backup is incomplete. Use another one.')
}

/** SQLite and Postgres have codes for violated constraints. */
function isConstraint(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_CONSTRAINT') || /^23\d{3}$/.test(code)
}
