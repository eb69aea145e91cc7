/** The SQLite driver: one file, one server process at a time. Committed decisions survive a power cut. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { type DatabaseConnection, Kysely, SqliteDialect, SqliteDriver } from 'kysely'
import type { Schema } from './schema.js'
import type { DatabaseDriver } from './store.js'

/** Thrown when another server uses the same folder. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse'
}

/** Opens the database. `shared` opens it next to a running server, for administration; it never leads. */
export function openSqlite(folder: string, { shared = false } = {}): DatabaseDriver {
  mkdirSync(folder, { recursive: true })
  const lock = shared ? undefined : lockFolder(folder)
  const database = new Database(path.join(folder, 'ludoforge.sqlite'))
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full') // an acknowledged decision survives a power cut
  database.exec('pragma foreign_keys = on')
  database.exec('pragma busy_timeout = 5000')
  const db = new Kysely<Schema>({ dialect: new Dialect(database) })
  return {
    kind: 'sqlite',
    db,
    limits: db, // SQLite has one writer
    lock: () => Promise.resolve(),
    announce: () => Promise.resolve(), // there are no other processes
    whisper: () => {},
    listen: () => Promise.resolve(),
    leads: () => Promise.resolve(!shared),
    async close() {
      await db.destroy()
      lock?.close()
    },
  }
}

class Dialect extends SqliteDialect {
  constructor(private readonly database: Database.Database) {
    super({ database })
  }

  override createDriver(): SqliteDriver {
    return new Driver(this.database)
  }
}

class Driver extends SqliteDriver {
  constructor(private readonly database: Database.Database) {
    super({ database })
  }

  /** SQLite has already rolled back when the disk is full. A second rollback would hide that error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.database.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** Locks the folder by an exclusive transaction. The system releases it when the process ends or crashes. */
function lockFolder(folder: string): Database.Database {
  const lock = new Database(path.join(folder, 'server.lock'))
  try {
    lock.exec('pragma busy_timeout = 0')
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked|busy/i.test(error.message))
      throw new StoreInUse(
        `Another server uses the folder ${folder}. Stop it first, or choose another folder with --data.`,
      )
    throw error
  }
}
