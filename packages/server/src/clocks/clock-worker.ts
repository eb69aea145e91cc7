/**
 * Acts when a player's time runs low or out: sends a reminder, then does what the table says. Of several servers on one
 * database only the leader polls. Should two act at once, the append with the lower number wins and the other finds
 * nothing to do.
 */
import {
  type Deadline,
  deadlinesOf,
  defaultHintAgent,
  nonGameTransition,
  pastOf,
  type PlannedChange,
  type Seat,
  seatDocuments,
} from '@ludoforge/table'
import type { SideWrite } from '../tables/sql-record.js'
import type { Table, Tables } from '../tables/index.js'
import { nextCheck } from './clock-rows.js'
import { addClockNotices } from './clock-notices.js'
import { Poller } from '../poller.js'

const POLL_MS = 500
const BATCH_SIZE = 50

export interface ClockWorkerOptions {
  readonly log: (problem: string) => void
  /** The wall clock, for tests. */
  readonly now?: () => number
}

export class ClockWorker {
  readonly #poller = new Poller(() => this.#poll(), POLL_MS)
  readonly #now: () => number

  constructor(
    private readonly tables: Tables,
    private readonly options: ClockWorkerOptions,
  ) {
    this.#now = options.now ?? Date.now
  }

  start(): void {
    this.#poller.start()
  }

  async #poll(): Promise<void> {
    try {
      if (await this.tables.store.engine.leads()) await this.checkAll()
    } catch (error) {
      this.options.log(`Clocks: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  /** Checks every table whose next reminder or deadline is due. */
  async checkAll(): Promise<void> {
    const due = await this.tables.store.db
      .selectFrom('tables')
      .select(['id', 'clock_due'])
      .where('clock_due', '<=', this.#now())
      .where('outcome', 'is', null)
      .orderBy('clock_due')
      .limit(BATCH_SIZE)
      .execute()
    for (const { id, clock_due } of due)
      try {
        if (clock_due !== null) await this.#check(await this.tables.get(id), clock_due)
      } catch (error) {
        this.options.log(
          `The clock of table ${id} failed: ${error instanceof Error ? error.message : String(error)}`,
        )
      }
  }

  async #check(table: Table, due: number): Promise<void> {
    const now = this.#now()
    while (this.#overdue(table, now) !== undefined) {
      const { number } = table.position
      await table.change(() => this.#timeOut(table, now))
      if (table.position.number === number) break
    }
    await this.#remind(table, due, now)
  }

  #overdue(table: Table, now: number): Deadline | undefined {
    if (table.clock === undefined || table.clock.rule.then === 'nothing') return undefined
    return deadlinesOf(table.clock.state).find(({ at }) => at <= now)
  }

  /** Plans what the table says for the first seat that has no time left. */
  #timeOut(table: Table, now: number): PlannedChange<SideWrite> {
    const overdue = this.#overdue(table, now)
    const before = table.seats.find(({ seat }) => seat === overdue?.seat)
    const person = table.person(before?.person ?? null)
    if (overdue === undefined || before === undefined || person === undefined) return { transitions: [] }
    const { seat } = before
    const seatName = table.game.def.seats.find(({ id }) => id === seat)?.name ?? seat
    const isBot = table.clock?.rule.then === 'bot'
    const past = { ...pastOf(before), request: null }
    const after: Seat = isBot
      ? { seat, person: person.id, agent: defaultHintAgent(table.game, seat), past }
      : { seat, person: null, agent: null, past }
    const seats = table.seats.map((other) => (other.seat === seat ? after : other))
    const text = `${person.name} ran out of time. ${isBot ? `A bot plays ${seatName} until ${person.name} takes the seat back` : `The seat ${seatName} is open now`}.`
    const note = nonGameTransition(table.position, { kind: 'note', text })
    const body = { kind: 'seats', seats: seatDocuments(seats, table.people) } as const
    const { document } = table
    return {
      transitions: [note, nonGameTransition(note.after, body)],
      seat: after,
      also: (tx) =>
        addClockNotices(
          tx,
          document,
          [{ type: 'time-out', person, seat, then: isBot ? 'bot' : 'open' }],
          now,
          this.tables.digestMs,
        ),
    }
  }

  /** Sends the reminders that are due, and stores when to look again. A concurrent change has stored that already. */
  async #remind(table: Table, due: number, now: number): Promise<void> {
    const { document, clock } = table
    const { number } = table.position
    const running = clock === undefined ? [] : deadlinesOf(clock.state)
    const notices = running
      .filter(({ remindAt, at }) => remindAt >= due && remindAt <= now && at > now)
      .flatMap(({ seat, at }) => {
        const person = table.person(table.seats.find((other) => other.seat === seat)?.person ?? null)
        return person === undefined ? [] : [{ type: 'reminder' as const, person, seat, at }]
      })
    const next = clock === undefined ? null : nextCheck(document.clock, now)
    await this.tables.store.db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('tables')
        .set({ clock_due: next })
        .where('id', '=', table.id)
        .where('number', '=', number)
        .where('clock_due', '=', due)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await addClockNotices(tx, document, notices, now, this.tables.digestMs)
    })
  }

  async close(): Promise<void> {
    await this.#poller.close()
  }
}
