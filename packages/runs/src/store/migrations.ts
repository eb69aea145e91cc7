/** How the tables came to be what they are. A migration that was ever released is never changed; new ones are added. */
import { type Kysely, type Migration, Migrator } from 'kysely'
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
  const provider = { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) }
  const migrator = new Migrator({ db, provider, migrationTableSchema: SCHEMA })
  const { error } = await migrator.migrateToLatest()
  if (error instanceof Error) throw error
  if (error !== undefined) throw new Error('The database could not be brought up to date.', { cause: error })
}
