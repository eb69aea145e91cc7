/** Reads the tables of a database: their keys, and the order in which rows can be inserted. */
import { sql } from 'kysely'
import type { Db } from '../store/index.js'
import type { DatabaseDriver } from '../store/store.js'

export interface StoredTable {
  readonly name: string
  /** The columns of the primary key. */
  readonly key: readonly string[]
  /** The tables that its rows refer to. */
  readonly parents: readonly string[]
}

/** Returns all tables of the store, those that others refer to first. Migrations aren't among them. */
export async function storedTables(db: Db, kind: DatabaseDriver['kind']): Promise<StoredTable[]> {
  const found = kind === 'sqlite' ? await ofSqlite(db) : await ofPostgres(db)
  const sorted: StoredTable[] = []
  const add = (table: StoredTable): void => {
    if (sorted.includes(table)) return
    for (const parent of found) if (parent !== table && table.parents.includes(parent.name)) add(parent)
    sorted.push(table)
  }
  for (const table of found) add(table)
  return sorted
}

async function ofSqlite(db: Db): Promise<StoredTable[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master
    where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'
    order by name`.execute(db)
  return Promise.all(
    rows.map(async ({ name }) => {
      const columns = await sql<{ name: string }>`
        select name from pragma_table_info(${name}) where pk > 0 order by pk`.execute(db)
      const parents = await sql<{ parent: string }>`
        select distinct "table" as parent from pragma_foreign_key_list(${name})`.execute(db)
      return {
        name,
        key: columns.rows.map((row) => row.name),
        parents: parents.rows.map(({ parent }) => parent),
      }
    }),
  )
}

async function ofPostgres(db: Db): Promise<StoredTable[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'kysely\\_%'
    order by table_name`.execute(db)
  return Promise.all(
    rows.map(async ({ name }) => {
      const columns = await sql<{ name: string }>`
        select a.attname as name from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = ${name}::regclass and i.indisprimary
        order by array_position(i.indkey::int[], a.attnum::int)`.execute(db)
      const parents = await sql<{ parent: string }>`
        select distinct c.relname as parent from pg_constraint f join pg_class c on c.oid = f.confrelid
        where f.contype = 'f' and f.conrelid = ${name}::regclass`.execute(db)
      return {
        name,
        key: columns.rows.map((row) => row.name),
        parents: parents.rows.map(({ parent }) => parent),
      }
    }),
  )
}
