/** Changes who plays a seat. A person's seat is taken only if the person is away or agrees, and they can have it back. */
import { Refusal, type Request, type SeatChange } from '../protocol/index.js'
import { nonGameTransition, type Transition } from '../record/index.js'
import { pastOf, type Person, type Seat, seatDocuments, withViewer } from './people.js'
import type { RequestServices } from './handle-request.js'
import type { PlannedChange, TableCore } from './table-core.js'

type SeatRequest = Extract<Request, { readonly type: 'seat' }>

/**
 * Plans a change of seats. The host assigns open seats and the seats of bots, and people do that with their own. The host
 * can also take a person's seat, for a bot or a person, if the person has been away for as long as the table sets. Otherwise
 * the plan is a request, which the person answers.
 */
export async function reseat<P extends Person, A>(
  services: RequestServices<P, A>,
  table: TableCore<P, A>,
  person: P,
  { seat, to }: SeatRequest,
): Promise<PlannedChange<A>> {
  const before = table.seats.find((other) => other.seat === seat)
  if (before === undefined)
    throw new Refusal(
      'bad-message',
      `There is no seat ${seat}. The seats are ${table.seats.map((other) => other.seat).join(', ')}.`,
    )
  if (typeof to === 'object') services.checkAgent(to.bot)
  if (table.hosting.alone === true) return alone(table, before, person, to)
  const { takenFrom, request } = pastOf(before)
  if (to === 'me' && takenFrom === person.id) {
    const back = { ...before, person: person.id, agent: null, past: returned(before) }
    return planned(table, back, `${person.name} took the seat back.`)
  }
  const mine = before.person === person.id
  if (!mine && !person.host) throw new Refusal('not-allowed', `Only the host can change who plays ${seat}.`)
  if (to === 'person' && before.person === null && takenFrom === null)
    throw new Refusal('not-allowed', `${seat} belongs to nobody, so it can't be handed back.`)
  const owner = table.person(before.person)
  if (mine || owner === undefined || to === 'person')
    return planned(table, seatAfter(before, person.id, to), noteAbout(table, before, person, to))
  if (await isAway(table, owner))
    return planned(
      table,
      seatAfter(before, person.id, to),
      `${owner.name} was away. ${deed(person, owner, to)}.`,
    )
  if (request !== null && request.person === person.id && sameChange(request.to, to))
    throw new Refusal(
      'not-allowed',
      `You have asked ${owner.name} for this already. They can agree, or the seat is free when they have been away for ${duration(table.absence)}.`,
    )
  return planned(
    table,
    (number) => ({ ...before, past: { ...pastOf(before), request: { number, to, person: person.id } } }),
    `${person.name} asks ${owner.name} ${wish(to)}.`,
  )
}

/** Plans the answer to the request with this number. Returns `undefined` if no seat has such a request. */
export function answerRequest<P extends Person, A>(
  table: TableCore<P, A>,
  person: P,
  number: number,
  yes: boolean,
): PlannedChange<A> | undefined {
  const seat = table.seats.find((other) => pastOf(other).request?.number === number)
  if (seat === undefined) return undefined
  if (seat.person !== person.id)
    throw new Refusal('not-allowed', 'Only the player of the seat can answer this request.')
  const past = pastOf(seat)
  const { request } = past
  const asking = table.person(request?.person ?? null)
  const agrees = yes && request !== null && asking !== undefined
  const body = { kind: 'consent', proposal: number, person: person.id, yes, by: person.name } as const
  const answer = nonGameTransition(table.position, body)
  const after = agrees
    ? seatAfter(seat, asking.id, request.to)
    : { ...seat, past: { ...past, request: null } }
  const change = seatsTransition(table, answer, after)
  return { transitions: [answer, change], seat: after }
}

/** Returns whether the person has been away for as long as the table sets. */
export async function isAway<P extends Person, A>(table: TableCore<P, A>, person: P): Promise<boolean> {
  return (await table.absentFor(person.id)) >= table.absence * 1000
}

/** At a table for one person, every seat without a bot is theirs, and nobody has secrets. */
function alone<P extends Person, A>(
  table: TableCore<P, A>,
  { seat }: Seat,
  { id }: Person,
  to: SeatChange,
): PlannedChange<A> {
  if (to === 'open')
    throw new Refusal('not-allowed', "This table is for one person, so a seat can't be open.")
  const after: Seat =
    typeof to === 'object' ? { seat, person: null, agent: to.bot } : { seat, person: id, agent: null }
  return planned(table, after, undefined)
}

/** Returns the seat after a change by `by`. If it was another person's, they may have it back. */
function seatAfter(before: Seat, by: string, to: SeatChange): Seat {
  const { seat, person, agent } = before
  const past = { ...pastOf(before), request: null }
  const takenFrom = person !== null && person !== by ? (past.takenFrom ?? person) : past.takenFrom
  if (typeof to === 'object') return { seat, person, agent: to.bot, past }
  switch (to) {
    case 'me':
      return {
        seat,
        person: by,
        agent: null,
        past: {
          ...past,
          takenFrom: takenFrom === by ? null : takenFrom,
          seenBy: withViewer(past.seenBy, by),
        },
      }
    case 'open':
      return { seat, person: null, agent: null, past: { ...past, takenFrom } }
    case 'person':
      // The bot that plays for a person stops, or the person whose seat it was gets it back.
      if (agent !== null && person !== null) return { seat, person, agent: null, past }
      return { seat, person: past.takenFrom ?? person, agent: null, past: returned(before) }
  }
}

function returned(seat: Seat): NonNullable<Seat['past']> {
  return { ...pastOf(seat), takenFrom: null, request: null }
}

/** Plans the new seat, with a note before it if there is one. */
function planned<P extends Person, A>(
  table: TableCore<P, A>,
  seat: Seat | ((number: number) => Seat),
  text: string | undefined,
): PlannedChange<A> {
  const notes = text === undefined ? [] : [nonGameTransition(table.position, { kind: 'note', text })]
  const number = table.position.number + notes.length + 1
  const after = typeof seat === 'function' ? seat(number) : seat
  return { transitions: [...notes, seatsTransition(table, notes[0], after)], seat: after }
}

function seatsTransition<P extends Person, A>(
  table: TableCore<P, A>,
  last: Transition | undefined,
  after: Seat,
): Transition {
  const seats = table.seats.map((other) => (other.seat === after.seat ? after : other))
  const body = { kind: 'seats', seats: seatDocuments(seats, table.people) } as const
  return nonGameTransition(last?.after ?? table.position, body)
}

/** Returns a note if somebody gets to see a seat in the middle of the game. */
function noteAbout<P extends Person, A>(
  table: TableCore<P, A>,
  before: Seat,
  { id, name }: Person,
  to: SeatChange,
): string | undefined {
  if (to !== 'me' || before.person === id || table.position.decisions === 0) return undefined
  return before.agent === null
    ? `${name} sat down in an open seat.`
    : `${name} sat down in the seat of a bot, and sees what it saw.`
}

function deed({ name }: Person, owner: Person, to: SeatChange): string {
  if (typeof to === 'object') return `${name} let a bot play for them`
  return to === 'open' ? `${name} opened their seat` : `${name} took over their seat from ${owner.name}`
}

function wish(to: SeatChange): string {
  if (typeof to === 'object') return 'to let a bot play for them'
  return to === 'open' ? 'to give up their seat' : 'for their seat'
}

function sameChange(one: SeatChange, other: SeatChange): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns a time in words. */
function duration(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const
  const [size, unit] = units.find(([length]) => seconds >= length && seconds % length === 0) ?? [60, 'minute']
  const count = Math.round(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
