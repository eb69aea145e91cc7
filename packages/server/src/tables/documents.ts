/** The public documents of tables, read from the database. */
import {
  clockFaceOf,
  type ListPlace,
  MAX_LISTED_TABLES,
  seatDocuments,
  type TableDocument,
} from '@ludoforge/table'
import type { Db } from '../store/index.js'
import { peopleOf, readRow, seatsOf } from './rows.js'

/** A page of the public tables: running or finished ones, after this place in the list. */
export interface TablePage {
  readonly finished?: boolean
  readonly before?: ListPlace
}

/** Returns a page of the public tables, most recently changed first. */
export async function listedDocuments(
  db: Db,
  { finished = false, before }: TablePage,
): Promise<TableDocument[]> {
  let query = db
    .selectFrom('tables')
    .select('id')
    .where('listed', '=', 1)
    .where('outcome', finished ? 'is not' : 'is', null)
  if (before !== undefined) {
    const { changed, id } = before
    query = query.where('changed', '<=', changed) // uses the index
    query = query.where((e) => e.or([e('changed', '<', changed), e('id', '<', id)]))
  }
  const rows = await query.orderBy('changed', 'desc').orderBy('id', 'desc').limit(MAX_LISTED_TABLES).execute()
  return loadDocuments(
    db,
    rows.map(({ id }) => id),
  )
}

/** Reads documents from the database, in three queries for all. Listing tables doesn't load them. */
export async function loadDocuments(db: Db, ids: readonly string[]): Promise<TableDocument[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('tables')
    .innerJoin('games', 'games.fingerprint', 'tables.fingerprint')
    .selectAll('tables')
    .select(['games.id as game_id', 'games.title as game_title'])
    .where('tables.id', 'in', [...ids])
    .orderBy('changed', 'desc')
    .orderBy('tables.id', 'desc')
    .execute()
  const [seats, people] = [await seatsOf(db, ids), await peopleOf(db, ids)]
  return rows.map(({ game_id, game_title, ...raw }) => {
    const {
      id,
      name,
      fingerprint,
      beginning,
      listed,
      uploaded,
      disclosed,
      absence,
      created,
      changed,
      number,
      deciding,
      outcome,
      clock,
      rematch,
    } = readRow(raw)
    return {
      id,
      name,
      game: { id: game_id, title: game_title, fingerprint },
      scenario: beginning.scenario ?? '',
      options: { ...beginning.options },
      seats: seatDocuments(seats.get(id) ?? [], people.get(id) ?? []),
      listed,
      uploaded,
      disclosed,
      absence,
      created,
      changed,
      number,
      deciding: [...deciding],
      ...(outcome === null ? {} : { outcome }),
      ...(clock === undefined ? {} : { clock: clockFaceOf(clock.rule, clock.state) }),
      ...(rematch === undefined ? {} : { rematch }),
    }
  })
}
