/** A table's record in the database: entries appended with optimistic concurrency, snapshots, and notifications. */
import {
  type AppendRequest,
  type Entry,
  isBotOnRecord,
  isSnapshotDue,
  type Position,
  Refusal,
  type Seating,
  type TableHead,
  type TableHistory,
  type TableRecord,
  type Transition,
  type ViewContext,
} from '@ludoforge/table'
import { saveClock } from '../clocks/clock-rows.js'
import { DIGEST_MS, holdForDigest } from '../notifications/digest.js'
import { addDeliveries, type Hook, loadHooks, noticesOf } from '../notifications/outbox.js'
import { isDiskFull, type Store, type Tx } from '../store/index.js'
import { diskFullRefusal } from './disk-full.js'
import type { Presence } from './presence.js'
import type { ReplayThreads } from './replay-threads.js'
import {
  lastMigration,
  loadEntries,
  loadPeople,
  loadRow,
  loadSeats,
  loadSnapshot,
  type Person,
  saveSeat,
  snapshotBody,
} from './rows.js'

/** A further write in the transaction that appends entries. */
export type SideWrite = (tx: Tx) => Promise<void>

/** What a record of a table in play does next to storing. */
export interface SqlRecordOptions {
  /** Called with what was stored. */
  readonly stored?: (transitions: readonly Transition[]) => void
  /** How long notifications to people wait for others, in milliseconds. */
  readonly digestMs?: number
  /** Since when people are away. */
  readonly presence?: Pick<Presence, 'since'>
  /** Called when the table is no longer in the database. */
  readonly gone?: () => void
  /** The threads that replay the past. */
  readonly replays?: Pick<ReplayThreads, 'historyOf'>
}

export class SqlRecord implements TableRecord<Person, SideWrite> {
  readonly history?: TableHistory
  #context: ViewContext | undefined
  #hooks: readonly Hook[] = []
  #snapshotNumber = 0 // of the last snapshot

  constructor(
    private readonly store: Store,
    private readonly id: string,
    private readonly rules: (fingerprint: string) => Promise<ViewContext>,
    private readonly options: SqlRecordOptions = {},
  ) {
    const { replays } = options
    if (replays !== undefined) this.history = replays.historyOf(id)
  }

  async head(): Promise<TableHead<Person>> {
    const row = await loadRow(this.store.db, this.id)
    if (row === undefined) throw this.#notFound()
    const { id, name, beginning: start, listed, uploaded, disclosed, absence, created, changed, number } = row
    const context = await this.rules(row.fingerprint)
    this.#context = context
    const seating = await this.seating()
    const about = {
      listed,
      uploaded,
      disclosed,
      absence,
      created,
      changed,
      number,
      clock: row.clock,
      rematch: row.rematch,
    }
    return { id, name, start, ...about, context, ...seating }
  }

  async seating(): Promise<Seating<Person>> {
    const { db } = this.store
    const [seats, people] = [await loadSeats(db, this.id), await loadPeople(db, this.id)]
    if (seats.length === 0) throw this.#notFound() // deleted or archived meanwhile
    this.#hooks = await loadHooks(db, this.id)
    return { seats, people }
  }

  #notFound(): Refusal {
    this.options.gone?.()
    return new Refusal('not-found', 'Table not found. Check the link.')
  }

  entries(after?: number, until?: number): Promise<Entry[]> {
    return loadEntries(this.store.db, this.id, after, until)
  }

  migration(after: number): Promise<number> {
    return lastMigration(this.store.db, this.id, after)
  }

  async snapshot(most: number): Promise<Position | undefined> {
    if (this.#context === undefined) return undefined
    const found = await loadSnapshot(this.store.db, this.#context.game, this.id, most)
    this.#snapshotNumber = Math.max(this.#snapshotNumber, found?.number ?? 0)
    return found
  }

  async append(request: AppendRequest<SideWrite>): Promise<boolean> {
    const { after, transitions, document, clock, seat, also } = request
    const last = transitions.at(-1)
    const game = this.#context?.game
    if (last === undefined || game === undefined) return true
    const { id, store } = this
    const { entry: newest, after: position } = last
    const snapshot = isSnapshotDue(transitions, this.#snapshotNumber)
    const notices = this.#hooks.length === 0 ? [] : noticesOf(document, transitions)
    const writeMore = async (tx: Tx): Promise<void> => {
      await also?.(tx)
      if (seat !== undefined) await saveSeat(tx, id, seat)
      if (clock !== undefined) await saveClock(tx, id, clock, document.clock, newest.at)
      await addDeliveries(tx, this.#hooks, notices, document)
      if (notices.length > 0)
        await holdForDigest(
          tx,
          this.#hooks.map((hook) => hook.id),
          this.options.digestMs ?? DIGEST_MS,
        )
    }
    const hasMore = [also, seat, clock].some((more) => more !== undefined) || notices.length > 0
    const { deciding, outcome } = document
    try {
      const added = await store.append({
        table: id,
        after,
        entries: transitions.map(({ entry }) => ({ at: entry.at, body: bodyOf(entry) })),
        deciding: JSON.stringify(deciding),
        outcome: outcome === undefined ? null : JSON.stringify(outcome),
        canWait: transitions.every(({ entry }) => entry.kind === 'decision' && isBotOnRecord(entry.by)),
        ...(snapshot ? { snapshot: { number: position.number, body: snapshotBody(game, position) } } : {}),
        ...(hasMore ? { also: writeMore } : {}),
      })
      if (added) this.options.stored?.(transitions)
      if (added && snapshot) this.#snapshotNumber = last.after.number
      return added
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (isDiskFull(error)) throw diskFullRefusal(error)
      throw new Refusal('busy', 'The server could not store this. Try again in a moment.', { cause: error })
    }
  }

  async lastConnected(person: string): Promise<number | undefined> {
    const row = await this.store.db
      .selectFrom('people')
      .select('connected')
      .where('id', '=', person)
      .executeTakeFirst()
    return row === undefined ? undefined : Math.max(row.connected, this.options.presence?.since ?? 0)
  }

  async saveSeen({ id }: Person, seen: number): Promise<void> {
    await this.store.db
      .updateTable('people')
      .set({ seen })
      .where('id', '=', id)
      .where('seen', '<', seen)
      .execute()
  }
}

/** Returns the JSON of an entry, without its number and time: they have their own columns. */
function bodyOf({ number: _number, at: _at, ...body }: Entry): string {
  return JSON.stringify(body)
}
