/** The migrations of the database. A released migration never changes; changes get a new one. */
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { type Db, SCHEMA } from './schema.js'

// oxlint-disable-next-line typescript/no-explicit-any -- a migration uses the schema of its own time, not the current types
type AnySchema = Kysely<any>

const first: Migration = {
  async up(all: AnySchema) {
    const { schema } = all.withSchema(SCHEMA)
    await schema
      .createTable('games')
      .addColumn('digest', 'text', (c) => c.primaryKey())
      .addColumn('def', 'text', (c) => c.notNull())
      .execute()
    await schema
      .createTable('runs')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('game', 'text', (c) => c.notNull())
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull().references(`${SCHEMA}.games.digest`))
      .addColumn('work', 'text', (c) => c.notNull())
      .addColumn('games', 'integer', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('node', 'text', (c) => c.notNull())
      .addColumn('command', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('problem', 'text')
      .addColumn('out', 'text')
      .addColumn('written', 'text')
      .addColumn('seconds', 'double precision', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .addColumn('changed', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createTable('ranges')
      .addColumn('run_id', 'text', (c) => c.notNull().references(`${SCHEMA}.runs.id`).onDelete('cascade'))
      .addColumn('first', 'integer', (c) => c.notNull())
      .addColumn('past', 'integer', (c) => c.notNull())
      .addColumn('result', 'text')
      .addColumn('rows', 'bytea')
      .addColumn('ms', 'double precision')
      .addColumn('worker', 'text')
      .addPrimaryKeyConstraint('ranges_key', ['run_id', 'first'])
      .execute()
    await schema
      .createTable('versions')
      .addColumn('version', 'text', (c) => c.primaryKey())
      .addColumn('seen', 'bigint', (c) => c.notNull())
      .execute()
  },
}

const MIGRATIONS: Readonly<Record<string, Migration>> = { '001-first': first }

/** Migrates the database. If several processes start at the same time, one migrates and the others wait. */
export async function migrate(db: Db): Promise<void> {
  if (await isUpToDate(db)) return
  const provider = { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) }
  const migrator = new Migrator({ db, provider, migrationTableSchema: SCHEMA })
  const { error } = await migrator.migrateToLatest()
  if (error instanceof Error) throw error
  if (error !== undefined) throw new Error('The migration of the database failed.', { cause: error })
}

/** A cheap check. The migrator reads the whole catalogue, which takes longer than a short run. */
async function isUpToDate(db: Db): Promise<boolean> {
  const table = `${SCHEMA}.kysely_migration`
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(
    db,
  )
  if (!rows[0]?.there) return false
  const done = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db)
  const names = new Set(done.rows.map(({ name }) => name))
  return Object.keys(MIGRATIONS).every((name) => names.has(name))
}
