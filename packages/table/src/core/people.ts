/** The people and seats of a table. */
import type { SeatDocument } from '../protocol/index.js'

/** A person at a table. The host may also assign seats that belong to nobody. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly host: boolean
  /** The number of the last entry that the person has seen. */
  seen: number
}

/** A seat. With a person and an agent, it belongs to the person and a bot plays it. */
export interface Seat {
  readonly seat: string
  readonly person: string | null
  readonly agent: string | null
}

/** Returns the public information about seats. */
export function seatDocuments(
  seats: readonly Seat[],
  people: readonly Pick<Person, 'id' | 'name'>[],
): SeatDocument[] {
  return seats.map(({ seat, person, agent }) => {
    const owner = people.find(({ id }) => id === person)
    return {
      seat,
      kind: agent !== null ? 'bot' : owner !== undefined ? 'person' : 'open',
      ...(owner === undefined ? {} : { person: owner.id, name: owner.name }),
      ...(agent === null ? {} : { agent }),
    }
  })
}
