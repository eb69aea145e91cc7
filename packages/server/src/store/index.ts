/** Where tables are kept. The same SQL on both databases. */
import { migrate } from './migrations.js'
import { openPostgres } from './postgres.js'
import { openSqlite } from './sqlite.js'
import { Store } from './store.js'

export type { Db, NoticeBody, Snapshot } from './schema.js'
export { StoreInUse } from './sqlite.js'
export { Store, type Tx } from './store.js'

export interface StoreOptions {
  readonly data: string // the folder of the embedded store
  readonly database?: string | undefined // postgres://…
  readonly shared?: boolean // beside a server that runs
  readonly log?: (problem: string) => void
}

/** Opens the store and brings it up to date. */
export async function openStore({
  data,
  database,
  shared = false,
  log = () => {},
}: StoreOptions): Promise<Store> {
  const engine = database === undefined ? openSqlite(data, { shared }) : openPostgres(database, log)
  try {
    await migrate(engine.db)
  } catch (error) {
    await engine.close()
    throw error
  }
  return new Store(engine)
}
