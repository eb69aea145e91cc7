/** Reads and writes the rows of a table. */
import {
  activeDecisions,
  clockFaceOf,
  type TableHead,
  type Entry,
  type GameStart,
  type Person as TablePerson,
  type Position,
  type Seat,
} from '@ludoforge/table'
import { fromJson, type Game, type Outcome } from '@ludoforge/kernel'
import { nextCheck } from '../clocks/clock-rows.js'
import type { Db, Snapshot, Store, Tx } from '../store/index.js'
import type { ReplayedSave } from './replay-messages.js'

/** A person at a table of this server, with a key and possibly an account. */
export interface Person extends TablePerson {
  readonly account: string | null
  readonly keyHash: string
  /** The id of the person at the table of which this one is the rematch. */
  readonly cameFrom?: string
}

export interface TableRow {
  readonly id: string
  readonly name: string
  readonly fingerprint: string
  readonly beginning: GameStart
  /** The client that made the table (`originOf` its address). */
  readonly origin: string | null
  readonly listed: boolean
  readonly uploaded: boolean
  readonly disclosed: boolean
  readonly absence: number
  readonly created: number
  readonly changed: number
  readonly number: number
  readonly deciding: readonly string[]
  readonly outcome: Outcome | null
  readonly clock: TableHead['clock']
  readonly rematch?: string | undefined
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
    origin: raw.origin,
    listed: raw.listed === 1,
    uploaded: raw.uploaded === 1,
    disclosed: raw.disclosed === 1,
    absence: raw.absence,
    created: raw.created,
    changed: raw.changed,
    number: raw.number,
    deciding: fromJson(raw.deciding),
    outcome: raw.outcome === null ? null : fromJson(raw.outcome),
    clock:
      raw.clock === null || raw.clock_state === null
        ? undefined
        : { rule: fromJson(raw.clock), state: fromJson(raw.clock_state) },
    rematch: raw.rematch ?? undefined,
  }
}

export async function loadRow(db: Db, id: string): Promise<TableRow | undefined> {
  const raw = await selectTable(db, id)
  return raw === undefined ? undefined : readRow(raw)
}

const LATEST = 2 ** 31 - 1 // the largest entry number that every database can compare
const PAGE = 500 // entries that are read in one piece

/** Returns the entries after number `after` up to `until`. It yields to the event loop between pages. */
export async function loadEntries(
  db: Db,
  table: string,
  after = 0,
  until = Number.POSITIVE_INFINITY,
): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let last = after; ; ) {
    const rows = await db
      .selectFrom('entries')
      .select(['number', 'at', 'body'])
      .where('table_id', '=', table)
      .where('number', '>', last)
      .where('number', '<=', Math.min(until, LATEST))
      .orderBy('number')
      .limit(PAGE)
      .execute()
    for (const { number, at, body } of rows) entries.push({ ...fromJson(body), number, at })
    last = rows.at(-1)?.number ?? last
    if (rows.length < PAGE || last >= until) return entries
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
}

/** Returns the number of the last rules migration after an entry, or 0. */
export async function lastMigration(db: Db, table: string, after: number): Promise<number> {
  const row = await db
    .selectFrom('entries')
    .select('number')
    .where('table_id', '=', table)
    .where('number', '>', after)
    .where('body', 'like', MIGRATION_BODY)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? 0
}

const MIGRATION_BODY = '{"kind":"moved"%' // the kind comes first in every body

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

export function snapshotBody(game: Game, { decisions, question, state }: Position): string {
  return JSON.stringify({ decisions, question, saved: game.save(state) } satisfies Snapshot)
}

export async function saveSnapshot(tx: Tx, game: Game, table: string, position: Position): Promise<void> {
  const { number } = position
  const body = snapshotBody(game, position)
  await tx
    .insertInto('snapshots')
    .values({ table_id: table, number, body })
    .onConflict((c) => c.doNothing())
    .execute()
}

/** Returns the people of these tables. */
export async function peopleOf(db: Db, tables: readonly string[]): Promise<Map<string, Person[]>> {
  const rows = await db
    .selectFrom('people')
    .selectAll()
    .where('table_id', 'in', [...tables])
    .execute()
  return byTable(rows, (row) => ({
    id: row.id,
    name: row.name,
    host: row.host === 1,
    account: row.account_id,
    keyHash: row.key_hash,
    seen: row.seen,
    ...(row.gone === 0 ? {} : { isGone: true }),
    ...(row.came_from === null ? {} : { cameFrom: row.came_from }),
  }))
}

