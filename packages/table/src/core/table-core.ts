/** A table in use: position, seats, listeners. It handles requests one after the other. */
import type { Game } from '@ludoforge/kernel'
import {
  type BotThinking,
  Refusal,
  type TableDocument,
  type TableUpdate,
  type Welcome,
} from '../protocol/index.js'
import {
  type Entry,
  type GameStart,
  type Position,
  seatsDeciding,
  startOf,
  type Transition,
} from '../record/index.js'
import {
  changesHorizon,
  snapshotsFor,
  updateFor,
  type ViewContext,
  type Viewers,
  viewersOf,
} from '../views/index.js'
import { type Person, type Seat, seatDocuments } from './people.js'
import { RecordReader } from './record-reader.js'
import type { TableHead, TableRecord } from './table-record.js'
import { UndoHorizons } from './undo-horizons.js'

/** A receiver of updates: a person, or a spectator (null). */
export interface Listener {
  readonly person: string | null
  /** Receives a message. Listeners with the same seats get the same string. */
  hear(message: string): void
}

/** A planned change, applied all or nothing. */
export interface PlannedChange<A = never> {
  readonly transitions: readonly Transition[]
  /** The changed seat. */
  readonly seat?: Seat | undefined
  /** A further write in the same transaction. */
  readonly also?: A | undefined
}

/** A proposed undo that waits for the consent of others. */
export interface UndoProposal {
  readonly number: number
  readonly to: number
  readonly person: string
  readonly agreed: ReadonlySet<string>
}

/** The options of a host. */
export interface HostOptions<P extends Person, A> {
  /** The table belongs to one person: every seat is theirs or a bot's. */
  readonly alone?: boolean
  /** People also get the view of a spectator, for several players who share a screen. */
  readonly spectator?: boolean
  /** Called after a change was stored and sent to all listeners. */
  readonly changed?: (table: TableCore<P, A>, transitions: readonly Transition[]) => void
}

const MAX_ATTEMPTS = 20
const LATEST = 2 ** 31 - 1 // the largest entry number that every database can compare

/** A table: its position, seats, record and listeners. Every host, local or server, is built on it. */
export class TableCore<P extends Person = Person, A = never> {
  readonly #listeners = new Set<Listener>()
  /** Resolves when all queued work is done. */
  #queue: Promise<unknown> = Promise.resolve()
  #needsReload = false // the result of the last write is unknown
  /** Reads the past of the table. */
  readonly reader: RecordReader<P, A>
  /** The undo horizons of its people. */
  readonly undo: UndoHorizons<P, A>
  position: Position
  proposal: UndoProposal | undefined
  lastUse = performance.now()

  private constructor(
    private readonly record: TableRecord<P, A>,
    readonly hosting: HostOptions<P, A>,
    private head: TableHead<P>,
  ) {
    this.position = startOf(head.context.game, head.start).position
    this.reader = new RecordReader(record, this)
    this.undo = new UndoHorizons(this.reader, this)
  }

  /** Opens the table of a record. Throws `CorruptRecord` if it doesn't replay to its hashes. */
  static async open<P extends Person, A>(
    record: TableRecord<P, A>,
    hosting: HostOptions<P, A> = {},
  ): Promise<TableCore<P, A>> {
    const table = new TableCore(record, hosting, await record.head())
    await table.#replay()
    return table
  }

  get id(): string {
    return this.head.id
  }

  get context(): ViewContext {
    return this.head.context
  }

  get game(): Game {
    return this.head.context.game
  }

  get start(): GameStart {
    return this.head.start
  }

  get seats(): readonly Seat[] {
    return this.head.seats
  }

  get people(): readonly P[] {
    return this.head.people
  }

  get isIdle(): boolean {
    return this.#listeners.size === 0
  }

  get deciding(): readonly string[] {
    return seatsDeciding(this.game, this.position)
  }

  get document(): TableDocument {
    return this.#documentAt(this.position, this.head)
  }

