/** The tables at which somebody sits, with what is unread there. */
import type { Reply } from '@ludoforge/table'
import type { Tables } from './tables.js'

/** By an account, or by the keys that somebody has. */
export type TableOwner =
  | { readonly account: string }
  | { readonly keys: readonly { readonly table: string; readonly hash: string }[] }

export async function myTables(tables: Tables, whose: TableOwner): Promise<Reply<'myTables'>> {
  const rows = await tables.store.db
    .selectFrom('people')
    .select(['table_id', 'id', 'seen'])
    .where((one) =>
      'account' in whose
        ? one('account_id', '=', whose.account)
        : one.or(whose.keys.map(({ table, hash }) => one.and({ table_id: table, key_hash: hash }))),
    )
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
