/** Retention: abandoned tables become compressed saves, and old saves are deleted. */
import { gunzipSync, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { Db, Tx } from '../store/index.js'

const compress = promisify(gzip)
const BATCH = 50 // tables that one pass archives

/** After how many milliseconds without a change a table is archived, and an archived table is deleted. */
export interface Retention {
  readonly archiveMs: number
  /** Of tables where nobody has an account. */
  readonly archiveAnonymousMs: number
  readonly deleteMs: number
}

const DAY_MS = 24 * 3600 * 1000

/** The retention without options such as `--archive-after`. */
export const DEFAULT_RETENTION: Retention = {
  archiveMs: 180 * DAY_MS,
  archiveAnonymousMs: 30 * DAY_MS,
  deleteMs: 730 * DAY_MS,
}

/**
 * Replaces a table by its compressed save. `saveOf` returns its text, which contains the seed. Returns `false` if there is
 * no table, or if it has changed meanwhile: then it stays, with every decision.
 */
export async function archiveTable(db: Db, id: string, saveOf: () => Promise<string>): Promise<boolean> {
  const row = await db
    .selectFrom('tables')
    .select(['name', 'changed', 'number'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return false
  const { name, changed, number } = row
  const body = (await compress(await saveOf())).toString('base64')
  const archived = { id, name, changed, archived: Date.now(), body }
  return db.transaction().execute(async (tx) => {
    // Locks the table, so that nobody appends to it any more.
    const { numUpdatedRows } = await tx
      .updateTable('tables')
      .set({ number })
      .where('id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await tx
      .insertInto('archives')
      .values(archived)
      .onConflict((c) => c.column('id').doUpdateSet(archived))
      .execute()
    return removeTable(tx, id)
  })
}

/** Returns the save of an archived table, or `undefined` if there is none. */
export async function archivedSave(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('archives').select('body').where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : gunzipSync(Buffer.from(row.body, 'base64')).toString('utf8')
}

/** Deletes a table with everything that belongs to it. Returns `false` if there is none. */
export function deleteTable(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute((tx) => removeTable(tx, id))
}

async function removeTable(tx: Tx, id: string): Promise<boolean> {
  await tx.deleteFrom('seats').where('table_id', '=', id).execute() // they refer to people
  const { numDeletedRows } = await tx.deleteFrom('tables').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** What a pass has done. */
export interface Pruned {
  readonly archived: number
  readonly deleted: number
  /** The tables that can't be archived, and why. They stay. */
  readonly failed: readonly { readonly id: string; readonly problem: string }[]
}

/** Archives the tables and deletes the archives that are old enough. `saveOf` returns the save of a table. */
export async function prune(
  db: Db,
  { archiveMs, archiveAnonymousMs, deleteMs }: Retention,
  saveOf: (id: string) => Promise<string>,
  now = Date.now(),
): Promise<Pruned> {
  let archived = 0
  const failed: { readonly id: string; readonly problem: string }[] = []
  for (;;) {
    const skipped = failed.map(({ id }) => id)
    const old = await db
      .selectFrom('tables')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('changed', '<', now - archiveMs),
          eb.and([
            eb('changed', '<', now - archiveAnonymousMs),
            eb.not(
              eb.exists(
                eb
                  .selectFrom('people')
                  .select('people.id')
                  .whereRef('people.table_id', '=', 'tables.id')
                  .where('people.account_id', 'is not', null),
              ),
            ),
          ]),
        ]),
      )
      .$if(skipped.length > 0, (query) => query.where('id', 'not in', skipped))
      .orderBy('changed')
      .limit(BATCH)
      .execute()
    for (const { id } of old)
      try {
        if (await archiveTable(db, id, () => saveOf(id))) archived += 1
      } catch (error) {
        failed.push({ id, problem: error instanceof Error ? error.message : String(error) })
      }
    if (old.length < BATCH) break
  }
  const { numDeletedRows } = await db
    .deleteFrom('archives')
    .where('changed', '<', now - deleteMs)
    .executeTakeFirst()
  return { archived, deleted: Number(numDeletedRows), failed }
}
