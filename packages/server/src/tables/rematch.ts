/** A rematch: a new table with the same game and players after a finished one. */
import {
  nonGameTransition,
  type PlannedChange,
  Refusal,
  rotateSeats,
  type Seat,
  seatDocuments,
} from '@ludoforge/table'
import { optionsOfAgents } from '@ludoforge/agents'
import type { Constant } from '@ludoforge/kernel'
import type { Db } from '../store/index.js'
import { hashSecret, newId, newSecret, newSeed } from './credentials.js'
import { newRow } from './new-table.js'
import { addTable, loadRow, type Person } from './rows.js'
import type { SideWrite } from './sql-record.js'
import type { Table } from './tables.js'

/** Throws a `Refusal` unless the game is over and the person has a seat. */
export function checkMayRematch(table: Table, { id }: Person): void {
  if (table.game.outcome(table.position.state) === undefined)
    throw new Refusal('not-allowed', "The game isn't over, so there can't be a rematch yet.")
  if (!table.seats.some(({ person }) => person === id))
    throw new Refusal('not-allowed', 'Only the players of this game can start a rematch.')
}

/** Returns whether a table has a rematch. A deleted one doesn't count. */
export async function hasRematch(db: Db, { rematch }: Table): Promise<boolean> {
  return rematch !== undefined && (await loadRow(db, rematch)) !== undefined
}

/** Plans the rematch: the entry at the finished table, and the new table in the same transaction. */
export function makeRematch(
  table: Table,
  asker: Person,
  rotates: boolean,
  origin: string | null,
): PlannedChange<SideWrite> {
  checkMayRematch(table, asker) // an undo may have reopened the game
  const { game, document, start } = table
  const seated = table.people.filter(
    ({ id, isGone }) => isGone !== true && table.seats.some(({ person }) => person === id),
  )
  const host = seated.find((person) => person.host) ?? asker
  const people = seated.map(
    (person): Person => ({
      id: newId(),
      name: person.name,
      host: person === host,
      account: person.account,
      keyHash: hashSecret(newSecret()), // nobody has this key: each person gets one when they follow
      seen: 0,
      cameFrom: person.id,
    }),
  )
  const playing = document.outcome?.ranking.map(({ seat }) => seat) ?? []
  const before = table.seats.map(({ seat, person, agent }): Seat => {
    const next = people.find(({ cameFrom }) => cameFrom === person)
    return { seat, person: next?.id ?? null, agent }
  })
  const seats = rotates ? rotateSeats(before, playing) : before
  const beginning = {
    ...start,
    seed: newSeed(),
    options: rotates ? optionsFor(table, seats) : { ...start.options },
  }
  const { name, listed, absence, clock } = document
  const wish = { name, listed, absence, origin, ...(clock === undefined ? {} : { clock: clock.rule }) }
  const row = newRow(game, beginning, wish, seatDocuments(seats, people))
  return {
    transitions: [nonGameTransition(table.position, { kind: 'rematch', table: row.id, by: asker.name })],
    also: async (tx) => {
      await tx.updateTable('tables').set({ rematch: row.id }).where('id', '=', table.id).execute()
      await addTable(tx, row, people, seats)
    },
  }
}

const agentsOf = (seats: readonly Seat[]): string[] => seats.map(({ agent }) => agent ?? '')

/** Returns the game options after a rotation: those that follow from the seats of bots move with them. */
function optionsFor({ game, start, seats }: Table, rotated: readonly Seat[]): Record<string, Constant> {
  const derived = optionsOfAgents(game, agentsOf(seats))
  const given = Object.entries(start.options).filter(
    ([name, value]) => JSON.stringify(derived[name]) !== JSON.stringify(value),
  )
  return optionsOfAgents(game, agentsOf(rotated), Object.fromEntries(given))
}
