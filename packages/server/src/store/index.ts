/** The database: the same SQL on SQLite and Postgres. */
import { migrate } from './migrations.js'
import { openPostgres } from './postgres.js'
import { openSqlite } from './sqlite.js'
import { Store } from './store.js'

export type { Db, NoticeBody, Snapshot } from './schema.js'
export { StoreInUse } from './sqlite.js'
export { Store, type Tx } from './store.js'

export interface StoreOptions {
  readonly data: string // the folder of the SQLite store
  readonly database?: string | undefined // postgres://…
  readonly shared?: boolean // next to a running server
  readonly log?: (problem: string) => void
}

/** Opens the store and runs pending migrations. */
export async function openStore({
  data,
  database,
  shared = false,
  log = () => {},
}: StoreOptions): Promise<Store> {
  const driver = database === undefined ? openSqlite(data, { shared }) : openPostgres(database, log)
  try {
    await migrate(driver.db)
  } catch (error) {
    await driver.close()
    throw error
  }
  return new Store(driver)
}
