/** Addresses for notifications: webhooks, and mailboxes whose owner has confirmed them. */
import { timingSafeEqual } from 'node:crypto'
import { Refusal, type Webhook } from '@ludoforge/table'
import type { Store } from '../store/index.js'
import { hashSecret, newId, newSecret } from '../tables/credentials.js'
import type { Mail } from './delivery.js'
import { type NoticeAddress, parseNoticeAddress } from './mailbox.js'
import type { MailLimits } from './mail-limits.js'

const MAX_ADDRESSES = 10 // per table or account

/** What an address is notified about: one person or everybody at a table, or an account at all its tables. */
export type NotificationScope =
  | { readonly table: string; readonly person: string | null }
  | { readonly account: string }

export class Addresses {
  constructor(
    private readonly store: Store,
    private readonly mail: Mail | undefined,
    private readonly limits: MailLimits,
  ) {}

  /** Adds an address. `requester` is the network address of the client, for the limits of mail. */
  async add(text: string, about: NotificationScope, requester: string): Promise<Webhook> {
    const { db } = this.store
    const address = parseNoticeAddress(text)
    const { url } = address
    const isMail = address.kind === 'mail'
    if (isMail && this.mail === undefined)
      throw new Refusal('not-allowed', 'This server sends no mail. Use a webhook instead.')
    const owner =
      'account' in about ? (['account_id', about.account] as const) : (['table_id', about.table] as const)
    const { count } = await db
      .selectFrom('webhooks')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where(owner[0], '=', owner[1])
      .executeTakeFirstOrThrow()
    if (count >= MAX_ADDRESSES)
      throw new Refusal(
        'not-allowed',
        `There are already ${MAX_ADDRESSES} addresses, which is the limit. Remove one first.`,
      )
    if (isMail) await this.#limitMail(address.mailbox, requester)
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
    await this.#askToConfirm(address, id, secret)
    return { id, confirmed: false }
  }

  /** Throws a `Refusal` if the mailbox got, or the requester caused, too much mail lately. */
  async #limitMail(mailbox: string, requester: string): Promise<void> {
    if (!(await this.limits.take('sender', requester)))
      throw new Refusal('too-frequent', 'You have asked for too many mails. Try again in an hour.')
    if (!(await this.limits.take('confirm', mailbox)))
      throw new Refusal('too-frequent', 'This mailbox got several of these mails today. Try again tomorrow.')
  }

  /** The secret goes by mail only: it proves that the mailbox is theirs. */
  async #askToConfirm(address: NoticeAddress & { kind: 'mail' }, id: string, secret: string): Promise<void> {
    try {
      await this.mail?.send(
        address.mailbox,
        'LudoForge: is this your address?',
        `Someone asked LudoForge to notify this address when it is their turn.\nIf that was you, confirm with this code: ${id} ${secret}\nIf not, ignore this mail.`,
      )
    } catch (error) {
      await this.store.db.deleteFrom('webhooks').where('id', '=', id).execute()
      throw new Refusal('busy', "The mail server didn't take the mail. Try again later.", { cause: error })
    }
  }

  /** Returns the tables that the address is about. Throws a `Refusal` if the secret is wrong. */
  async #find(id: string, secret: string): Promise<string[]> {
    const { db } = this.store
    const row = await db
      .selectFrom('webhooks')
      .select(['secret', 'table_id', 'account_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    const [expected, received] = [Buffer.from(hashSecret(row?.secret ?? '')), Buffer.from(hashSecret(secret))]
    if (row === undefined || !timingSafeEqual(expected, received))
      throw new Refusal('not-allowed', 'The secret of this address is wrong.')
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
