/** The people and seats of a table. */
import type { SeatChange, SeatDocument } from '../protocol/index.js'

/** A person at a table. The host may also assign seats that belong to nobody. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly host: boolean
  /** The number of the last entry that the person has seen. */
  seen: number
  /** The host has sent the person away, or the operator has blocked them. */
  readonly isGone?: boolean
}

/** A seat. With a person and an agent, it belongs to the person and a bot plays it. */
export interface Seat {
  readonly seat: string
  readonly person: string | null
  readonly agent: string | null
  /** Undefined if nobody else has ever had the seat. */
  readonly past?: SeatPast | undefined
}

/** Who has had a seat, and who wants it. */
export interface SeatPast {
  /** The people who have had the seat, and so have seen what it sees. */
  readonly seenBy: readonly string[]
  /** The person whose seat was taken over. They can have it back. */
  readonly takenFrom: string | null
  /** A request for a person's seat, which the person can answer. `number` is its entry. */
  readonly request: { readonly number: number; readonly to: SeatChange; readonly person: string } | null
}

export function pastOf({ person, past }: Seat): SeatPast {
  return past ?? { seenBy: person === null ? [] : [person], takenFrom: null, request: null }
}

/** Adds a person to those who have seen what a seat sees. */
export function withViewer(seenBy: readonly string[], person: string): readonly string[] {
  return seenBy.includes(person) ? seenBy : [...seenBy, person]
}

/** Returns the public information about seats. */
export function seatDocuments(
  seats: readonly Seat[],
  people: readonly Pick<Person, 'id' | 'name'>[],
): SeatDocument[] {
  const named = (id: string | null): { person: string; name: string }[] =>
    people.filter((person) => person.id === id).map(({ name }) => ({ person: id ?? '', name }))
  return seats.map((one) => {
    const { seat, person, agent } = one
    const { seenBy, takenFrom, request } = pastOf(one)
    const owner = people.find(({ id }) => id === person)
    const viewers = seenBy.filter((id) => id !== person).flatMap(named)
    const [loser] = named(takenFrom)
    const [asking] = named(request?.person ?? null)
    return {
      seat,
      kind: agent !== null ? 'bot' : owner !== undefined ? 'person' : 'open',
      ...(owner === undefined ? {} : { person: owner.id, name: owner.name }),
      ...(agent === null ? {} : { agent }),
      ...(viewers.length === 0 ? {} : { seenBy: viewers }),
      ...(loser === undefined ? {} : { takenFrom: loser }),
      ...(request === null || asking === undefined
        ? {}
        : { request: { number: request.number, to: request.to, ...asking } }),
    }
  })
}
