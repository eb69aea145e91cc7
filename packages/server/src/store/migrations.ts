/** Migrations of the database schema. Never change a released migration; add a new one. */
import { type Kysely, type Migration, Migrator } from 'kysely'
import type { Db } from './schema.js'

// oxlint-disable-next-line typescript/no-explicit-any -- a migration knows the tables of its own time, not today's
type AnySchema = Kysely<any>

const first: Migration = {
  async up(db: AnySchema) {
    await db.schema
      .createTable('games')
      .addColumn('fingerprint', 'text', (c) => c.primaryKey())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('def', 'text', (c) => c.notNull())
      .addColumn('added', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('tables')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('fingerprint', 'text', (c) => c.notNull().references('games.fingerprint'))
      .addColumn('scenario', 'text', (c) => c.notNull())
      .addColumn('options', 'text', (c) => c.notNull())
      .addColumn('seed', 'text', (c) => c.notNull())
      .addColumn('listed', 'integer', (c) => c.notNull())
      .addColumn('uploaded', 'integer', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .addColumn('changed', 'bigint', (c) => c.notNull())
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('deciding', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text')
      .execute()
    await db.schema.createIndex('tables_listed').on('tables').columns(['listed', 'changed']).execute()
    await db.schema
      .createTable('accounts')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('login', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('password', 'text', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('until', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('people')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('table_id', 'text', (c) => c.notNull().references('tables.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('key_hash', 'text', (c) => c.notNull().unique())
      .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('set null'))
      .addColumn('host', 'integer', (c) => c.notNull())
      .addColumn('seen', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('people_table').on('people').column('table_id').execute()
    await db.schema.createIndex('people_account').on('people').column('account_id').execute()
    await db.schema
      .createTable('seats')
      .addColumn('table_id', 'text', (c) => c.notNull().references('tables.id').onDelete('cascade'))
      .addColumn('seat', 'text', (c) => c.notNull())
      .addColumn('place', 'integer', (c) => c.notNull())
      .addColumn('person_id', 'text', (c) => c.references('people.id'))
      .addColumn('agent', 'text')
      .addPrimaryKeyConstraint('seats_key', ['table_id', 'seat'])
      .execute()
    for (const name of ['entries', 'snapshots']) {
      const table = db.schema
        .createTable(name)
        .addColumn('table_id', 'text', (c) => c.notNull().references('tables.id').onDelete('cascade'))
        .addColumn('number', 'integer', (c) => c.notNull())
        .addColumn('body', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint(`${name}_key`, ['table_id', 'number'])
      await (name === 'entries' ? table.addColumn('at', 'bigint', (c) => c.notNull()) : table).execute()
    }
    await db.schema
      .createTable('invitations')
      .addColumn('secret_hash', 'text', (c) => c.primaryKey())
      .addColumn('table_id', 'text', (c) => c.notNull().references('tables.id').onDelete('cascade'))
      .addColumn('seats', 'text', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .execute()
  },
}

const notices: Migration = {
  async up(db: AnySchema) {
    await db.schema
      .createTable('webhooks')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('table_id', 'text', (c) => c.references('tables.id').onDelete('cascade'))
      .addColumn('person_id', 'text', (c) => c.references('people.id').onDelete('cascade'))
      .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
      .addColumn('confirmed', 'integer', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('webhooks_table').on('webhooks').column('table_id').execute()
    await db.schema.createIndex('webhooks_account').on('webhooks').column('account_id').execute()
    await db.schema
      .createTable('deliveries')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('webhook_id', 'text', (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('due', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('deliveries_due').on('deliveries').column('due').execute()
  },
}

/** The files of the web page. */
const pages: Migration = {
  async up(db: AnySchema) {
    for (const name of ['card', 'scene', 'book', 'module', 'expressions'])
      await db.schema.alterTable('games').addColumn(name, 'text').execute()
  },
}

const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-first': first,
  '002-notices': notices,
  '003-pages': pages,
}

/** Runs pending migrations. If several processes start at once, one of them migrates and the others wait. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) } })
  const { error } = await migrator.migrateToLatest()
  if (error instanceof Error) throw error
  if (error !== undefined)
    throw new Error('The database could not be migrated to the current schema.', { cause: error })
}
