/** Reads and writes the rows of a table. */
import {
  activeDecisions,
  type Entry,
  type GameStart,
  type Person as TablePerson,
  type Position,
  type Seat,
} from '@ludoforge/table'
import { fromJson, type Game, type Outcome } from '@ludoforge/kernel'
import type { Db, Snapshot, Store, Tx } from '../store/index.js'

/** A person at a table of this server, with a key and possibly an account. */
export interface Person extends TablePerson {
  readonly account: string | null
  readonly keyHash: string
}

export interface TableRow {
  readonly id: string
  readonly name: string
  readonly fingerprint: string
  readonly beginning: GameStart
  readonly listed: boolean
  readonly uploaded: boolean
  readonly created: number
  readonly changed: number
  readonly number: number
  readonly deciding: readonly string[]
  readonly outcome: Outcome | null
}

type RawTable = Awaited<ReturnType<typeof selectTable>>

const selectTable = (db: Db, id: string) =>
  db.selectFrom('tables').selectAll().where('id', '=', id).executeTakeFirst()

export function readRow(raw: NonNullable<RawTable>): TableRow {
  const { scenario } = raw
  return {
    id: raw.id,
    name: raw.name,
    fingerprint: raw.fingerprint,
    beginning: {
      ...(scenario === '' ? {} : { scenario }),
      seed: fromJson(raw.seed),
      options: fromJson(raw.options),
    },
    listed: raw.listed === 1,
    uploaded: raw.uploaded === 1,
    created: raw.created,
    changed: raw.changed,
    number: raw.number,
    deciding: fromJson(raw.deciding),
    outcome: raw.outcome === null ? null : fromJson(raw.outcome),
  }
}

export async function loadRow(db: Db, id: string): Promise<TableRow | undefined> {
  const raw = await selectTable(db, id)
  return raw === undefined ? undefined : readRow(raw)
}

export async function loadEntries(db: Db, table: string, after = 0): Promise<Entry[]> {
  const rows = await db
    .selectFrom('entries')
    .select(['number', 'at', 'body'])
    .where('table_id', '=', table)
    .where('number', '>', after)
    .orderBy('number')
    .execute()
  return rows.map(({ number, at, body }) => ({ ...fromJson(body), number, at }))
}

/** Returns the last snapshot at or before entry `most`. */
export async function loadSnapshot(
  db: Db,
  game: Game,
  table: string,
  most: number,
): Promise<Position | undefined> {
  const row = await db
    .selectFrom('snapshots')
    .select(['number', 'body'])
    .where('table_id', '=', table)
    .where('number', '<=', most)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { decisions, question, saved } = fromJson(row.body)
  return { number: row.number, decisions, question, state: game.restore(saved) }
}

/** Counts the active decisions from the last snapshot. If an undo goes back beyond it, all entries are read. */
export async function countDecisions(db: Db, table: string): Promise<number> {
  const row = await db
    .selectFrom('snapshots')
    .select(['number', 'body'])
    .where('table_id', '=', table)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return activeDecisions(await loadEntries(db, table)).length
  const later = await loadEntries(db, table, row.number)
  if (later.some((entry) => entry.kind === 'undo' && entry.to <= row.number))
    return activeDecisions(await loadEntries(db, table)).length
  return fromJson(row.body).decisions + activeDecisions(later).length
}

export async function saveSnapshot(tx: Tx, game: Game, table: string, position: Position): Promise<void> {
  const { number, decisions, question, state } = position
  const body = JSON.stringify({ decisions, question, saved: game.save(state) } satisfies Snapshot)
  await tx
    .insertInto('snapshots')
    .values({ table_id: table, number, body })
    .onConflict((c) => c.doNothing())
    .execute()
}

export async function loadPeople(db: Db, table: string): Promise<Person[]> {
  const rows = await db.selectFrom('people').selectAll().where('table_id', '=', table).execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    host: row.host === 1,
    account: row.account_id,
    keyHash: row.key_hash,
    seen: row.seen,
  }))
}

export async function loadSeats(db: Db, table: string): Promise<Seat[]> {
  const rows = await db
    .selectFrom('seats')
    .select(['seat', 'person_id', 'agent'])
    .where('table_id', '=', table)
    .orderBy('place')
    .execute()
  return rows.map(({ seat, person_id, agent }) => ({ seat, person: person_id, agent }))
}

export async function saveSeat(tx: Tx, table: string, { seat, person, agent }: Seat): Promise<void> {
  await tx
    .updateTable('seats')
    .set({ person_id: person, agent })
    .where('table_id', '=', table)
    .where('seat', '=', seat)
    .execute()
}

export async function addPerson(tx: Tx, table: string, person: Person): Promise<void> {
  const { id, name, host, account, keyHash, seen } = person
  await tx
    .insertInto('people')
    .values({ id, table_id: table, name, key_hash: keyHash, account_id: account, host: host ? 1 : 0, seen })
    .execute()
}

/** Inserts a table with its host and seats, and with the entries of an uploaded save. */
export async function addTable(
  store: Store,
  row: TableRow,
  host: Person,
  seats: readonly Seat[],
  entries: readonly Entry[],
): Promise<void> {
  const { id, name, fingerprint, beginning, listed, uploaded, created, number, deciding, outcome } = row
  await store.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('tables')
      .values({
        id,
        name,
        fingerprint,
        scenario: beginning.scenario ?? '',
        options: JSON.stringify(beginning.options),
        seed: JSON.stringify(beginning.seed),
        listed: listed ? 1 : 0,
        uploaded: uploaded ? 1 : 0,
        created,
        changed: row.changed,
        number,
        deciding: JSON.stringify(deciding),
        outcome: outcome === null ? null : JSON.stringify(outcome),
      })
      .execute()
    await addPerson(tx, id, host)
    await tx
      .insertInto('seats')
      .values(
        seats.map(({ seat, person, agent }, place) => ({
          table_id: id,
          seat,
          place,
          person_id: person,
          agent,
        })),
      )
      .execute()
    for (let i = 0; i < entries.length; i += 500)
      await tx
        .insertInto('entries')
        .values(
          entries.slice(i, i + 500).map(({ number: n, at, ...body }) => ({
            table_id: id,
            number: n,
            at,
            body: JSON.stringify(body),
          })),
        )
        .execute()
  })
}
