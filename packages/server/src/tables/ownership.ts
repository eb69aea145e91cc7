/** What belongs to an account at the tables: its export, and its deletion. */
import { type AccountExport, nonGameTransition, pastOf, type Seat, seatDocuments } from '@ludoforge/table'
import { hashSecret, newSecret } from './credentials.js'
import { myTables } from './my-tables.js'
import type { Person } from './rows.js'
import type { Table, Tables } from './tables.js'

const FORMER = 'Former player'

/** Returns the tables of an account. The save of a running game would reveal hidden information, so it has none. */
export async function exportOf(tables: Tables, account: string): Promise<AccountExport['tables']> {
  const exported: AccountExport['tables'] = []
  for (const { table, seats } of await myTables(tables, { account })) {
    const isOver = table.outcome !== undefined
    const save = isOver ? { save: await tables.save(await tables.get(table.id)) } : {}
    exported.push({ table, seats, ...save })
  }
  return exported
}

/**
 * Deletes the tables where only this account has been. The others stay for their people: its seats in running games are
 * open afterwards, and the person has no name and no key.
 */
export async function deleteOf(tables: Tables, account: string): Promise<void> {
  const { db, engine } = tables.store
  for (const id of new Set(await tables.idsOf(account))) {
    const table = await tables.get(id)
    const mine = table.people.filter((person) => person.account === account)
    if (mine.length === table.people.length) {
      await tables.remove(table)
      continue
    }
    for (const person of mine) {
      if (table.deciding.length > 0) await leave(table, person)
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('people')
          .set({ name: FORMER, key_hash: hashSecret(newSecret()), account_id: null })
          .where('id', '=', person.id)
          .execute()
        await engine.announce(tx, [id])
      })
    }
    tables.revocations.revoke(mine.map(({ keyHash }) => keyHash))
    await table.lookAgain()
  }
}

/** Opens all seats of a person, with one entry each. */
async function leave(table: Table, { id }: Person): Promise<void> {
  for (const seat of table.seatsOf(id))
    await table.change(() => {
      const before = table.seats.find((other) => other.seat === seat)
      if (before?.person !== id) return { transitions: [] }
      const after: Seat = { seat, person: null, agent: null, past: { ...pastOf(before), request: null } }
      const seats = table.seats.map((other) => (other.seat === seat ? after : other))
      const body = { kind: 'seats', seats: seatDocuments(seats, table.people) } as const
      return { transitions: [nonGameTransition(table.position, body)], seat: after }
    })
}
