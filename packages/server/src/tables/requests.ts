/** What people ask of a table: checked, and then done or refused. Nothing else changes a table. */
import {
  answered,
  decided,
  type Done,
  freeSince,
  type Hint,
  type History,
  historyOf,
  type HistoryRange,
  type News,
  newsOf,
  nonGameTransition,
  planUndo,
  Refusal,
  refuseIllegal,
  type Request,
  type UndoHorizon,
  undoHorizon,
  undone,
} from '@ludoforge/table'
import { agentProblem } from '@ludoforge/agents'
import { outsideSpec } from '@ludoforge/agents/node'
import type { Choice } from '@ludoforge/kernel'
import type { Store } from '../store/index.js'
import { type Person, saveSeat, type Seat, seatDocuments } from './rows.js'
import type { Plan, Table } from './table.js'

export type Answer = Omit<Done, 'type' | 'id'>

/** What is needed beside the table. */
export interface Means {
  readonly store: Store
  /** What a bot would do for a seat that is asked. */
  readonly hint: (table: Table, person: string, seat: string, agent?: string) => Promise<Hint>
}

/** Does what a person asks. Throws a Refusal, and changes nothing, if it cannot be. */
export async function fulfil(
  { store, hint }: Means,
  table: Table,
  person: Person,
  request: Request,
): Promise<Answer> {
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
      const { text } = request
      const { id, name: by } = person
      const plan = (): Plan => ({
        moments: [nonGameTransition(table.position, { kind: 'chat', by, seats: table.seatsOf(id), text })],
      })
      return { number: await table.change(plan) }
    }
    case 'seen':
      await look(store, table, person, request.number)
      return {}
    case 'explain': {
      const { seat, option } = request
      return table.inTurn(() => {
        own(table, person, seat)
        return {
          explanation: refuseIllegal(() => table.game.explain(table.position.state, option, seat)),
        } as Answer
      })
    }
    case 'preview': {
      const { seat, choice } = request
      return table.inTurn(() => {
        own(table, person, seat)
        return {
          preview: refuseIllegal(() => table.game.preview(table.position.state, choice, seat)),
        } as Answer
      })
    }
    case 'news':
      return { news: await news(table, person) }
    case 'history':
      return { history: await history(table, person.id, request) }
    case 'horizon':
      return { horizon: await horizon(table, person) }
    case 'hint': {
      const { seat, agent } = request
      own(table, person, seat)
      return { hint: await hint(table, person.id, seat, agent === undefined ? agent : checkedAgent(agent)) }
    }
    case 'seat':
      return { number: await table.change(() => reseat(table, person, request.seat, request.to)) }
  }
}

/** The person's seat; a refusal tells nothing about seats of others. */
function own(table: Table, person: Person, seat: string): Seat {
  const found = table.seats.find((one) => one.seat === seat && one.person === person.id)
  if (found === undefined) throw new Refusal('not-allowed', `The seat ${seat} is not yours.`)
  return found
}

function decide(table: Table, person: Person, seat: string, question: number, choice: Choice): Plan {
  if (own(table, person, seat).agent !== null)
    throw new Refusal('not-allowed', `A bot plays ${seat} for you. Take the seat back first.`)
  return { moments: [answered(table.game, table.position, seat, question, choice, person.id)] }
}

/** Free, or by consent of the other people who sit here; bots have no objection. */
async function undo(table: Table, person: Person, to: number | undefined): Promise<Plan> {
  const mine = table.seatsOf(person.id)
  const entries = await table.entries()
  const from = await table.snapshotBefore(to ?? lastOf(entries, mine))
  const wish = planUndo(table.game, table.row.beginning, entries, mine, to, from)
  if (wish === undefined) throw new Refusal('not-allowed', 'There is no such decision of yours to take back.')
  if (!wish.free) {
    if (others(table, person.id).length === 0)
      return {
        moments: [undone(table.position, await table.before(wish.to), wish.to, person.name, wish.beyond)],
      }
    const body = { kind: 'proposal', to: wish.to, person: person.id, by: person.name } as const
    return { moments: [nonGameTransition(table.position, body)] }
  }
  const moments = [undone(table.position, await table.before(wish.to), wish.to, person.name)]
  for (const { seat, choice, by } of wish.again)
    moments.push(decided(table.game, moments.at(-1)!.after, seat, choice, by))
  return { moments }
}

function lastOf(entries: Awaited<ReturnType<Table['entries']>>, mine: readonly string[]): number {
  return entries.findLast((entry) => entry.kind === 'decision' && mine.includes(entry.seat))?.number ?? 0
}