  #documentAt(position: Position, { changed, seats }: Pick<TableHead, 'changed' | 'seats'>): TableDocument {
    const { id, name, start, listed, uploaded, created, people } = this.head
    const { def, fingerprint } = this.game
    const outcome = this.game.outcome(position.state)
    return {
      id,
      name,
      game: { id: def.id, title: def.title, fingerprint },
      scenario: start.scenario ?? '',
      options: { ...start.options },
      seats: seatDocuments(seats, people),
      listed,
      uploaded,
      created,
      changed,
      number: position.number,
      deciding: seatsDeciding(this.game, position),
      ...(outcome === undefined ? {} : { outcome }),
    }
  }

  person(id: string | null): P | undefined {
    return id === null ? undefined : this.people.find((person) => person.id === id)
  }

  seatsOf(person: string | null): string[] {
    return person === null ? [] : this.seats.filter((seat) => seat.person === person).map(({ seat }) => seat)
  }

  viewers(person: string | null): Viewers {
    const viewers = viewersOf(this.seatsOf(person))
    return this.hosting.spectator === true && !viewers.includes(null) ? [...viewers, null] : viewers
  }

  /** Queues work behind all earlier requests. */
  inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    this.lastUse = performance.now()
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined) // the caller handles the error
    return result
  }

  /** Plans and commits a change with optimistic concurrency: a conflict replans it. Returns its last entry's number. */
  change(plan: () => Promise<PlannedChange<A>> | PlannedChange<A>): Promise<number> {
    return this.inTurn(async () => {
      for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
        if (this.#needsReload) await this.#reload()
        const planned = await this.#tryPlan(plan)
        if (planned !== undefined && (await this.#commit(planned))) return this.position.number
        await this.#catchUp()
      }
      throw new Refusal('busy', 'Too many concurrent changes at this table. Try again.')
    })
  }

  /** Returns `undefined` if the plan was stale because another process has appended: then plan again. */
  async #tryPlan(
    plan: () => Promise<PlannedChange<A>> | PlannedChange<A>,
  ): Promise<PlannedChange<A> | undefined> {
    try {
      return await plan()
    } catch (error) {
      const { number } = this.position
      if (!(error instanceof Refusal) || error.code !== 'stale') throw error
      await this.#catchUp()
      if (this.position.number === number) throw error
      return undefined
    }
  }

  /** Stores a change, then sends it. Returns `false` on a conflict. */
  async #commit({ transitions, seat, also }: PlannedChange<A>): Promise<boolean> {
    const last = transitions.at(-1)
    if (last === undefined) return true
    const seats =
      seat === undefined ? this.seats : this.seats.map((other) => (other.seat === seat.seat ? seat : other))
    const document = this.#documentAt(last.after, { seats, changed: last.entry.at })
    let added: boolean
    try {
      added = await this.record.append({ after: this.position.number, transitions, document, seat, also })
    } catch (error) {
      this.#needsReload = true
      throw error
    }
    if (added) await this.#apply(transitions)
    return added
  }

  /** Applies the entries that other processes have appended. */
  catchUp(): Promise<void> {
    return this.inTurn(() => this.#catchUp())
  }

  async #catchUp(): Promise<void> {
    const entries = await this.record.entries(this.position.number)
    if (entries.some(({ kind }) => kind === 'moved')) await this.#reload()
    else if (entries.length === 0) await this.#loadSeating()
    else await this.#apply(await this.reader.transitions(this.position))
  }

  async #apply(transitions: readonly Transition[]): Promise<void> {
    for (const transition of transitions) {
      const { entry } = transition
      this.position = transition.after
      this.undo.take(transition)
      this.#trackProposal(entry)
      if (entry.kind === 'seats') await this.#loadSeating()
      this.head = { ...this.head, changed: entry.at }
      await this.#broadcast(transition)
    }
    this.hosting.changed?.(this, transitions)
  }

  #trackProposal(entry: Entry): void {
    const { proposal } = this
    switch (entry.kind) {
      case 'proposal':
        this.proposal = { number: entry.number, to: entry.to, person: entry.person, agreed: new Set() }
        break
      case 'consent':
        if (proposal?.number !== entry.proposal) break
        this.proposal = entry.yes
          ? { ...proposal, agreed: new Set([...proposal.agreed, entry.person]) }
          : undefined
        break
      case 'decision':
      case 'undo':
      case 'moved':
        this.proposal = undefined
        break
      case 'chat':
      case 'seats':
      case 'note':
        break
    }
  }

  async #loadSeating(): Promise<void> {
    const { seats, people } = await this.record.seating()
    this.head = { ...this.head, seats, people }
  }

  /** Reloads seats and people. */
  lookAgain(): Promise<void> {
    return this.inTurn(() => this.#loadSeating())
  }

  /** Reloads the table and sends listeners the updates they missed. */
  async #reload(): Promise<void> {
    const known = this.position.number
    this.head = await this.record.head()
    await this.#replay()
    this.#needsReload = false
    if (this.isIdle) return
    for (const transition of await this.reader.transitionsSince(known)) await this.#broadcast(transition)
  }

  async #replay(): Promise<void> {
    const base = await this.record.snapshot(LATEST)
    const transitions = await this.reader.transitions(base)
    this.position = transitions.at(-1)?.after ?? base ?? startOf(this.game, this.start).position
    this.proposal = undefined
    for (const { entry } of transitions) this.#trackProposal(entry)
    this.undo.begin(base === undefined ? transitions : undefined)
    for (const { after } of transitions) this.record.passed?.(after)
  }

  async #broadcast(transition: Transition): Promise<void> {
    const texts = new Map<string, string>()
    for (const listener of this.#listeners) {
      const viewers = this.viewers(listener.person)
      const key = JSON.stringify(viewers)
      let text = texts.get(key)
      if (text === undefined) {
        text = JSON.stringify(await this.#update(transition, listener.person))
        texts.set(key, text)
      }
      listener.hear(text)
    }
  }

  async #update(transition: Transition, person: string | null): Promise<TableUpdate> {
    const mine = this.seatsOf(person)
    const isNew = changesHorizon(transition.entry) && mine.length > 0
    const horizon = isNew ? await this.undo.horizon(mine) : undefined
    return updateFor(this.context, transition, this.viewers(person), horizon)
  }

  /** Sends the progress of a thinking bot to all listeners. */
  thinks(seat: string, done: number): void {
    const text = JSON.stringify({ type: 'thinking', seat, done } satisfies BotThinking)
    for (const listener of this.#listeners) listener.hear(text)
  }

  /** Adds a listener. It gets a welcome with snapshots, or the updates after `last`, and then all further updates. */
  join(listener: Listener, id: number, last?: number): Promise<() => void> {
    return this.inTurn(async () => {
      if (this.#needsReload) await this.#reload()
      if (last !== undefined && last > this.position.number) await this.#catchUp() // another process has newer entries
      const { number, question, decisions } = this.position
      const resumes = last !== undefined && last <= number
      const missed = resumes && last < number ? await this.reader.transitionsSince(last) : []
      const viewers = this.viewers(listener.person)
      const person = this.person(listener.person)
      const seats = this.seatsOf(listener.person)
      const welcome: Welcome = {
        type: 'welcome',
        id,
        number: resumes ? last : number,
        question,
        decisions,
        table: this.document,
        you: {
          person: person?.id ?? null,
          name: person?.name ?? '',
          host: person?.host ?? false,
          seats,
          seen: person?.seen ?? 0,
        },
        horizon: await this.undo.horizon(seats),
        shown: resumes ? [] : snapshotsFor(this.context, this.position, viewers),
      }
      listener.hear(JSON.stringify(welcome))
      for (const transition of missed)
        listener.hear(JSON.stringify(updateFor(this.context, transition, viewers)))
      this.#listeners.add(listener)
      return () => {
        this.#listeners.delete(listener)
      }
    })
  }

  /** Marks everything up to this entry as seen by the person. */
  async saw(person: P, number: number): Promise<void> {
    const seen = Math.min(number, this.position.number)
    if (seen <= person.seen) return
    await this.record.saveSeen(person, seen)
    person.seen = seen
  }
}
