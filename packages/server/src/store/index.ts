/** The database: the same SQL on SQLite and Postgres. */
import { startError } from './disk.js'
import { migrate } from './migrations.js'
import { openPostgres } from './postgres.js'
import { openSqlite } from './sqlite.js'
import { type DatabaseDriver, Store } from './store.js'

export { DiskFull, isDiskFull, startError } from './disk.js'
export type { Db, NoticeBody, PushKeys, Snapshot } from './schema.js'
export { StoreInUse } from './sqlite.js'
export { Store, type Tx } from './store.js'

export interface StoreOptions {
  readonly data: string // the folder of the SQLite store
  readonly database?: string | undefined // postgres://…
  readonly shared?: boolean // next to a running server
  readonly log?: (problem: string) => void
}

/** Opens the database as it is. */
export function openDriver({ data, database, shared = false, log = () => {} }: StoreOptions): DatabaseDriver {
  return database === undefined ? openSqlite(data, { shared }) : openPostgres(database, log)
}

/** Opens the store and runs pending migrations. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { data, database } = options
  try {
    const driver = openDriver(options)
    try {
      await migrate(driver.db)
    } catch (error) {
      await driver.close()
      throw error
    }
    return new Store(driver, { data, database })
  } catch (error) {
    throw startError(error, options)
  }
}
