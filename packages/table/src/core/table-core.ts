/** A table in use: position, seats, listeners. It handles requests one after the other. */
import type { Game } from '@ludoforge/kernel'
import {
  type BotThinking,
  MAX_HISTORY_PAGE,
  type News,
  Refusal,
  type TableDocument,
  type TableUpdate,
  type UndoHorizon,
  type Welcome,
} from '../protocol/index.js'
import {
  clockAfter,
  clockFaceOf,
  type ClockState,
  type Entry,
  type GameStart,
  NO_HORIZON,
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
import { type Listener, QueuedListener } from './listeners.js'
import { type Person, type Seat, seatDocuments } from './people.js'
import { RecordReader } from './record-reader.js'
import { ReplayedHistory, type TableHistory, type Work } from './table-history.js'
import { headAfter, type TableHead, type TableRecord } from './table-record.js'
import { UndoHorizons } from './undo-horizons.js'

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
  /** Called when the first listener joins. */
  readonly watched?: (table: TableCore<P, A>) => void
}

const MAX_ATTEMPTS = 20

/** A table: its position, seats, record and listeners. Every host, local or server, is built on it. */
export class TableCore<P extends Person = Person, A = never> {
  readonly #listeners = new Set<Listener>()
  /** Resolves when all queued work is done. */
  #queue: Promise<unknown> = Promise.resolve()
  #needsReload = false // the result of the last write is unknown
  #clock: ClockState | undefined
  /** Reads the past of the table. */
  readonly reader: RecordReader<P, A>
  /** The past of the table, as viewers may know it. */
  readonly history: TableHistory
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
    this.history = record.history ?? new ReplayedHistory(this.reader, this)
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

  /** The server has handed out the seed, so the game can't continue. */
  get isDisclosed(): boolean {
    return this.head.disclosed
  }

  /** The id of the table of the rematch, if there is one. */
  get rematch(): string | undefined {
    return this.head.rematch
  }

  /** The seconds that a person must be away before others may take their seat. */
  get absence(): number {
    return this.head.absence
  }

  /** Returns for how many milliseconds a person has been away. */
  async absentFor(person: string): Promise<number> {
    if ([...this.#listeners].some((listener) => listener.person === person)) return 0
    const last = await this.record.lastConnected?.(person)
    return last === undefined ? 0 : Math.max(0, Date.now() - last)
  }

  get isIdle(): boolean {
    return this.#listeners.size === 0
  }

  get deciding(): readonly string[] {
    return seatsDeciding(this.game, this.position)
  }

  get document(): TableDocument {
    return this.#documentAt(this.position, this.head, this.#clock)
  }

  #documentAt(
    position: Position,
    { changed, seats }: Pick<TableHead, 'changed' | 'seats'>,
    clock: ClockState | undefined,
  ): TableDocument {
    const {
      id,
      name,
      start,
      listed,
      uploaded,
      disclosed,
      absence,
      created,
      people,
      rematch,
      clock: timing,
    } = this.head
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
      disclosed,
      absence,
      created,
      changed,
      number: position.number,
      deciding: seatsDeciding(this.game, position),
      ...(outcome === undefined ? {} : { outcome }),
      ...(rematch === undefined ? {} : { rematch }),
      ...(timing === undefined || clock === undefined ? {} : { clock: clockFaceOf(timing.rule, clock) }),
    }
  }

  /** The clock's rule, and the clock after the last entry. `undefined` if the table has none. */
  get clock(): TableHead['clock'] {
    const rule = this.head.clock?.rule
    return rule === undefined || this.#clock === undefined ? undefined : { rule, state: this.#clock }
  }

