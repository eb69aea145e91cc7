/** The embedded store: SQLite in a file. One server process at a time; it survives the process and the machine. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { type DatabaseConnection, Kysely, SqliteDialect, SqliteDriver } from 'kysely'
import type { Schema } from './schema.js'
import type { DatabaseDriver } from './store.js'

/** Another server uses the same folder. */
export class StoreInUse extends Error {
  override readonly name = 'InUse'
}

/** `shared`: for a look at tables beside a server that runs; it never lets bots play. */
export function openSqlite(folder: string, { shared = false } = {}): DatabaseDriver {
  mkdirSync(folder, { recursive: true })
  const lock = shared ? undefined : lockFolder(folder)
  const database = new Database(path.join(folder, 'ludoforge.sqlite'))
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full') // a decision that was acknowledged survives a power cut
  database.exec('pragma foreign_keys = on')
  database.exec('pragma busy_timeout = 5000')
  const db = new Kysely<Schema>({ dialect: new Dialect(database) })
  return {
    kind: 'sqlite',
    db,
    lock: () => Promise.resolve(),
    announce: () => Promise.resolve(), // there is nobody else
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

  /** When the disk is full SQLite has rolled back already; to do it again would be the error that one hears of. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.database.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** The system holds this lock for us and gives it back when the process ends, however it ends. */
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
        `Another server uses the folder ${folder}. End it first, or give --data another folder.`,
      )
    throw error
  }
}
