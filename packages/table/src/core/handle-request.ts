/** Handles the requests of people at a table: checks, then executes or refuses them. */
import { agentSpecError } from '@ludoforge/agents'
import type { Choice, SavedState } from '@ludoforge/kernel'
import { explain } from '@ludoforge/play'
import { type Done, type Hint, type History, Refusal, type Request } from '../protocol/index.js'
import {
  answerTransition,
  decisionTransition,
  nonGameTransition,
  refuseIllegal,
  undoTransition,
} from '../record/index.js'
import type { HistoryRange } from '../views/index.js'
import { branchPosition } from './branch-position.js'
import type { Person, Seat } from './people.js'
import { answerRequest, reseat } from './takeovers.js'
import type { PlannedChange, TableCore } from './table-core.js'
import { previewsOf } from './previews.js'
import type { Work } from './table-history.js'

/** The answer to a request, without its id. */
export type RequestResult = Omit<Done, 'type' | 'id'>

/** The services of the host that requests need. */
export interface RequestServices<P extends Person, A> {
  /** Returns the answer a bot would give for a deciding seat. */
  hint(table: TableCore<P, A>, person: P, seat: string, agent?: string): Promise<Hint>
  /** Throws a `Refusal` if clients may not name this agent. */
  checkAgent(spec: string): void
}

/** Executes the request of a person, or throws a `Refusal` and changes nothing. `work` bounds long computations. */
export async function handleRequest<P extends Person, A>(
  services: RequestServices<P, A>,
  table: TableCore<P, A>,
  person: P,
  request: Request,
  work: Work = {},
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
      const body = () => ({ kind: 'chat', by, person: id, seats: table.seatsOf(id), text }) as const
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
      const { seat, choices } = request
      return table.inTurn(() => {
        checkOwn(table, person, seat)
        const { context, position } = table
        return { previews: refuseIllegal(() => previewsOf(context, position.state, seat, choices)) }
      })
    }
    case 'news':
      return { news: await table.news(person, work) }
    case 'history':
      return { history: await historyFor(table, person.id, request, work) }
    case 'hint': {
      const { seat, agent } = request
      checkOwn(table, person, seat)
      if (agent !== undefined) services.checkAgent(agent)
      if (!table.deciding.includes(seat)) throw new Refusal('stale', `${seat} doesn't decide now.`)
      return { hint: await services.hint(table, person, seat, agent) }
    }
    case 'explore':
      return { position: await branchOf(table, person, request.seat, request.number) }
    case 'seat':
      return { number: await table.change(() => reseat(services, table, person, request)) }
  }
}

/**
 * Returns the position after an entry as the seat may know it. What is hidden is sampled, always in the same way: asking
 * again reveals no more.
 */
async function branchOf<P extends Person, A>(
  table: TableCore<P, A>,
  person: P,
  seat: string,
  number: number,
): Promise<SavedState> {
  checkOwn(table, person, seat)
  if (number > table.position.number)
    throw new Refusal(
      'bad-message',
      `There is no entry ${number}. The last entry is ${table.position.number}.`,
    )
  const { game } = table
  const { state } = await table.reader.before(number + 1)
  return branchPosition(game, state, seat, `${table.id} ${seat} ${number}`)
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
  checkUndisclosed(table)
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

/** Throws a `Refusal` if the seed has been handed out: somebody may know everything that is hidden. */
function checkUndisclosed<P extends Person, A>(table: TableCore<P, A>): void {
  if (table.isDisclosed)
    throw new Refusal(
      'over',
      "The save of this game was handed out with its seed, so the game can't continue. Make a new table from the save.",
    )
}

function others<P extends Person, A>(table: TableCore<P, A>, person: string): string[] {
  const sitting = new Set(table.seats.map((seat) => seat.person))
  sitting.delete(person)
  return [...sitting].filter((id) => id !== null).filter((id) => table.person(id)?.isGone !== true)
}

async function consent<P extends Person, A>(
  table: TableCore<P, A>,
  person: P,
  number: number,
  yes: boolean,
): Promise<PlannedChange<A>> {
  const answer = answerRequest(table, person, number, yes)
  if (answer !== undefined) return answer
  if (yes) checkUndisclosed(table)
  const { proposal } = table
  if (proposal?.number !== number) throw new Refusal('stale', 'This request is no longer open.')
  if (proposal.person === person.id || table.seatsOf(person.id).length === 0)
    throw new Refusal('not-allowed', 'Only the other people with a seat can answer this proposal.')
  const body = { kind: 'consent', proposal: number, person: person.id, yes, by: person.name } as const
  const consented = nonGameTransition(table.position, body)
  const agreed = new Set([...proposal.agreed, person.id])
  if (!yes || others(table, proposal.person).some((id) => !agreed.has(id)))
    return { transitions: [consented] }
  const by = table.person(proposal.person)?.name ?? ''
  const { to } = proposal
  const plan = await table.undo.plan(table.seatsOf(proposal.person), to)
  const beyond = plan?.free === false ? plan.beyond : []
  return {
    transitions: [consented, undoTransition(consented.after, await table.reader.before(to), to, by, beyond)],
  }
}

/** Returns the history that a person, or a spectator (null), may know. */
export async function historyFor<P extends Person, A>(
  table: TableCore<P, A>,
  person: string | null,
  { from, to }: HistoryRange,
  work?: Work,
): Promise<History> {
  const { number } = table.position
  if (from > to || to > number)
    throw new Refusal(
      'bad-message',
      `There is no history from ${from} to ${to}. The last entry is ${number}.`,
    )
  return table.history.page({ from, to }, table.viewers(person), work)
}
