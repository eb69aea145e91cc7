/** The requests of people at a table: checked, and then executed or refused. Nothing else changes a table. */
import { agentSpecError } from '@ludoforge/agents'
import type { Choice } from '@ludoforge/kernel'
import { explain, preview } from '@ludoforge/play'
import { type Done, type Hint, type History, type News, Refusal, type Request } from '../protocol/index.js'
import {
  answerTransition,
  decisionTransition,
  nonGameTransition,
  refuseIllegal,
  undoTransition,
} from '../record/index.js'
import { historyOf, type HistoryRange, newsOf } from '../views/index.js'
import { type Person, type Seat, seatDocuments } from './people.js'
import type { PlannedChange, TableCore } from './table-core.js'

/** The answer to a request, without its number. */
export type RequestResult = Omit<Done, 'type' | 'id'>

/** What a table needs to handle requests, next to itself. */
export interface RequestServices<P extends Person, A> {
  /** What a bot would do for a seat that decides now. */
  hint(table: TableCore<P, A>, person: P, seat: string, agent?: string): Promise<Hint>
  /** Throws a Refusal if people here may not name this bot. */
  checkAgent(spec: string): void
}

/** Executes the request of a person. Throws a Refusal, and changes nothing, if it can't. */
export async function handleRequest<P extends Person, A>(
  services: RequestServices<P, A>,
  table: TableCore<P, A>,
  person: P,
  request: Request,
): Promise<RequestResult> {
  switch (request.type) {
    case 'decide': {
      const { seat, question, choice } = request
      return { number: await table.change(() => decide(table, person, seat, question, choice)) }
    }
    case 'undo':
      return { number: await table.change(() => undo(table, person, request.to)) }
    case 'consent':
      return { number: await table.change(() => consent(table, person, request.proposal, request.yes)) }
    case 'chat': {
      const { id, name: by } = person
      const { text } = request
      const body = () => ({ kind: 'chat', by, seats: table.seatsOf(id), text }) as const
      const plan = () => ({ transitions: [nonGameTransition(table.position, body())] })
      return { number: await table.change(plan) }
    }
    case 'seen':
      await table.saw(person, request.number)
      return {}
    case 'explain': {
      const { seat, option } = request
      return table.inTurn(() => {
        checkOwn(table, person, seat)
        const { game, position } = table
        return { explanation: refuseIllegal(() => explain(game, position.state, option, seat)) }
      })
    }
    case 'preview': {
      const { seat, choice } = request
      return table.inTurn(() => {
        checkOwn(table, person, seat)
        const { game, position } = table
        return { preview: refuseIllegal(() => preview(game, position.state, choice, seat)) }
      })
    }
    case 'news':
      return { news: await news(table, person) }
    case 'history':
      return { history: await historyFor(table, person.id, request) }
    case 'hint': {
      const { seat, agent } = request
      checkOwn(table, person, seat)
      if (agent !== undefined) services.checkAgent(agent)
      if (!table.deciding.includes(seat)) throw new Refusal('stale', `${seat} is not asked now.`)
      return { hint: await services.hint(table, person, seat, agent) }
    }
    case 'seat':
      return { number: await table.change(() => reseat(services, table, person, request)) }
  }
}

/** Throws a Refusal if this is no bot. */
export function checkAgentSpec(spec: string): void {
  const problem = agentSpecError(spec)
  if (problem !== undefined) throw new Refusal('bad-message', problem)
}

/** A refusal tells nothing about seats of others. */
function checkOwn<P extends Person, A>(table: TableCore<P, A>, person: P, seat: string): Seat {
  const found = table.seats.find((one) => one.seat === seat && one.person === person.id)
  if (found === undefined) throw new Refusal('not-allowed', `The seat ${seat} is not yours.`)
  return found
}

function decide<P extends Person, A>(
  table: TableCore<P, A>,
  person: P,
  seat: string,
  question: number,
  choice: Choice,
): PlannedChange<A> {
  if (checkOwn(table, person, seat).agent !== null)
    throw new Refusal('not-allowed', `A bot plays ${seat} for you. Take the seat back first.`)
  return { transitions: [answerTransition(table.game, table.position, seat, question, choice, person.id)] }
}

