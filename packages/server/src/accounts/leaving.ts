/** Exports and deletes an account. */
import type { AccountExport } from '@ludoforge/table'
import type { Projects } from '../projects/index.js'
import { deleteOf, exportOf, type Tables } from '../tables/index.js'
import { lessonsOf } from './lesson-progress.js'
import { type Accounts, endSessions, type KnownAccount } from './accounts.js'

/** Returns everything that the server stores about an account, without secrets. */
export async function exportAccount(
  tables: Tables,
  accounts: Accounts,
  projects: Projects,
  { id, login, name }: KnownAccount,
): Promise<AccountExport> {
  const { db } = tables.store
  const { created } = await db
    .selectFrom('accounts')
    .select('created')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const addresses = await db
    .selectFrom('webhooks')
    .select(['url', 'confirmed', 'created'])
    .where('account_id', '=', id)
    .orderBy('created')
    .execute()
  const sessions = await accounts.sessions(id, undefined)
  return {
    account: { login, name, created },
    tables: await exportOf(tables, id),
    addresses: addresses.map(({ url, confirmed, ...rest }) => ({ url, confirmed: confirmed === 1, ...rest })),
    sessions: sessions.map(({ since, device }) => ({ since, device })),
    lessons: await lessonsOf(db, id),
    projects: await projects.exportOf(id),
  }
}

/** Deletes an account with its sessions, addresses, blocks, projects and progress in lessons, and what it has at the tables. */
export async function deleteAccount(tables: Tables, account: string): Promise<void> {
  await deleteOf(tables, account)
  const ended = await tables.store.db.transaction().execute(async (tx) => {
    const who = `account ${account}`
    await tx
      .deleteFrom('blocks')
      .where((where) => where.or([where('by_whom', '=', who), where('whom', '=', who)]))
      .execute()
    const sessions = await endSessions(tx, account)
    await tx.deleteFrom('accounts').where('id', '=', account).execute()
    return sessions
  })
  tables.revocations.revoke(ended)
}
