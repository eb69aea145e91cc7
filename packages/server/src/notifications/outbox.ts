/** Notifications ("your turn", "the game is over") as a transactional outbox: stored with the entry that caused them. */
import { toJson } from '@ludoforge/kernel'
import type { TableDocument, Transition } from '@ludoforge/table'
import type { Db, NoticeBody, Tx } from '../store/index.js'
import { newId } from '../tables/credentials.js'

/** An address for notifications about one person, or about everybody at a table. */
export interface Hook {
  readonly id: string
  readonly person: string | null
}

/** Returns the addresses subscribed to this table: its own, and those of the accounts that sit there. */
export async function loadHooks(db: Db, table: string): Promise<Hook[]> {
  const own = await db
    .selectFrom('webhooks')
    .select(['id', 'person_id as person'])
    .where('table_id', '=', table)
    .where('confirmed', '=', 1)
    .execute()
  const ofAccounts = await db
    .selectFrom('webhooks')
    .innerJoin('people', 'people.account_id', 'webhooks.account_id')
    .select(['webhooks.id', 'people.id as person'])
    .where('people.table_id', '=', table)
    .where('webhooks.confirmed', '=', 1)
    .execute()
  return [...own, ...ofAccounts]
}

export interface Notice {
  readonly type: 'your-turn' | 'over'
  readonly person: string | null // null for everybody
  readonly name: string
  readonly seats: readonly string[]
}

/**
 * Returns the notifications of a change: the end of the game, or "your turn" for each person who must answer a new
 * question. The person who decided last is at the table and gets none.
 */
export function noticesOf(document: TableDocument, transitions: readonly Transition[]): Notice[] {
  const [first] = transitions
  const last = transitions.at(-1)
  if (first === undefined || last === undefined || last.after.question === first.before.question) return []
  if (document.outcome !== undefined)
    return [{ type: 'over', person: null, name: '', seats: document.outcome.winners }]
  const { entry } = last
  const by = entry.kind === 'decision' ? entry.by : ''
  const deciding = document.seats.filter(
    ({ seat, kind }) => kind === 'person' && document.deciding.includes(seat),
  )
  const people = [...new Set(deciding.map(({ person }) => person))].filter((person) => person !== by)
  return people.flatMap((person) => {
    const seats = deciding.filter((seat) => seat.person === person)
    if (person === undefined) return []
    return [
      {
        type: 'your-turn' as const,
        person,
        name: seats[0]?.name ?? '',
        seats: seats.map(({ seat }) => seat),
      },
    ]
  })
}

/** Adds deliveries in the transaction of their entries, so that none is lost and none comes without a cause. */
export async function addDeliveries(
  tx: Tx,
  hooks: readonly Hook[],
  notices: readonly Notice[],
  { id, name, game, number }: TableDocument,
): Promise<void> {
  const now = Date.now()
  const rows = notices.flatMap((notice) =>
    hooks
      .filter((hook) => hook.person === null || notice.person === null || hook.person === notice.person)
      .map((hook) => ({
        id: newId(),
        webhook_id: hook.id,
        body: toJson<NoticeBody>({
          type: notice.type,
          text: sentence(notice, name),
          table: { id, name, game: game.id },
          name: notice.name,
          seats: notice.seats,
          number,
        }),
        due: now,
        attempts: 0,
      })),
  )
  if (rows.length > 0) await tx.insertInto('deliveries').values(rows).execute()
}

function sentence({ type, name, seats }: Notice, table: string): string {
  if (type === 'over')
    return `${table} is over: ${seats.length === 0 ? 'a draw' : `${seats.join(', ')} won`}.`
  return `${table}: it is your turn, ${name} (${seats.join(', ')}).`
}
