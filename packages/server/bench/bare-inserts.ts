/** Baseline of the benchmark: single-row inserts, each durable before the next. */
import path from 'node:path'
import Database from 'libsql'
import pg from 'pg'
import { openStore, type StoreOptions } from '../src/store/index.js'

const BODY = JSON.stringify({
  kind: 'decision',
  seat: 'second',
  name: 'space',
  choice: ['somewhere', 'elsewhere'],
  hash: '0123456789abcdef',
  by: 'bot random',
})
const TABLE = 'bare'

/** Returns the inserts a second into the entries of one table. */
export async function bareInserts(where: StoreOptions, ms: number): Promise<number> {
  await prepare(where)
  return where.database === undefined ? sqlite(where.data, ms) : postgres(where.database, ms)
}

async function prepare(where: StoreOptions): Promise<void> {
  const store = await openStore(where)
  const { db } = store
  await db.deleteFrom('entries').where('table_id', '=', TABLE).execute()
  await db
    .insertInto('games')
    .values({ fingerprint: TABLE, id: TABLE, title: TABLE, def: '{}', added: 0 })
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('tables')
    .values({
      id: TABLE,
      name: TABLE,
      fingerprint: TABLE,
      scenario: '',
      options: '{}',
      seed: '1',
      origin: null,
      listed: 0,
      uploaded: 0,
      created: 0,
      changed: 0,
      number: 0,
      deciding: '[]',
      outcome: null,
    })
    .onConflict((c) => c.doNothing())
    .execute()
  await store.close()
}

function sqlite(folder: string, ms: number): number {
  const database = new Database(path.join(folder, 'ludoforge.sqlite'))
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  const insert = database.prepare('insert into entries (table_id, number, at, body) values (?, ?, ?, ?)')
  const started = performance.now()
  let rows = 0
  for (; performance.now() - started < ms; rows += 1) insert.run(TABLE, rows, Date.now(), BODY)
  const seconds = (performance.now() - started) / 1000
  database.close()
  return rows / seconds
}

async function postgres(url: string, ms: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const text = 'insert into entries (table_id, number, at, body) values ($1, $2, $3, $4)'
  const started = performance.now()
  let rows = 0
  for (; performance.now() - started < ms; rows += 1)
    await client.query({ name: 'bare', text, values: [TABLE, rows, Date.now(), BODY] })
  const seconds = (performance.now() - started) / 1000
  await client.end()
  return rows / seconds
}
