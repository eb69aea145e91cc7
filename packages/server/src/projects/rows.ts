/** Projects in the database. */
import type { Files } from '@ludoforge/desk'
import { type ProjectDocument, Refusal } from '@ludoforge/table'
import type { Db, Tx } from '../store/index.js'

/** A project without its files. */
export interface ProjectRow extends Omit<ProjectDocument, 'bytes'> {
  readonly account_id: string
  readonly version: number
  readonly bytes: number
}

/** The same for a project of somebody else as for none: an id reveals nothing. */
export function noProject(): Refusal {
  return new Refusal('not-found', 'There is no such game here. It was deleted, or its link was withdrawn.')
}

export async function ownRow(db: Db, id: string, account: string): Promise<ProjectRow> {
  const row = await db
    .selectFrom('projects')
    .select(['id', 'account_id', 'title', 'version', 'bytes', 'created', 'changed'])
    .where('id', '=', id)
    .where('account_id', '=', account)
    .executeTakeFirst()
  if (row === undefined) throw noProject()
  return row
}

export async function loadFiles(db: Db, id: string): Promise<Files> {
  const rows = await db
    .selectFrom('project_files')
    .select(['path', 'text'])
    .where('project_id', '=', id)
    .orderBy('path')
    .execute()
  return Object.fromEntries(rows.map(({ path, text }) => [path, text]))
}

const MAX_ROWS = 100 // of one statement

export async function insertFiles(tx: Tx, id: string, files: Files): Promise<void> {
  const rows = Object.entries(files).map(([path, text]) => ({ project_id: id, path, text }))
  for (let i = 0; i < rows.length; i += MAX_ROWS)
    await tx
      .insertInto('project_files')
      .values(rows.slice(i, i + MAX_ROWS))
      .execute()
}

export async function countOf(db: Db, table: 'project_saves' | 'project_links', id: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}
