/** Invitations to the seats of a table. They expire, and the host can withdraw them. */
import { INVITATION_DAYS, type InvitationDocument, Refusal } from '@ludoforge/table'
import { fromJson } from '@ludoforge/kernel'
import type { Db } from '../store/index.js'
import { hashSecret, newSecret } from './credentials.js'
import type { Table } from './tables.js'

const DAY_MS = 86_400_000
const MAX_INVITATIONS = 100 // valid ones per table
const ID_LENGTH = 16 // of the secret's hash, which reveals nothing about the secret

/** A new invitation. The secret is shown once. */
export interface CreatedInvitation extends InvitationDocument {
  readonly secret: string
}

export class Invitations {
  constructor(private readonly db: Db) {}

  /** Creates an invitation: a secret that admits its holder to one of these seats while it is open. */
  async create(table: Table, seats: readonly string[], days = INVITATION_DAYS): Promise<CreatedInvitation> {
    for (const seat of seats)
      if (!table.seats.some((other) => other.seat === seat))
        throw new Refusal(
          'bad-message',
          `There is no seat ${seat}. The seats are ${table.seats.map((other) => other.seat).join(', ')}.`,
        )
    if ((await this.list(table.id)).length >= MAX_INVITATIONS)
      throw new Refusal(
        'not-allowed',
        `There are already ${MAX_INVITATIONS} invitations, which is the limit. Withdraw some first.`,
      )
    const secret = newSecret()
    const created = Date.now()
    const until = created + days * DAY_MS
    const hash = hashSecret(secret)
    await this.db
      .insertInto('invitations')
      .values({ secret_hash: hash, table_id: table.id, seats: JSON.stringify(seats), created, until })
      .execute()
    return { id: hash.slice(0, ID_LENGTH), secret, seats: [...seats], created, until }
  }

  /** Returns the valid invitations of a table, and deletes the expired ones. */
  async list(table: string): Promise<InvitationDocument[]> {
    const rows = await this.db.selectFrom('invitations').selectAll().where('table_id', '=', table).execute()
    const now = Date.now()
    const expired = rows.filter((row) => untilOf(row) <= now).map(({ secret_hash }) => secret_hash)
    if (expired.length > 0)
      await this.db.deleteFrom('invitations').where('secret_hash', 'in', expired).execute()
    return rows
      .filter((row) => untilOf(row) > now)
      .map((row) => ({
        id: row.secret_hash.slice(0, ID_LENGTH),
        seats: fromJson(row.seats),
        created: row.created,
        until: untilOf(row),
      }))
      .toSorted((a, b) => a.created - b.created)
  }

  async withdraw(table: string, id: string): Promise<void> {
    const rows = await this.db
      .selectFrom('invitations')
      .select('secret_hash')
      .where('table_id', '=', table)
      .execute()
    const hash = rows.map(({ secret_hash }) => secret_hash).find((one) => one.slice(0, ID_LENGTH) === id)
    if (hash === undefined)
      throw new Refusal('not-found', 'There is no such invitation. It was withdrawn or has expired.')
    await this.db.deleteFrom('invitations').where('secret_hash', '=', hash).execute()
  }

  /** Returns the seats that a secret admits to. Throws a `Refusal` if it isn't valid. */
  async seats(table: string, secret: string): Promise<readonly string[]> {
    const row = await this.db
      .selectFrom('invitations')
      .selectAll()
      .where('secret_hash', '=', hashSecret(secret))
      .where('table_id', '=', table)
      .executeTakeFirst()
    if (row === undefined)
      throw new Refusal('not-allowed', 'This invitation is not valid. Ask the host for a new one.')
    if (untilOf(row) <= Date.now())
      throw new Refusal('not-allowed', 'This invitation has expired. Ask the host for a new one.')
    return fromJson(row.seats)
  }
}

function untilOf({ created, until }: { readonly created: number; readonly until: number | null }): number {
  return until ?? created + INVITATION_DAYS * DAY_MS
}
