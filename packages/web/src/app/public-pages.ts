/** The public tables of the server, page by page. */
import { MAX_LISTED_TABLES, pageAfter, type TableDocument } from '@ludoforge/table'
import { call, site } from './site.js'

/** A page of tables, most recently changed first. */
export interface TablePage {
  readonly tables: readonly TableDocument[]
  /** The query for the next page, or `undefined` after the last. */
  readonly next: PageQuery | undefined
}

/** Running or finished tables, from the start or from a page's last table on. */
export interface PageQuery {
  readonly finished: boolean
  readonly before?: string
}

export async function loadPage({ finished, before }: PageQuery): Promise<TablePage> {
  if (!(await site()).server) return { tables: [], next: undefined }
  const query = {
    ...(finished ? { finished: '1' } : {}),
    ...(before === undefined ? {} : { before }),
  }
  const tables = await call('tables', { query })
  const last = tables.at(-1)
  const isFull = last !== undefined && tables.length >= MAX_LISTED_TABLES
  return { tables, next: isFull ? { finished, before: pageAfter(last) } : undefined }
}

/** Joins pages. A table that has changed since is on the first page as well: each is listed once, as first found. */
export function joinPages(pages: readonly TablePage[]): readonly TableDocument[] {
  const found = new Map<string, TableDocument>()
  for (const { tables } of pages)
    for (const table of tables) if (!found.has(table.id)) found.set(table.id, table)
  return [...found.values()]
}
