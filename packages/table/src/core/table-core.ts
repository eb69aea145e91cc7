/** A table in use: its position, who sits there and who watches. Requests are handled one after the other. */
import type { Game } from '@ludoforge/kernel'
import {
  type BotThinking,
  Refusal,
  type TableDocument,
  type TableUpdate,
  type UndoHorizon,
  type Welcome,
} from '../protocol/index.js'
import {
  type Entry,
  type GameStart,
  type Known,
  NO_HORIZON,
  type Position,
  replayEntries,
  seatsDeciding,
  startOf,
  type Transition,
  UndoLine,
  type UndoPlan,
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
import type { TableHead, TableRecord } from './table-record.js'

/** Somebody who is sent updates: a person, or (null) a spectator. */
export interface Listener {
  readonly person: string | null
  /** Viewers with the same seats are sent the same text. */
  hear(message: string): void
}

/** What is to happen: all of it or nothing. */
export interface Plan<A = never> {
  readonly transitions: readonly Transition[]
  /** Who plays a seat from now on. */
  readonly seat?: Seat | undefined
  readonly also?: A | undefined
}

/** A wish to undo decisions, which waits for the consent of others. */
export interface UndoProposal {
  readonly number: number
  readonly to: number
  readonly person: string
  readonly agreed: ReadonlySet<string>
}

/** How a table is hosted. */
export interface Hosting<P extends Person, A> {
  /** One person has the table, and nobody else can come: seats are the person's or a bot's. */
  readonly alone?: boolean
  /** People are sent the view of a spectator next to those of their seats: several share one screen. */
  readonly spectator?: boolean
  /** Something happened, and everybody was sent it. */
  readonly changed?: (table: TableCore<P, A>, transitions: readonly Transition[]) => void
}

const MOST_TRIES = 20
const LATEST = 2 ** 31 - 1 // the largest number of an entry that every storage can compare

export class TableCore<P extends Person = Person, A = never> {
  readonly #listeners = new Set<Listener>()
  #turn: Promise<unknown> = Promise.resolve()
  #unsure = false // whether what was written last is there
  #undoLine: UndoLine | undefined // made when it is first needed
  position: Position
  proposal: UndoProposal | undefined
  lastUse = performance.now()

  private constructor(
    private readonly record: TableRecord<P, A>,
    readonly hosting: Hosting<P, A>,
    private head: TableHead<P>,
  ) {
    this.position = startOf(head.context.game, head.start).position
  }

  /** Opens the table of a record. Throws CorruptRecord if it does not lead where it did. */
  static async open<P extends Person, A>(
    record: TableRecord<P, A>,
    hosting: Hosting<P, A> = {},
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
    return id === null ? undefined : this.people.find((one) => one.id === id)
  }

  seatsOf(person: string | null): string[] {
    return person === null ? [] : this.seats.filter((one) => one.person === person).map(({ seat }) => seat)
  }

  viewers(person: string | null): Viewers {
    const viewers = viewersOf(this.seatsOf(person))
    return this.hosting.spectator === true && !viewers.includes(null) ? [...viewers, null] : viewers
  }

  /** Does something when all that was asked before is done. */
  inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    this.lastUse = performance.now()
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined) // whoever asked hears of it
    return turn
  }

  /** Executes a plan, which is made again if another process was faster. Returns the number of its last entry. */
  change(plan: () => Promise<Plan<A>> | Plan<A>): Promise<number> {
    return this.inTurn(async () => {
      for (let n = 0; n < MOST_TRIES; n += 1) {
        if (this.#unsure) await this.#reload()
        const planned = await this.#planned(plan)
        if (planned !== undefined && (await this.#commit(planned))) return this.position.number
        await this.#catchUp()
      }
      throw new Refusal('busy', 'Too much happens at this table at once. Try again.')
    })
  }

  /** Returns undefined if the request fits an entry of another process that we haven't read yet. */
  async #planned(plan: () => Promise<Plan<A>> | Plan<A>): Promise<Plan<A> | undefined> {
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

  /** Nobody is sent anything before it is stored. */
  async #commit({ transitions, seat, also }: Plan<A>): Promise<boolean> {
    const last = transitions.at(-1)
    if (last === undefined) return true
    const seats =
      seat === undefined ? this.seats : this.seats.map((one) => (one.seat === seat.seat ? seat : one))
    const document = this.#documentAt(last.after, { seats, changed: last.entry.at })
    let added: boolean
    try {
      added = await this.record.append({ after: this.position.number, transitions, document, seat, also })
    } catch (error) {
      this.#unsure = true
      throw error
    }
    if (added) await this.#happened(transitions)
    return added
  }

  /** Reads what other processes have appended. */
  catchUp(): Promise<void> {
    return this.inTurn(() => this.#catchUp())
  }

  async #catchUp(): Promise<void> {
    const entries = await this.record.entries(this.position.number)
    if (entries.some(({ kind }) => kind === 'moved')) await this.#reload()
    else if (entries.length === 0) await this.#loadSeating()
    else await this.#happened(await this.#transitions(this.position))
  }

  async #happened(transitions: readonly Transition[]): Promise<void> {
    for (const transition of transitions) {
      const { entry } = transition
      this.position = transition.after
      this.#undoLine?.take(transition)
      this.#note(entry)
      if (entry.kind === 'seats') await this.#loadSeating()
      this.head = { ...this.head, changed: entry.at }
      await this.#broadcast(transition)
    }
    this.hosting.changed?.(this, transitions)
  }

  #note(entry: Entry): void {
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

  /** Reads again who is here. */
  lookAgain(): Promise<void> {
    return this.inTurn(() => this.#loadSeating())
  }

  /** Reads everything again, when it is not sure what is stored. Listeners are sent what they miss. */
  async #reload(): Promise<void> {
    const known = this.position.number
    this.head = await this.record.head()
    await this.#replay()
    this.#unsure = false
    if (this.isIdle) return
    for (const transition of await this.transitionsSince(known)) await this.#broadcast(transition)
  }

  async #replay(): Promise<void> {
    const base = await this.record.snapshot(LATEST)
    const transitions = await this.#transitions(base)
    this.position = transitions.at(-1)?.after ?? base ?? startOf(this.game, this.start).position
    this.proposal = undefined
    for (const { entry } of transitions) this.#note(entry)
    this.#undoLine = undefined
    if (base !== undefined) return
    this.#undoLine = new UndoLine()
    for (const transition of transitions) {
      this.#undoLine.take(transition)
      this.record.passed?.(transition.after)
    }
  }

  async #transitions(base: Position | undefined, until?: number): Promise<Transition[]> {
    return [...replayEntries(this.game, this.start, await this.entriesFrom(base), base, until)]
  }

  /** What a replay from `base` needs: the entries after it, or all if an undo leads back before it or rules changed. */
  async entriesFrom(base: Position | undefined): Promise<readonly Entry[]> {
    const since = base?.number ?? 0
    const entries = await this.record.entries(since)
    const leadsBack = (entry: Entry): boolean =>
      entry.kind === 'moved' || (entry.kind === 'undo' && entry.to <= since)
    return since > 0 && entries.some(leadsBack) ? this.record.entries() : entries
  }

  /** All entries: for saves and for bots, not for small questions. */
  entries(): Promise<readonly Entry[]> {
    return this.record.entries()
  }

  async transitionsSince(number: number): Promise<Transition[]> {
    const transitions = await this.#transitions(await this.record.snapshot(number))
    return transitions.filter(({ entry }) => entry.number > number)
  }

  /** A stored position before this number. Returns undefined if there is none. */
  snapshotBefore(number: number): Promise<Position | undefined> {
    return this.record.snapshot(number - 1)
  }

  /** The position before the entry with this number. */
  async before(number: number): Promise<Position> {
    const base = await this.snapshotBefore(number)
    const last = (await this.#transitions(base, number - 1)).at(-1)
    return last?.after ?? base ?? startOf(this.game, this.start).position
  }

  /** How far somebody with these seats may undo. */
  horizon(mine: readonly string[]): Promise<UndoHorizon> {
    const { question } = this.position
    return mine.length === 0
      ? Promise.resolve(NO_HORIZON)
      : this.#known((line) => line.horizon(mine, question))
  }

  planUndo(mine: readonly string[], to?: number): Promise<UndoPlan> {
    return this.#known((line) => line.plan(mine, to))
  }

  async #known<T>(ask: (line: UndoLine) => Known<T>): Promise<T> {
    const { number } = this.position
    this.#undoLine ??= new UndoLine((await this.record.entries()).filter((one) => one.number <= number))
    const line = this.#undoLine
    for (let needed = Number.POSITIVE_INFINITY; ; ) {
      const answer = ask(line)
      if ('known' in answer) return answer.known
      if (answer.needs >= needed) throw new Error(`Entry ${answer.needs} is not on the record.`)
      needed = answer.needs
      for (const transition of await this.#transitions(await this.snapshotBefore(needed), number))
        line.learn(transition)
    }
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
    const horizon = isNew ? await this.horizon(mine) : undefined
    return updateFor(this.context, transition, this.viewers(person), horizon)
  }

  /** A bot thinks about the decision of a seat: everybody here is sent how far it has come. */
  thinks(seat: string, done: number): void {
    const text = JSON.stringify({ type: 'thinking', seat, done } satisfies BotThinking)
    for (const listener of this.#listeners) listener.hear(text)
  }

  /** Adds a listener. It is sent a welcome, and what it missed after `last`, or snapshots; then all that happens. */
  join(listener: Listener, id: number, last?: number): Promise<() => void> {
    return this.inTurn(async () => {
      if (this.#unsure) await this.#reload()
      if (last !== undefined && last > this.position.number) await this.#catchUp() // another process was faster
      const { number, question, decisions } = this.position
      const resumes = last !== undefined && last <= number
      const missed = resumes && last < number ? await this.transitionsSince(last) : []
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
        horizon: await this.horizon(seats),
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

  /** A person has looked at everything up to this entry. */
  async saw(person: P, number: number): Promise<void> {
    const seen = Math.min(number, this.position.number)
    if (seen <= person.seen) return
    await this.record.saveSeen(person, seen)
    person.seen = seen
  }
}