  /** Returns the clock after these transitions. Entries that it already includes are skipped. */
  #clockAfter(transitions: readonly Transition[]): ClockState | undefined {
    const rule = this.head.clock?.rule
    let clock = this.#clock
    if (rule === undefined || clock === undefined) return undefined
    for (const transition of transitions)
      if (transition.entry.number > clock.number)
        clock = clockAfter(rule, clock, transition, seatsDeciding(this.game, transition.after))
    return clock
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
    const clock = this.#clockAfter(transitions)
    const document = this.#documentAt(last.after, { seats, changed: last.entry.at }, clock)
    let added: boolean
    try {
      const after = this.position.number
      added = await this.record.append({ after, transitions, document, clock, seat, also })
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
      this.#clock = this.#clockAfter([transition])
      this.undo.take(transition)
      this.#trackProposal(entry)
      if (entry.kind === 'seats') await this.#loadSeating()
      this.head = headAfter(this.head, entry)
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
      case 'disclosed':
        this.proposal = undefined
        break
      case 'chat':
      case 'seats':
      case 'note':
      case 'rematch':
        break
    }
  }

  async #loadSeating(): Promise<void> {
    const { seats, people } = await this.record.seating()
    this.head = { ...this.head, seats, people }
    for (const listener of this.#listeners)
      if (this.person(listener.person)?.isGone === true) listener.end?.()
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
    const { number: known } = this.head
    const base = await this.record.snapshot(known)
    const transitions = await this.reader.transitions(base)
    const missed = transitions.filter(({ entry }) => entry.number > known)
    for (const { entry } of missed) this.head = headAfter(this.head, entry)
    if (missed.some(({ entry }) => entry.kind === 'seats')) await this.#loadSeating()
    this.position = transitions.at(-1)?.after ?? base ?? startOf(this.game, this.start).position
    this.#clock = this.head.clock?.state
    this.#clock = this.#clockAfter(transitions)
    this.proposal = undefined
    for (const { entry } of transitions) this.#trackProposal(entry)
    this.undo.begin(base === undefined ? transitions : undefined)
    for (const transition of transitions) this.record.passed?.(transition)
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
    const isNew = changesHorizon(transition.entry)
    const horizon = isNew && mine.length > 0 ? await this.#horizon(mine) : undefined
    const clock =
      isNew && this.clock !== undefined ? clockFaceOf(this.clock.rule, this.clock.state) : undefined
    const live = { ...(horizon === undefined ? {} : { horizon }), ...(clock === undefined ? {} : { clock }) }
    return updateFor(this.context, transition, this.viewers(person), live)
  }

  /** Returns how far these seats may undo: not at all once the seed has been handed out. */
  async #horizon(mine: readonly string[]): Promise<UndoHorizon> {
    return this.isDisclosed ? NO_HORIZON : this.undo.horizon(mine)
  }

  /** Sends the progress of a thinking bot to all listeners. */
  thinks(seat: string, done: number): void {
    const text = JSON.stringify({ type: 'thinking', seat, done } satisfies BotThinking)
    for (const listener of this.#listeners) listener.hear(text)
  }

  /** Returns the news since a person's last visit. */
  news(person: P, work: Work = {}): Promise<News> {
    return this.history.news(person.seen, this.position.number, this.viewers(person.id), work)
  }

  /**
   * Adds a listener. It gets a welcome with snapshots, or the updates after `last`, and then all further updates. Missed
   * updates come in pages, while the table continues: later updates wait behind them.
   */
  async join(listener: Listener, id: number, last?: number, work: Work = {}): Promise<() => void> {
    const queue = new QueuedListener(listener)
    const leave = (): void => {
      this.#listeners.delete(queue)
    }
    try {
      const [from, to] = await this.#welcome(queue, id, last)
      await this.#sendMissed(listener, from, to, work)
    } catch (error) {
      leave()
      throw error
    }
    queue.open()
    return leave
  }

  /** Sends the updates after entry `from` up to `to`, in pages that end at multiples of the page size, to cache them. */
  async #sendMissed(listener: Listener, from: number, to: number, work: Work): Promise<void> {
    const viewers = this.viewers(listener.person)
    for (let last = from; last < to; ) {
      const end = Math.min(to, (Math.floor(last / MAX_HISTORY_PAGE) + 1) * MAX_HISTORY_PAGE)
      const { happenings } = await this.history.page({ from: last, to: end }, viewers, work)
      for (const update of happenings) listener.hear(JSON.stringify(update))
      last = end
      await listener.ready?.()
      work.signal?.throwIfAborted()
    }
  }

  /** Sends the welcome and adds the listener. Returns the range of missed updates, which it gets first. */
  #welcome(listener: QueuedListener, id: number, last?: number): Promise<readonly [number, number]> {
    return this.inTurn(async () => {
      if (this.#needsReload) await this.#reload()
      if (last !== undefined && last > this.position.number) await this.#catchUp() // another process has newer entries
      const { number, question, decisions } = this.position
      const resumes = last !== undefined && last <= number
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
        horizon: await this.#horizon(seats),
        shown: resumes ? [] : snapshotsFor(this.context, this.position, viewers),
      }
      listener.first(JSON.stringify(welcome))
      this.#listeners.add(listener)
      if (this.#listeners.size === 1) this.hosting.watched?.(this)
      return [resumes ? last : number, number]
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