/** Free, or by consent of the other people who sit here; bots have no objection. */
async function undo<P extends Person, A>(
  table: TableCore<P, A>,
  person: P,
  to: number | undefined,
): Promise<PlannedChange<A>> {
  const wish = await table.undo.plan(table.seatsOf(person.id), to)
  if (wish === undefined) throw new Refusal('not-allowed', 'There is no such decision of yours to take back.')
  const back = await table.reader.before(wish.to)
  const { position, game } = table
  if (!wish.free) {
    if (others(table, person.id).length === 0)
      return { transitions: [undoTransition(position, back, wish.to, person.name, wish.beyond)] }
    const body = { kind: 'proposal', to: wish.to, person: person.id, by: person.name } as const
    return { transitions: [nonGameTransition(position, body)] }
  }
  let last = undoTransition(position, back, wish.to, person.name)
  const transitions = [last]
  if (wish.again.length === 0) return { transitions }
  for (const { entry } of await table.reader.transitionsSince(wish.to))
    if (entry.kind === 'decision' && wish.again.includes(entry.number)) {
      last = decisionTransition(game, last.after, entry.seat, entry.choice, entry.by)
      transitions.push(last)
    }
  return { transitions }
}

function others<P extends Person, A>(table: TableCore<P, A>, person: string): string[] {
  const sitting = new Set(table.seats.map((seat) => seat.person))
  sitting.delete(person)
  return [...sitting].filter((id) => id !== null)
}

async function consent<P extends Person, A>(
  table: TableCore<P, A>,
  person: P,
  number: number,
  yes: boolean,
): Promise<PlannedChange<A>> {
  const { proposal } = table
  if (proposal?.number !== number) throw new Refusal('stale', 'Nobody wishes to take that back any more.')
  if (proposal.person === person.id || table.seatsOf(person.id).length === 0)
    throw new Refusal('not-allowed', 'It is the others at the table who are asked.')
  const body = { kind: 'consent', proposal: number, person: person.id, yes, by: person.name } as const
  const said = nonGameTransition(table.position, body)
  const agreed = new Set([...proposal.agreed, person.id])
  if (!yes || others(table, proposal.person).some((id) => !agreed.has(id))) return { transitions: [said] }
  const by = table.person(proposal.person)?.name ?? ''
  const { to } = proposal
  const wish = await table.undo.plan(table.seatsOf(proposal.person), to)
  const beyond = wish?.free === false ? wish.beyond : []
  return { transitions: [said, undoTransition(said.after, await table.reader.before(to), to, by, beyond)] }
}

/** Everything that counts since the person's last look. */
async function news<P extends Person, A>(table: TableCore<P, A>, person: P): Promise<News> {
  const { game, start, position } = table
  const transitions = await table.reader.transitionsSince(person.seen)
  return newsOf(game, start, transitions, [person.seen, position.number], table.viewers(person.id))
}

/** What happened, as the person, or (null) a spectator, may know it. */
export async function historyFor<P extends Person, A>(
  table: TableCore<P, A>,
  person: string | null,
  range: HistoryRange,
): Promise<History> {
  const base = await table.reader.snapshotBefore(range.from + 1)
  const entries = await table.reader.entriesFrom(base)
  return historyOf(table.context, table.start, entries, range, table.viewers(person), base)
}

type Reseating = Extract<Request, { readonly type: 'seat' }>

/**
 * The host gives open seats and those of bots to anybody, and lets a bot play for a person; a person does so with the
 * own seat. Nobody takes a person's seat: its view is that person's.
 */
function reseat<P extends Person, A>(
  services: RequestServices<P, A>,
  table: TableCore<P, A>,
  person: P,
  { seat, to }: Reseating,
): PlannedChange<A> {
  const before = table.seats.find((one) => one.seat === seat)
  if (before === undefined) throw new Refusal('bad-message', `There is no seat ${seat}.`)
  const mine = before.person === person.id
  const free = before.person === null
  if (table.hosting.alone === true) {
    if (to === 'open') throw new Refusal('not-allowed', 'Nobody else can come to this table.')
  } else {
    if (!mine && !person.host) throw new Refusal('not-allowed', `Only the host changes who plays ${seat}.`)
    if (!mine && !free && (to === 'me' || to === 'open'))
      throw new Refusal('not-allowed', `${seat} is somebody else's; a bot can play for them.`)
    if (to === 'person' && free) throw new Refusal('not-allowed', `Nobody has the seat ${seat}.`)
  }
  if (typeof to === 'object') services.checkAgent(to.bot)
  const then = seatAfter(before, person, to, table.hosting.alone === true)
  const seats = table.seats.map((one) => (one.seat === seat ? then : one))
  const body = { kind: 'seats', seats: seatDocuments(seats, table.people) } as const
  return { transitions: [nonGameTransition(table.position, body)], seat: then }
}

/** Where a person is `alone`, a bot's seat is nobody's, and any other seat is the person's. */
function seatAfter({ seat, person }: Seat, { id }: Person, to: Reseating['to'], alone: boolean): Seat {
  if (typeof to === 'object') return { seat, person: alone ? null : person, agent: to.bot }
  switch (to) {
    case 'me':
      return { seat, person: id, agent: null }
    case 'open':
      return { seat, person: null, agent: null }
    case 'person':
      return { seat, person: alone ? id : person, agent: null }
  }
}
