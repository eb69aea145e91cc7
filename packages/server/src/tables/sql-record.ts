/** A table's record in the database: entries appended with optimistic concurrency, snapshots, and notifications. */
import {
  type AppendRequest,
  type Entry,
  type Position,
  Refusal,
  type Seating,
  type TableHead,
  type TableRecord,
  type ViewContext,
} from '@ludoforge/table'
import { addDeliveries, type Hook, loadHooks, noticesOf } from '../notifications/outbox.js'
import type { Store, Tx } from '../store/index.js'
import {
  loadEntries,
  loadPeople,
  loadRow,
  loadSeats,
  loadSnapshot,
  type Person,
  saveSeat,
  saveSnapshot,
} from './rows.js'

/** A further write in the transaction that appends entries. */
export type SideWrite = (tx: Tx) => Promise<void>

const SNAPSHOT_EVERY = 50 // decisions, which replay in a few milliseconds

export class SqlRecord implements TableRecord<Person, SideWrite> {
  #context: ViewContext | undefined
  #hooks: readonly Hook[] = []
  #snapshotDecisions = 0 // decisions up to the last snapshot

  constructor(
    private readonly store: Store,
    private readonly id: string,
    private readonly rules: (fingerprint: string) => Promise<ViewContext>,
  ) {}

  async head(): Promise<TableHead<Person>> {
    const row = await loadRow(this.store.db, this.id)
    if (row === undefined) throw new Refusal('not-found', 'Table not found. Check the link.')
    const { id, name, beginning: start, listed, uploaded, created, changed } = row
    const context = await this.rules(row.fingerprint)
    this.#context = context
    return { id, name, start, listed, uploaded, created, changed, context, ...(await this.seating()) }
  }

  async seating(): Promise<Seating<Person>> {
    const { db } = this.store
    const [seats, people] = [await loadSeats(db, this.id), await loadPeople(db, this.id)]
    this.#hooks = await loadHooks(db, this.id)
    return { seats, people }
  }

  entries(after?: number): Promise<Entry[]> {
    return loadEntries(this.store.db, this.id, after)
  }

  async snapshot(most: number): Promise<Position | undefined> {
    if (this.#context === undefined) return undefined
    const found = await loadSnapshot(this.store.db, this.#context.game, this.id, most)
    this.#snapshotDecisions = Math.max(this.#snapshotDecisions, found?.decisions ?? 0)
    return found
  }

  async append({ after, transitions, document, seat, also }: AppendRequest<SideWrite>): Promise<boolean> {
    const last = transitions.at(-1)
    const game = this.#context?.game
    if (last === undefined || game === undefined) return true
    const { id, store } = this
    const snapshot =
      last.entry.kind === 'decision' && last.after.decisions >= this.#snapshotDecisions + SNAPSHOT_EVERY
    const notices = this.#hooks.length === 0 ? [] : noticesOf(document, transitions)
    const writeMore = async (tx: Tx): Promise<void> => {
      await also?.(tx)
      if (seat !== undefined) await saveSeat(tx, id, seat)
      if (snapshot) await saveSnapshot(tx, game, id, last.after)
      await addDeliveries(tx, this.#hooks, notices, document)
    }
    const hasMore = also !== undefined || seat !== undefined || snapshot || notices.length > 0
    const { deciding, outcome } = document
    try {
      const added = await store.append({
        table: id,
        after,
        entries: transitions.map(({ entry }) => ({ at: entry.at, body: bodyOf(entry) })),
        deciding: JSON.stringify(deciding),
        outcome: outcome === undefined ? null : JSON.stringify(outcome),
        ...(hasMore ? { also: writeMore } : {}),
      })
      if (added && snapshot) this.#snapshotDecisions = last.after.decisions
      return added
    } catch (error) {
      if (error instanceof Refusal) throw error
      throw new Refusal('busy', 'The server could not store this. Try again in a moment.', { cause: error })
    }
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
