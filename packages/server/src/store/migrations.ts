/** Migrations of the database schema. Never change a released migration; add a new one. */
import { type CreateTableBuilder, type Kysely, type Migration, Migrator, PostgresAdapter, sql } from 'kysely'
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

const clocks: Migration = {
  async up(db: AnySchema) {
    await db.schema.alterTable('tables').addColumn('clock', 'text').execute()
    await db.schema.alterTable('tables').addColumn('clock_state', 'text').execute()
    await db.schema.alterTable('tables').addColumn('clock_due', 'bigint').execute()
    await db.schema.createIndex('tables_clock_due').on('tables').column('clock_due').execute()
  },
}

const recovery: Migration = {
  async up(db: AnySchema) {
    await db.schema.alterTable('sessions').addColumn('device', 'text').execute()
    await db.schema.createIndex('sessions_account').on('sessions').column('account_id').execute()
    await db.schema
      .createTable('resets')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('until', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('resets_account').on('resets').column('account_id').execute()
  },
}

const push: Migration = {
  async up(db: AnySchema) {
    await db.schema
      .createTable('settings')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()
    await db.schema.alterTable('webhooks').addColumn('push', 'text').execute()
    await db.schema.alterTable('deliveries').addColumn('hold_until', 'bigint').execute()
    await db.schema.alterTable('deliveries').addColumn('push_due', 'bigint').execute()
    await db.schema.createIndex('deliveries_hold').on('deliveries').column('hold_until').execute()
    await db.schema.createIndex('deliveries_push').on('deliveries').column('push_due').execute()
    await db.schema
      .createTable('notified')
      .addColumn('webhook_id', 'text', (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
      .addColumn('table_id', 'text', (c) => c.notNull().references('tables.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('notified_key', ['webhook_id', 'table_id'])
      .execute()
  },
}

/** Whether the seed of a table has been handed out. */
const disclosed: Migration = {
  async up(db: AnySchema) {
    await db.schema
      .alterTable('tables')
      .addColumn('disclosed', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}

/** Limits of mail by mailbox and requester. */
const mailLimits: Migration = {
  async up(db: AnySchema) {
    await db.schema
      .createTable('mail_limits')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('spent', 'double precision', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('deliveries_webhook')
      .on('deliveries')
      .columns(['webhook_id', 'due'])
      .execute()
  },
}

/** Who has had a seat, who may take it, and when people were last connected. */
const takeovers: Migration = {
  async up(db: AnySchema) {
    await db.schema
      .alterTable('tables')
      .addColumn('absence', 'integer', (c) => c.notNull().defaultTo(600))
      .execute()
    await db.schema.alterTable('seats').addColumn('past', 'text').execute()
    await db.schema
      .alterTable('people')
      .addColumn('connected', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}

/** Invitations that expire, people sent away, reports and blocks. */
const people: Migration = {
  async up(db: AnySchema) {
    await db.schema.alterTable('invitations').addColumn('until', 'bigint').execute()
    await db.schema
      .alterTable('people')
      .addColumn('gone', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('accounts')
      .addColumn('blocked', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('reports')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('table_id', 'text', (c) => c.notNull().references('tables.id').onDelete('cascade'))
      .addColumn('by_person', 'text', (c) => c.notNull().references('people.id').onDelete('cascade'))
      .addColumn('about_person', 'text', (c) => c.notNull().references('people.id').onDelete('cascade'))
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('open', 'integer', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('blocks')
      .addColumn('by_whom', 'text', (c) => c.notNull())
      .addColumn('whom', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('blocks_key', ['by_whom', 'whom'])
      .execute()
  },
}

/** What limits and quotas are counted by, and archived tables. */
const limits: Migration = {
  async up(db: AnySchema) {
    await db.schema.alterTable('tables').addColumn('origin', 'text').execute()
    await db.schema.createIndex('tables_origin').on('tables').column('origin').execute()
    await db.schema
      .createTable('limits')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('until', 'bigint', (c) => c.notNull())
      .addColumn('used', 'integer', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('archives')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('changed', 'bigint', (c) => c.notNull())
      .addColumn('archived', 'bigint', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('archives_changed').on('archives').column('changed').execute()
    await db.schema.createIndex('tables_changed').on('tables').column('changed').execute()
  },
}

/** Token buckets of all limits, and the sockets of each server. On Postgres they are unlogged: no write waits for the disk. */
const buckets: Migration = {
  async up(db: AnySchema) {
    const create = (table: string): CreateTableBuilder<string> => {
      const creating = db.schema.createTable(table)
      return db.getExecutor().adapter instanceof PostgresAdapter
        ? creating.modifyFront(sql`unlogged`)
        : creating
    }
    await db.schema.dropTable('mail_limits').execute()
    await db.schema.dropTable('limits').execute()
    await create('buckets')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('spent', 'double precision', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('full', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('buckets_full').on('buckets').column('full').execute()
    await create('socket_counts')
      .addColumn('client', 'text', (c) => c.notNull())
      .addColumn('server', 'text', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('until', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('socket_counts_key', ['client', 'server'])
      .execute()
  },
}

/** Rematches: the table, and who a person was before. */
const rematches: Migration = {
  async up(db: AnySchema) {
    await db.schema.alterTable('tables').addColumn('rematch', 'text').execute()
    await db.schema.alterTable('people').addColumn('came_from', 'text').execute()
  },
}

/** The lessons of a game. */
const lessons: Migration = {
  async up(db: AnySchema) {
    await db.schema.alterTable('games').addColumn('lessons', 'text').execute()
  },
}

/** The progress of accounts in lessons. */
const lessonProgress: Migration = {
  async up(db: AnySchema) {
    await db.schema
      .createTable('lesson_progress')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('game', 'text', (c) => c.notNull())
      .addColumn('lesson', 'text', (c) => c.notNull())
      .addColumn('done', 'integer', (c) => c.notNull())
      .addColumn('position', 'text')
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('lesson_progress_key', ['account_id', 'game', 'lesson'])
      .execute()
  },
}

/** Hosted projects. */
const projects: Migration = {
  async up(db: AnySchema) {
    await db.schema
      .createTable('projects')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'integer', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .addColumn('changed', 'bigint', (c) => c.notNull())
      .addColumn('origin', 'text')
      .execute()
    await db.schema
      .createIndex('projects_account')
      .on('projects')
      .columns(['account_id', 'changed'])
      .execute()
    await db.schema.createIndex('projects_origin').on('projects').column('origin').execute()
    const ofProject = (table: string) =>
      db.schema
        .createTable(table)
        .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    await ofProject('project_files')
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('project_files_key', ['project_id', 'path'])
      .execute()
    await ofProject('project_saves')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('bytes', 'integer', (c) => c.notNull())
      .addColumn('files', 'text', (c) => c.notNull())
      .execute()
    await ofProject('project_links')
      .addColumn('secret_hash', 'text', (c) => c.primaryKey())
      .addColumn('opens', 'text', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .execute()
    await ofProject('project_reports')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('by_account', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('open', 'integer', (c) => c.notNull())
      .execute()
    for (const table of ['project_saves', 'project_links', 'project_reports'])
      await db.schema.createIndex(`${table}_project`).on(table).column('project_id').execute()
  },
}

const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-first': first,
  '002-notices': notices,
  '003-pages': pages,
  '004-clocks': clocks,
  '005-recovery': recovery,
  '006-push': push,
  '007-disclosed': disclosed,
  '008-mail-limits': mailLimits,
  '009-takeovers': takeovers,
  '010-people': people,
  '011-limits': limits,
  '012-buckets': buckets,
  '013-rematches': rematches,
  '014-lessons': lessons,
  '015-lesson-progress': lessonProgress,
  '016-projects': projects,
}

/** The names of all migrations, in order. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS).toSorted()

/** Runs pending migrations. If several processes start at once, one of them migrates and the others wait. */
export function migrate(db: Db): Promise<void> {
  return migrateTo(db, MIGRATION_NAMES.at(-1))
}

/** Runs migrations up to this one. */
export async function migrateTo(db: Db, name: string | undefined): Promise<void> {
  if (name === undefined) return
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) } })
  const { error } = await migrator.migrateTo(name)
  if (error instanceof Error) throw error
  if (error !== undefined)
    throw new Error('The database could not be migrated to the current schema.', { cause: error })
}