function others(table: Table, person: string): string[] {
  const sitting = new Set(table.seats.map((seat) => seat.person))
  sitting.delete(person)
  return [...sitting].filter((id) => id !== null)
}

async function consent(table: Table, person: Person, number: number, yes: boolean): Promise<Plan> {
  const { proposal } = table
  if (proposal?.number !== number) throw new Refusal('stale', 'Nobody wishes to take that back any more.')
  if (proposal.person === person.id || table.seatsOf(person.id).length === 0)
    throw new Refusal('not-allowed', 'It is the others at the table who are asked.')
  const body = { kind: 'consent', proposal: number, person: person.id, yes, by: person.name } as const
  const said = nonGameTransition(table.position, body)
  const agreed = new Set([...proposal.agreed, person.id])
  if (!yes || others(table, proposal.person).some((id) => !agreed.has(id))) return { moments: [said] }
  const by = table.person(proposal.person)?.name ?? ''
  const { to } = proposal
  const [entries, from] = [await table.entries(), await table.snapshotBefore(to)]
  const wish = planUndo(table.game, table.row.beginning, entries, table.seatsOf(proposal.person), to, from)
  const beyond = wish?.free === false ? wish.beyond : []
  return { moments: [said, undone(said.after, await table.before(to), to, by, beyond)] }
}

/** Everything that counts since the person's last look. */
async function news(table: Table, person: Person): Promise<News> {
  const { game, row } = table
  const entries = await table.entries()
  const from = await table.snapshotBefore(person.seen + 1)
  return newsOf(game, row.beginning, entries, person.seen, table.eyes(person.id), from)
}

/** What happened, as the person, or an onlooker, may know it. */
export async function history(table: Table, person: string | null, wish: HistoryRange): Promise<History> {
  const entries = await table.entries()
  const base = await table.snapshotBefore(wish.from + 1)
  return historyOf(table.telling, table.row.beginning, entries, wish, table.eyes(person), base)
}

async function horizon(table: Table, person: Person): Promise<UndoHorizon> {
  const mine = table.seatsOf(person.id)
  const entries = await table.entries()
  const { question } = table.position
  const since = freeSince(entries, mine, question)
  const base = since === undefined ? undefined : await table.snapshotBefore(since)
  return undoHorizon(table.game, table.row.beginning, entries, mine, question, base)
}

async function look(store: Store, table: Table, person: Person, number: number): Promise<void> {
  const seen = Math.min(number, table.position.number)
  if (seen <= person.seen) return
  await store.db
    .updateTable('people')
    .set({ seen })
    .where('id', '=', person.id)
    .where('seen', '<', seen)
    .execute()
  person.seen = seen
}

/**
 * The host gives open seats and those of bots to whomever, and lets a bot play for a person; a person does so with
 * the own seat. Nobody takes a person's seat: its view is that person's.
 */
function reseat(
  table: Table,
  person: Person,
  seat: string,
  to: Extract<Request, { type: 'seat' }>['to'],
): Plan {
  const before = table.seats.find((one) => one.seat === seat)
  if (before === undefined) throw new Refusal('bad-message', `There is no seat ${seat}.`)
  const mine = before.person === person.id
  const free = before.person === null
  if (!mine && !person.host) throw new Refusal('not-allowed', `Only the host changes who plays ${seat}.`)
  if (!mine && !free && (to === 'me' || to === 'open'))
    throw new Refusal('not-allowed', `${seat} is somebody else's; a bot can play for them.`)
  if (to === 'person' && free) throw new Refusal('not-allowed', `Nobody has the seat ${seat}.`)
  const then = after(before, person, to)
  const seats = table.seats.map((one) => (one.seat === seat ? then : one))
  const body = { kind: 'seats', seats: seatDocuments(seats, table.people) } as const
  return {
    moments: [nonGameTransition(table.position, body)],
    also: (tx) => saveSeat(tx, table.id, then),
  }
}

function after(
  { seat, person: whose }: Seat,
  person: Person,
  to: Extract<Request, { type: 'seat' }>['to'],
): Seat {
  if (to === 'me') return { seat, person: person.id, agent: null }
  if (to === 'open') return { seat, person: null, agent: null }
  if (to === 'person') return { seat, person: whose, agent: null }
  return { seat, person: whose, agent: checkedAgent(to.bot) }
}

/** The spec of a bot, if it is one. Nobody at the network names a file or a command. */
export function checkedAgent(spec: string): string {
  const problem = isFile(spec) ? 'A bot is called by its name.' : agentProblem(spec)
  if (problem !== undefined) throw new Refusal('bad-message', problem)
  return spec
}

function isFile(spec: string): boolean {
  try {
    return outsideSpec(spec) !== undefined
  } catch {
    return true // it cannot even be read
  }
}
