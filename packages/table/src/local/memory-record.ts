/** The record of a local table: in memory, and in a storage if there is one. */
import type {
  AppendRequest,
  Person,
  Seat,
  Seating,
  StoredTable,
  TableHead,
  TableRecord,
  TableStorage,
} from '../core/index.js'
import { type Entry, isSnapshotDue, type Position, type Transition } from '../record/index.js'
import { DEFAULT_ABSENCE } from '../protocol/index.js'
import type { ViewContext } from '../views/index.js'
import { LOCAL_PERSON } from './start.js'

/** Keeps entries and snapshots in memory, and appends entries to the storage first. */
export class MemoryRecord implements TableRecord {
  readonly #entries: Entry[]
  readonly #snapshots: Position[] = []
  #seats: readonly Seat[]
  readonly #me: Person

  constructor(
    private readonly id: string,
    private readonly context: ViewContext,
    private readonly stored: Omit<StoredTable, 'seats'>,
    seats: StoredTable['seats'],
    private readonly storage: TableStorage | undefined,
  ) {
    this.#entries = [...stored.entries]
    this.#me = { id: LOCAL_PERSON, name: 'You', host: true, seen: this.#entries.length }
    this.#seats = Object.entries(seats).map(([seat, player]) =>
      player === LOCAL_PERSON
        ? { seat, person: LOCAL_PERSON, agent: null }
        : { seat, person: null, agent: player },
    )
  }

  async head(): Promise<TableHead> {
    const { name, beginning, created } = this.stored
    return {
      id: this.id,
      name,
      context: this.context,
      start: beginning,
      listed: false,
      uploaded: false,
      disclosed: false, // the only person may know the seed
      absence: DEFAULT_ABSENCE,
      created,
      changed: this.#entries.at(-1)?.at ?? created,
      number: this.#entries.length,
      ...(await this.seating()),
    }
  }

  async seating(): Promise<Seating> {
    return { seats: this.#seats, people: [this.#me] }
  }

  async entries(after = 0, until = Number.POSITIVE_INFINITY): Promise<readonly Entry[]> {
    return this.#entries.slice(after, until)
  }

  async migration(after: number): Promise<number> {
    return this.#entries.findLast(({ kind, number }) => kind === 'moved' && number > after)?.number ?? 0
  }

  async snapshot(most: number): Promise<Position | undefined> {
    return this.#snapshots.findLast(({ number }) => number <= most)
  }

  passed(transition: Transition): void {
    const last = this.#snapshots.at(-1)?.number ?? 0
    if (isSnapshotDue([transition], last)) this.#snapshots.push(transition.after)
  }

  async append({ transitions, document, seat }: AppendRequest<never>): Promise<boolean> {
    const entries = transitions.map(({ entry }) => entry)
    await this.storage?.add(entries, document)
    this.#entries.push(...entries)
    for (const transition of transitions) this.passed(transition)
    if (seat !== undefined)
      this.#seats = this.#seats.map((other) => (other.seat === seat.seat ? seat : other))
    return true
  }

  async saveSeen(): Promise<void> {
    // Only known while the table is open: `TableCore` sets it on the person.
  }
}
