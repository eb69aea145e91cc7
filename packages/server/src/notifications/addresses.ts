/** Where people want to be told: addresses of programs, and of mailboxes that have said that they are theirs. */
import { timingSafeEqual } from 'node:crypto'
import { Refusal, type Webhook } from '@ludoforge/table'
import type { Store } from '../store/index.js'
import { hashSecret, newId, newSecret } from '../tables/credentials.js'
import type { Mail } from './delivery.js'

const MOST_EACH = 10

/** Whose notices: of a person or everybody at a table, or of an account at all its tables. */
export type NotificationScope =
  | { readonly table: string; readonly person: string | null }
  | { readonly account: string }

export class Addresses {
  constructor(
    private readonly store: Store,
    private readonly mail: Mail | undefined,
  ) {}

  async add(url: string, about: NotificationScope): Promise<Webhook> {
    const { db } = this.store
    const isMail = url.startsWith('mailto:')
    if (isMail && this.mail === undefined) throw new Refusal('not-allowed', 'This server sends no mail.')
    const whose =
      'account' in about ? (['account_id', about.account] as const) : (['table_id', about.table] as const)
    const { count } = await db
      .selectFrom('webhooks')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where(whose[0], '=', whose[1])
      .executeTakeFirstOrThrow()
    if (count >= MOST_EACH) throw new Refusal('not-allowed', `There are ${MOST_EACH} addresses already.`)
    const [id, secret] = [newId(), newSecret()]
    await db
      .insertInto('webhooks')
      .values({
        id,
        url,
        secret,
        table_id: 'account' in about ? null : about.table,
        person_id: 'account' in about ? null : about.person,
        account_id: 'account' in about ? about.account : null,
        confirmed: isMail ? 0 : 1,
        created: Date.now(),
      })
      .execute()
    if (!isMail) return { id, secret, confirmed: true }
    // Only who reads the mail learns the secret.
    await this.mail?.send(
      decodeURIComponent(url.slice('mailto:'.length)),
      'LudoForge: is this your address?',
      `Somebody, perhaps you, wants to be told here when it is their turn.\nIf it was you, confirm with this code: ${id} ${secret}\nIf not, do nothing: no other mail will come.`,
    )
    return { id, confirmed: false }
  }

  /** Gives the tables that it is about. */
  async #find(id: string, secret: string): Promise<string[]> {
    const { db } = this.store
    const row = await db
      .selectFrom('webhooks')
      .select(['secret', 'table_id', 'account_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    const [one, two] = [Buffer.from(hashSecret(row?.secret ?? '')), Buffer.from(hashSecret(secret))]
    if (row === undefined || !timingSafeEqual(one, two))
      throw new Refusal('not-allowed', 'This secret does not fit.')
    if (row.table_id !== null) return [row.table_id]
    const tables = await db
      .selectFrom('people')
      .select('table_id')
      .where('account_id', '=', row.account_id)
      .execute()
    return tables.map(({ table_id }) => table_id)
  }

  async confirm(id: string, secret: string): Promise<string[]> {
    const tables = await this.#find(id, secret)
    await this.store.db.updateTable('webhooks').set({ confirmed: 1 }).where('id', '=', id).execute()
    return tables
  }

  async remove(id: string, secret: string): Promise<string[]> {
    const tables = await this.#find(id, secret)
    await this.store.db.deleteFrom('webhooks').where('id', '=', id).execute()
    return tables
  }
}