/** Returns the seats of these tables, in the order of the game. */
export async function seatsOf(db: Db, tables: readonly string[]): Promise<Map<string, Seat[]>> {
  const rows = await db
    .selectFrom('seats')
    .select(['table_id', 'seat', 'person_id', 'agent', 'past'])
    .where('table_id', 'in', [...tables])
    .orderBy('place')
    .execute()
  return byTable(rows, ({ seat, person_id, agent, past }) => ({
    seat,
    person: person_id,
    agent,
    ...(past === null ? {} : { past: fromJson(past) }),
  }))
}

export async function loadPeople(db: Db, table: string): Promise<Person[]> {
  return (await peopleOf(db, [table])).get(table) ?? []
}

export async function loadSeats(db: Db, table: string): Promise<Seat[]> {
  return (await seatsOf(db, [table])).get(table) ?? []
}

function byTable<R extends { readonly table_id: string }, T>(
  rows: readonly R[],
  read: (row: R) => T,
): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const row of rows) found.set(row.table_id, [...(found.get(row.table_id) ?? []), read(row)])
  return found
}

export async function saveSeat(tx: Tx, table: string, { seat, person, agent, past }: Seat): Promise<void> {
  await tx
    .updateTable('seats')
    .set({ person_id: person, agent, past: past === undefined ? null : JSON.stringify(past) })
    .where('table_id', '=', table)
    .where('seat', '=', seat)
    .execute()
}

export async function addPerson(tx: Tx, table: string, person: Person): Promise<void> {
  const { id, name, host, account, keyHash, seen, cameFrom = null } = person
  await tx
    .insertInto('people')
    .values({
      id,
      table_id: table,
      name,
      key_hash: keyHash,
      account_id: account,
      host: host ? 1 : 0,
      seen,
      connected: Date.now(),
      came_from: cameFrom,
    })
    .execute()
}

/** Inserts a table with its people and seats. */
export async function addTable(
  tx: Tx,
  row: TableRow,
  people: readonly Person[],
  seats: readonly Seat[],
): Promise<void> {
  const { id, name, fingerprint, beginning, listed, uploaded, created, number, deciding, outcome, clock } =
    row
  const face = clock === undefined ? undefined : clockFaceOf(clock.rule, clock.state)
  await tx
    .insertInto('tables')
    .values({
      id,
      name,
      fingerprint,
      scenario: beginning.scenario ?? '',
      options: JSON.stringify(beginning.options),
      seed: JSON.stringify(beginning.seed),
      origin: row.origin,
      listed: listed ? 1 : 0,
      uploaded: uploaded ? 1 : 0,
      disclosed: 0,
      absence: row.absence,
      created,
      changed: row.changed,
      number,
      deciding: JSON.stringify(deciding),
      outcome: outcome === null ? null : JSON.stringify(outcome),
      clock: clock === undefined ? null : JSON.stringify(clock.rule),
      clock_state: clock === undefined ? null : JSON.stringify(clock.state),
      clock_due: nextCheck(face, created),
    })
    .execute()
  for (const person of people) await addPerson(tx, id, person)
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
}

const UPLOAD_BATCH = 100 // entries in one transaction

/** Appends the entries and snapshots of a replayed save, in short transactions. */
export async function addReplayed(
  { db }: Store,
  id: string,
  { entries, snapshots, deciding, outcome }: ReplayedSave,
): Promise<void> {
  for (let i = 0; i < entries.length; i += UPLOAD_BATCH) {
    const batch = entries.slice(i, i + UPLOAD_BATCH)
    const [first = 0, last = 0] = [batch[0]?.number, batch.at(-1)?.number]
    const shots = snapshots.filter(({ number }) => number >= first && number <= last)
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('entries')
        .values(batch.map(({ number, at, body }) => ({ table_id: id, number, at, body })))
        .execute()
      if (shots.length > 0)
        await tx
          .insertInto('snapshots')
          .values(shots.map(({ number, body }) => ({ table_id: id, number, body })))
          .execute()
      await tx.updateTable('tables').set({ number: last }).where('id', '=', id).execute()
    })
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
  await db
    .updateTable('tables')
    .set({
      deciding: JSON.stringify(deciding),
      outcome: outcome === null ? null : JSON.stringify(outcome),
    })
    .where('id', '=', id)
    .execute()
}
