/** How many tables a client may have, by account and by address. */
import { Refusal } from '@ludoforge/table'
import type { Db } from '../store/index.js'
import type { Client } from './client.js'

/** The largest numbers of tables, and of these from save files. */
export interface Quotas {
  readonly tables: number
  readonly uploads: number
}

export const DEFAULT_QUOTAS: Quotas = { tables: 1000, uploads: 100 }

/** Throws a `Refusal` if the client has as many tables as it may have. */
export async function checkQuota(
  db: Db,
  { origin, account }: Pick<Client, 'account'> & { readonly origin: string | null },
  { tables, uploads }: Quotas,
  isUpload: boolean,
): Promise<void> {
  const most = isUpload ? uploads : tables
  const what = isUpload ? 'tables from save files' : 'tables'
  for (const [who, count] of [
    ['this address', origin === null ? 0 : await countOfOrigin(db, origin, isUpload)],
    ['your account', account === null ? 0 : await countOfAccount(db, account, isUpload)],
  ] as const)
    if (count >= most)
      throw new Refusal(
        'over-quota',
        `There are ${count} ${what} of ${who}, and the limit is ${most}. Delete a table first.`,
      )
}

async function countOfOrigin(db: Db, origin: string, isUpload: boolean): Promise<number> {
  const { count } = await db
    .selectFrom('tables')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('origin', '=', origin)
    .$if(isUpload, (query) => query.where('uploaded', '=', 1))
    .executeTakeFirstOrThrow()
  return count
}

async function countOfAccount(db: Db, account: string, isUpload: boolean): Promise<number> {
  const { count } = await db
    .selectFrom('people')
    .innerJoin('tables', 'tables.id', 'people.table_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('people.account_id', '=', account)
    .where('people.host', '=', 1)
    .$if(isUpload, (query) => query.where('tables.uploaded', '=', 1))
    .executeTakeFirstOrThrow()
  return count
}
