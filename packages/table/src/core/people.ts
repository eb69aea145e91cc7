/** Who is at a table, and with which rights. */
import type { SeatDocument } from '../protocol/index.js'

/** Somebody at a table. The host may also change who plays seats that are nobody's. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly host: boolean
  /** The number of the last entry that the person has looked at. */
  seen: number
}

/** A seat with a person and an agent is the person's, and a bot plays for it. */
export interface Seat {
  readonly seat: string
  readonly person: string | null
  readonly agent: string | null
}

/** Seats as anybody may know them. */
export function seatDocuments(
  seats: readonly Seat[],
  people: readonly Pick<Person, 'id' | 'name'>[],
): SeatDocument[] {
  return seats.map(({ seat, person, agent }) => {
    const who = people.find(({ id }) => id === person)
    return {
      seat,
      kind: agent !== null ? 'bot' : who !== undefined ? 'person' : 'open',
      ...(who === undefined ? {} : { person: who.id, name: who.name }),
      ...(agent === null ? {} : { agent }),
    }
  })
}
