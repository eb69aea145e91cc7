/** Lists a person's tables, with the number of unread entries and whether it's their turn. */
import type { Reply } from '@ludoforge/table'
import type { Tables } from './tables.js'

/** A person, by account or by the keys of their seats. */
export type TableOwner =
  | { readonly account: string }
  | { readonly keys: readonly { readonly table: string; readonly hash: string }[] }

export async function myTables(tables: Tables, owner: TableOwner): Promise<Reply<'myTables'>> {
  const rows = await tables.store.db
    .selectFrom('people')
    .select(['table_id', 'id', 'seen'])
    .where((where) =>
      'account' in owner
        ? where('account_id', '=', owner.account)
        : where.or(owner.keys.map(({ table, hash }) => where.and({ table_id: table, key_hash: hash }))),
    )
    .where('gone', '=', 0)
    .execute()
  const documents = await tables.documents(rows.map(({ table_id }) => table_id))
  return documents.map((table) => {
    const person = rows.find(({ table_id }) => table_id === table.id)
    const seats = table.seats.filter((seat) => seat.person === person?.id)
    const mine = seats.map(({ seat }) => seat)
    const yourTurn = seats.some(({ seat, kind }) => kind === 'person' && table.deciding.includes(seat))
    return { table, seats: mine, unread: table.number - (person?.seen ?? 0), yourTurn }
  })
}
