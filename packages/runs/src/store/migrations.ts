/** How the tables came to be what they are. A migration that was ever released is never changed; new ones are added. */
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { type Db, SCHEMA } from './schema.js'

// oxlint-disable-next-line typescript/no-explicit-any -- a migration knows the tables of its own time, not today's
type Then = Kysely<any>

const first: Migration = {
  async up(all: Then) {
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

/** Brings the tables up to date. Of several processes that start at once one does it, the others wait. */
export async function migrate(db: Db): Promise<void> {
  if (await isUpToDate(db)) return
  const provider = { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) }
  const migrator = new Migrator({ db, provider, migrationTableSchema: SCHEMA })
  const { error } = await migrator.migrateToLatest()
  if (error instanceof Error) throw error
  if (error !== undefined) throw new Error('The database could not be brought up to date.', { cause: error })
}

/** A cheap look: the migrator reads all of the catalogue, which costs more than a short run. */
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
