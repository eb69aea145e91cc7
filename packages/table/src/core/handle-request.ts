/** Handles the requests of people at a table: checks, then executes or refuses them. */
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

/** The answer to a request, without its id. */
export type RequestResult = Omit<Done, 'type' | 'id'>

/** The services of the host that requests need. */
export interface RequestServices<P extends Person, A> {
  /** Returns the answer a bot would give for a deciding seat. */
  hint(table: TableCore<P, A>, person: P, seat: string, agent?: string): Promise<Hint>
  /** Throws a `Refusal` if clients may not name this agent. */
  checkAgent(spec: string): void
}

/** Executes the request of a person, or throws a `Refusal` and changes nothing. */
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
      if (!table.deciding.includes(seat)) throw new Refusal('stale', `${seat} doesn't decide now.`)
      return { hint: await services.hint(table, person, seat, agent) }
    }
    case 'seat':
      return { number: await table.change(() => reseat(services, table, person, request)) }
  }
}

/** Throws a `Refusal` if `spec` isn't an agent. */
export function checkAgentSpec(spec: string): void {
  const problem = agentSpecError(spec)
  if (problem !== undefined) throw new Refusal('bad-message', problem)
}

/** Throws a `Refusal` if the seat isn't the person's. It reveals nothing about the seats of others. */
function checkOwn<P extends Person, A>(table: TableCore<P, A>, person: P, seat: string): Seat {
  const found = table.seats.find((owned) => owned.seat === seat && owned.person === person.id)
  if (found === undefined) throw new Refusal('not-allowed', `The seat ${seat} isn't yours.`)
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

/** Plans an undo, or a proposal if it needs the consent of other people. Bots always agree. */
async function undo<P extends Person, A>(
  table: TableCore<P, A>,
  person: P,
  to: number | undefined,
): Promise<PlannedChange<A>> {
  const plan = await table.undo.plan(table.seatsOf(person.id), to)
  if (plan === undefined) throw new Refusal('not-allowed', 'You have no such decision to undo.')
  const back = await table.reader.before(plan.to)
  const { position, game } = table
  if (!plan.free) {
    if (others(table, person.id).length === 0)
      return { transitions: [undoTransition(position, back, plan.to, person.name, plan.beyond)] }
    const body = { kind: 'proposal', to: plan.to, person: person.id, by: person.name } as const
    return { transitions: [nonGameTransition(position, body)] }
  }
  let last = undoTransition(position, back, plan.to, person.name)
  const transitions = [last]
  if (plan.again.length === 0) return { transitions }
  for (const { entry } of await table.reader.transitionsSince(plan.to))
    if (entry.kind === 'decision' && plan.again.includes(entry.number)) {
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
  if (proposal?.number !== number) throw new Refusal('stale', 'This undo proposal is no longer open.')
  if (proposal.person === person.id || table.seatsOf(person.id).length === 0)
    throw new Refusal('not-allowed', 'Only the other people with a seat can answer this proposal.')
  const body = { kind: 'consent', proposal: number, person: person.id, yes, by: person.name } as const
  const answer = nonGameTransition(table.position, body)
  const agreed = new Set([...proposal.agreed, person.id])
  if (!yes || others(table, proposal.person).some((id) => !agreed.has(id))) return { transitions: [answer] }
  const by = table.person(proposal.person)?.name ?? ''
  const { to } = proposal
  const plan = await table.undo.plan(table.seatsOf(proposal.person), to)
  const beyond = plan?.free === false ? plan.beyond : []
  return {
    transitions: [answer, undoTransition(answer.after, await table.reader.before(to), to, by, beyond)],
  }
}

/** Returns the news since the person's last visit. */
async function news<P extends Person, A>(table: TableCore<P, A>, person: P): Promise<News> {
  const { game, start, position } = table
  const transitions = await table.reader.transitionsSince(person.seen)
  return newsOf(game, start, transitions, [person.seen, position.number], table.viewers(person.id))
}

/** Returns the history that a person, or a spectator (null), may know. */
export async function historyFor<P extends Person, A>(
  table: TableCore<P, A>,
  person: string | null,
  range: HistoryRange,
): Promise<History> {
  const base = await table.reader.snapshotBefore(range.from + 1)
  const entries = await table.reader.entriesFrom(base)
  return historyOf(table.context, table.start, entries, range, table.viewers(person), base)
}

type SeatRequest = Extract<Request, { readonly type: 'seat' }>

/**
 * Changes who plays a seat. The host assigns open seats and bots' seats, and can let a bot play for a person. People
 * can do that with their own seats. Nobody can take a person's seat, because of its hidden information.
 */
function reseat<P extends Person, A>(
  services: RequestServices<P, A>,
  table: TableCore<P, A>,
  person: P,
  { seat, to }: SeatRequest,
): PlannedChange<A> {
  const before = table.seats.find((other) => other.seat === seat)
  if (before === undefined)
    throw new Refusal(
      'bad-message',
      `There is no seat ${seat}. The seats are ${table.seats.map((other) => other.seat).join(', ')}.`,
    )
  const mine = before.person === person.id
  const free = before.person === null
  if (table.hosting.alone === true) {
    if (to === 'open')
      throw new Refusal('not-allowed', "This table is for one person, so a seat can't be open.")
  } else {
    if (!mine && !person.host) throw new Refusal('not-allowed', `Only the host can change who plays ${seat}.`)
    if (!mine && !free && (to === 'me' || to === 'open'))
      throw new Refusal(
        'not-allowed',
        `${seat} belongs to another person. You can only let a bot play for them.`,
      )
    if (to === 'person' && free)
      throw new Refusal('not-allowed', `${seat} belongs to nobody, so it can't be handed back.`)
  }
  if (typeof to === 'object') services.checkAgent(to.bot)
  const after = seatAfter(before, person, to, table.hosting.alone === true)
  const seats = table.seats.map((other) => (other.seat === seat ? after : other))
  const body = { kind: 'seats', seats: seatDocuments(seats, table.people) } as const
  return { transitions: [nonGameTransition(table.position, body)], seat: after }
}

/** Returns the changed seat. With `alone`, a seat without a bot always belongs to the only person. */
function seatAfter({ seat, person }: Seat, { id }: Person, to: SeatRequest['to'], alone: boolean): Seat {
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
