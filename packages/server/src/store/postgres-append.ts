/** Appends the entries of many tables in one statement: one round trip instead of six. */
import type pg from 'pg'
import type { NewEntries } from './store.js'

/**
 * `locked` locks in a fixed order, which prevents deadlocks between processes. A row that another process has advanced
 * meanwhile is checked again by Postgres, and then it no longer matches `after`.
 */
const TEXT = `
  with given as (
    select * from unnest($1::text[], $2::integer[], $3::integer[], $4::bigint[], $5::text[], $6::text[])
      as g(table_id, after, number, changed, deciding, outcome)
  ), locked as (
    select tables.id from tables join given on tables.id = given.table_id order by tables.id for update of tables
  ), advanced as (
    update tables set number = given.number, changed = given.changed, deciding = given.deciding, outcome = given.outcome
    from given
    where tables.id = given.table_id and tables.number = given.after and tables.id in (select id from locked)
    returning tables.id
  ), added as (
    insert into entries (table_id, number, at, body)
    select e.* from unnest($7::text[], $8::integer[], $9::bigint[], $10::text[]) as e(table_id, number, at, body)
    where e.table_id in (select id from advanced)
  ), kept as (
    insert into snapshots (table_id, number, body)
    select s.* from unnest($11::text[], $12::integer[], $13::text[]) as s(table_id, number, body)
    where s.table_id in (select id from advanced)
    on conflict do nothing
  ), announced as (
    select pg_notify($14, $15 || ' ' || string_agg(id, ' ')) from advanced having count(*) > 0
  )
  select id from advanced where (select count(*) from announced) >= 0`

/** Appends each table's entries if it is still at `after`. Returns the ids of these tables. */
export async function appendAll(
  pool: pg.Pool,
  batch: readonly NewEntries[],
  channel: string,
  sender: string,
): Promise<Set<string>> {
  const entries = batch.flatMap(({ table, after, entries: added }) =>
    added.map(({ at, body }, i) => ({ table, number: after + 1 + i, at, body })),
  )
  const snapshots = batch.flatMap(({ table, snapshot }) =>
    snapshot === undefined ? [] : { table, ...snapshot },
  )
  const { rows } = await pool.query<{ id: string }>({
    name: 'append',
    text: TEXT,
    values: [
      batch.map(({ table }) => table),
      batch.map(({ after }) => after),
      batch.map(({ after, entries: added }) => after + added.length),
      batch.map(({ entries: added }) => added.at(-1)?.at ?? 0),
      batch.map(({ deciding }) => deciding),
      batch.map(({ outcome }) => outcome),
      entries.map(({ table }) => table),
      entries.map(({ number }) => number),
      entries.map(({ at }) => at),
      entries.map(({ body }) => body),
      snapshots.map(({ table }) => table),
      snapshots.map(({ number }) => number),
      snapshots.map(({ body }) => body),
      channel,
      sender,
    ],
  })
  return new Set(rows.map(({ id }) => id))
}
