/** People who are unwelcome: sent away by the host, blocked by others, reported to the operator. */
import { isAway, nonGameTransition, Refusal, type Seat, seatDocuments } from '@ludoforge/table'
import type { Db } from '../store/index.js'
import { newId } from './credentials.js'
import { type Person, saveSeat } from './rows.js'
import type { Table } from './tables.js'

const MAX_REPORTS = 10 // open ones by one person
const MAX_BLOCKS = 1000 // by one person or account

function personAt(table: Table, id: string): Person {
  const person = table.person(id)
  if (person === undefined) throw new Refusal('not-found', 'There is no such person at this table.')
  return person
}

/**
 * Sends a person away. Their key stops working and their sockets are closed at once, on all servers. Their seats are open
 * if the game hasn't begun or if they have been away. Otherwise the host can take the seats when the absence has passed.
 */
export async function sendAway(table: Table, host: Person, id: string): Promise<void> {
  const person = personAt(table, id)
  if (person.id === host.id) throw new Refusal('not-allowed', "You can't send yourself away.")
  if (person.isGone === true) throw new Refusal('stale', `${person.name} is no longer at this table.`)
  await table.change(async () => {
    const isFree = table.position.decisions === 0 || (await isAway(table, person))
    const freed: Seat[] = table.seats
      .filter((seat) => isFree && seat.person === person.id)
      .map(({ seat, past }) => ({
        seat,
        person: null,
        agent: null,
        past: { seenBy: past?.seenBy ?? [person.id], takenFrom: null, request: null },
      }))
    const seats = table.seats.map((seat) => freed.find((open) => open.seat === seat.seat) ?? seat)
    const note = nonGameTransition(table.position, {
      kind: 'note',
      text: `${host.name} sent ${person.name} away.`,
    })
    const body = { kind: 'seats', seats: seatDocuments(seats, table.people) } as const
    return {
      transitions: [note, nonGameTransition(note.after, body)],
      also: async (tx) => {
        await tx.updateTable('people').set({ gone: 1 }).where('id', '=', person.id).execute()
        for (const seat of freed) await saveSeat(tx, table.id, seat)
      },
    }
  })
}

/** Stores a report for the operator. */
export async function report(db: Db, table: Table, by: Person, about: string, text: string): Promise<void> {
  const person = personAt(table, about)
  const { count } = await db
    .selectFrom('reports')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('by_person', '=', by.id)
    .where('open', '=', 1)
    .executeTakeFirstOrThrow()
  if (count >= MAX_REPORTS)
    throw new Refusal(
      'too-frequent',
      `You have ${MAX_REPORTS} open reports, which is the limit. The operator will read them.`,
    )
  await db
    .insertInto('reports')
    .values({
      id: newId(),
      at: Date.now(),
      table_id: table.id,
      by_person: by.id,
      about_person: person.id,
      text,
      open: 1,
    })
    .execute()
}

/** Returns who a person is to others: the account, or the person at one table. */
function identity({ account, id }: Pick<Person, 'account' | 'id'>): string {
  return account === null ? `person ${id}` : `account ${account}`
}

export async function block(db: Db, table: Table, by: Person, whom: string, blocked: boolean): Promise<void> {
  const person = personAt(table, whom)
  if (person.id === by.id) throw new Refusal('not-allowed', "You can't block yourself.")
  const row = { by_whom: identity(by), whom: identity(person) }
  if (!blocked) {
    await db.deleteFrom('blocks').where('by_whom', '=', row.by_whom).where('whom', '=', row.whom).execute()
    return
  }
  const { count } = await db
    .selectFrom('blocks')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('by_whom', '=', row.by_whom)
    .executeTakeFirstOrThrow()
  if (count >= MAX_BLOCKS)
    throw new Refusal('not-allowed', `You have blocked ${MAX_BLOCKS} people, which is the limit.`)
  await db
    .insertInto('blocks')
    .values({ ...row, at: Date.now() })
    .onConflict((c) => c.doNothing())
    .execute()
}

/** Returns the people at a table whom a person has blocked. */
export async function blockedBy(db: Db, table: Table, by: Person): Promise<string[]> {
  const rows = await db.selectFrom('blocks').select('whom').where('by_whom', '=', identity(by)).execute()
  const blocked = new Set(rows.map(({ whom }) => whom))
  return table.people.filter((person) => blocked.has(identity(person))).map(({ id }) => id)
}

/** Throws a `Refusal` if the host of the table has blocked this account. */
export async function checkNotBlocked(db: Db, table: Table, account: string | null): Promise<void> {
  if (account === null) return
  const hosts = table.people.filter(({ host }) => host).map(identity)
  const row = await db
    .selectFrom('blocks')
    .select('whom')
    .where('by_whom', 'in', hosts)
    .where('whom', '=', `account ${account}`)
    .executeTakeFirst()
  if (row !== undefined) throw new Refusal('not-allowed', 'The host of this table has blocked you.')
}

/** Throws a `Refusal` if the person was sent away or blocked. The operator may have done that in another process. */
export async function checkWelcome(db: Db, person: Pick<Person, 'id'>): Promise<void> {
  const row = await db.selectFrom('people').select('gone').where('id', '=', person.id).executeTakeFirst()
  if (row?.gone === 1) throw new Refusal('not-allowed', 'The host has sent you away from this table.')
  if (row?.gone === 2) throw new Refusal('not-allowed', 'The operator of this server has blocked you.')
}
