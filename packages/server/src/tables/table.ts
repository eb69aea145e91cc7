/** A table that is in use: its position, who sits there, who looks on. What is asked of it is done one after the other. */
import {
  type BotThinking,
  type Entry,
  type Position,
  Refusal,
  replayEntries,
  seatsDeciding,
  snapshotsFor,
  type TableDocument,
  type TableUpdate,
  type Transition,
  updateFor,
  type ViewContext,
  type Viewers,
  viewersOf,
  type Welcome,
} from '@ludoforge/table'
import { positionAt, startOf } from '@ludoforge/table'
import type { Game } from '@ludoforge/kernel'
import { addDeliveries, type Hook, loadHooks, noticesOf } from '../notices/notices.js'
import type { Store, Tx } from '../store/index.js'
import {
  loadEntries,
  loadPeople,
  loadRow,
  loadSeats,
  loadSnapshot,
  type Person,
  saveSnapshot,
  type Seat,
  seatDocuments,
  type TableRow,
} from './rows.js'

/** Somebody who is told what happens: a person, or an onlooker. */
export interface Listener {
  readonly person: string | null
  /** The same text goes to all who may know the same. */
  hear(message: string): void
}

/** What others want to know about tables. */
export interface Hooks {
  /** Something happened here. Bots may have to decide; people may want to be told. */
  changed(table: Table, moments: readonly Transition[]): void
  rules(fingerprint: string): Promise<ViewContext>
}

/** What is to happen: all of it or nothing. */
export interface Plan {
  readonly moments: readonly Transition[]
  readonly also?: (tx: Tx) => Promise<void>
}

interface Proposal {
  readonly number: number
  readonly to: number
  readonly person: string
  readonly agreed: ReadonlySet<string>
}

const MOST_TRIES = 20
const SNAPSHOT_EVERY = 50 // decisions: so many are made again in a few milliseconds

export class Table {
  readonly #listeners = new Set<Listener>()
  #turn: Promise<unknown> = Promise.resolve()
  #unsure = false // whether what was written last is there
  #addresses: readonly Hook[] = [] // who is told outside
  #snapshot = 0 // decisions at the last one
  proposal: Proposal | undefined
  lastUse = performance.now()

  private constructor(
    private readonly store: Store,
    private readonly hooks: Hooks,
    public row: TableRow,
    public telling: ViewContext,
    public position: Position,
    public seats: readonly Seat[],
    public people: readonly Person[],
  ) {}

  static async load(store: Store, hooks: Hooks, id: string): Promise<Table> {
    const row = await loadRow(store.db, id)
    if (row === undefined) throw new Refusal('not-found', 'There is no such table.')
    const telling = await hooks.rules(row.fingerprint)
    const start = startOf(telling.game, row.beginning).position
    const table = new Table(store, hooks, row, telling, start, [], [])
    await table.#reload()
    return table
  }

  get id(): string {
    return this.row.id
  }

  get game(): Game {
    return this.telling.game
  }

  get isIdle(): boolean {
    return this.#listeners.size === 0
  }

  get deciding(): readonly string[] {
    return seatsDeciding(this.game, this.position)
  }

  get document(): TableDocument {
    return this.#documentAt(this.position)
  }

  #documentAt(position: Position): TableDocument {
    const { id, name, beginning, listed, uploaded, created, changed } = this.row
    const { def, fingerprint } = this.game
    const outcome = this.game.outcome(position.state)
    return {
      id,
      name,
      game: { id: def.id, title: def.title, fingerprint },
      scenario: beginning.scenario ?? '',
      options: { ...beginning.options },
      seats: seatDocuments(this.seats, this.people),
      listed,
      uploaded,
      created,
      changed,
      number: position.number,
      deciding: seatsDeciding(this.game, position),
      ...(outcome === undefined ? {} : { outcome: outcome as NonNullable<TableDocument['outcome']> }),
    }
  }

  person(id: string | null): Person | undefined {
    return id === null ? undefined : this.people.find((one) => one.id === id)
  }

  seatsOf(person: string | null): string[] {
    return person === null ? [] : this.seats.filter((one) => one.person === person).map(({ seat }) => seat)
  }

  eyes(person: string | null): Viewers {
    return viewersOf(this.seatsOf(person))
  }

  /** Does something when all that was asked before is done. */
  inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    this.lastUse = performance.now()
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined) // whoever asked hears of it
    return turn
  }

  /** Makes something happen. The plan is made anew if another server was faster. Gives the number of its last entry. */
  change(plan: () => Promise<Plan> | Plan): Promise<number> {
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

  /** Undefined: what was asked fits something that another server has heard of, and we have not. */
  async #planned(plan: () => Promise<Plan> | Plan): Promise<Plan | undefined> {
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

  async #commit({ moments, also }: Plan): Promise<boolean> {
    const last = moments.at(-1)
    if (last === undefined) return true
    const { game, id } = this
    const outcome = game.outcome(last.after.state)
    const snapshot = last.entry.kind === 'decision' && last.after.decisions >= this.#snapshot + SNAPSHOT_EVERY
    const notices = this.#addresses.length === 0 ? [] : noticesOf(this.#documentAt(last.after), moments)
    const withMore = async (tx: Tx): Promise<void> => {
      await also?.(tx)
      if (snapshot) await saveSnapshot(tx, game, id, last.after)
      await addDeliveries(tx, this.#addresses, notices, this.#documentAt(last.after))
    }
    const more = snapshot || notices.length > 0
    let added: boolean
    try {
      added = await this.store.append({
        table: id,
        after: this.position.number,
        entries: moments.map(({ entry }) => ({ at: entry.at, body: bodyOf(entry) })),
        deciding: JSON.stringify(seatsDeciding(game, last.after)),
        outcome: outcome === undefined ? null : JSON.stringify(outcome),
        ...(more ? { also: withMore } : also === undefined ? {} : { also }),
      })
    } catch (error) {
      this.#unsure = true
      if (error instanceof Refusal) throw error
      throw new Refusal('busy', 'It could not be written down. Try again in a moment.', { cause: error })
    }
    if (!added) return false
    if (snapshot) this.#snapshot = last.after.decisions
    await this.#happened(moments)
    return true
  }

  /** What other servers have added. */
  catchUp(): Promise<void> {
    return this.inTurn(() => this.#catchUp())
  }

  async #catchUp(): Promise<void> {
    const entries = await loadEntries(this.store.db, this.id, this.position.number)
    if (entries.some(({ kind }) => kind === 'moved')) return this.#reload()
    if (entries.length === 0)
      await this.#loadPeople() // it is about who is told outside
    else await this.#happened([...(await this.#walkOn(entries))])
  }

  async #walkOn(entries: readonly Entry[]): Promise<Iterable<Transition>> {
    const back = entries.some((entry) => entry.kind === 'undo' && entry.to <= this.position.number)
    const all = back ? await loadEntries(this.store.db, this.id) : entries
    return replayEntries(this.game, this.row.beginning, all, this.position)
  }

  async #happened(moments: readonly Transition[]): Promise<void> {
    for (const moment of moments) {
      this.position = moment.after
      this.#note(moment.entry)
      if (moment.entry.kind === 'seats') await this.#loadPeople()
      this.row = { ...this.row, changed: moment.entry.at }
      this.#broadcast(moment)
    }
    this.hooks.changed(this, moments)
  }

  #note(entry: Entry): void {
    const { proposal } = this
    if (entry.kind === 'proposal')
      this.proposal = { number: entry.number, to: entry.to, person: entry.person, agreed: new Set() }
    else if (entry.kind === 'decision' || entry.kind === 'undo' || entry.kind === 'moved')
      this.proposal = undefined
    else if (entry.kind === 'consent' && proposal?.number === entry.proposal)
      this.proposal = entry.yes
        ? { ...proposal, agreed: new Set([...proposal.agreed, entry.person]) }
        : undefined
  }

  async #loadPeople(): Promise<void> {
    const { db } = this.store
    const [seats, people] = [await loadSeats(db, this.id), await loadPeople(db, this.id)]
    this.#addresses = await loadHooks(db, this.id)
    this.seats = seats
    this.people = people
  }

  /** Who is here, as the store knows it. */
  lookAgain(): Promise<void> {
    return this.inTurn(() => this.#loadPeople())
  }

  /** Everything from the store: at first, and when it is not sure what is there. Listeners are told what they miss. */
  async #reload(): Promise<void> {
    const { db } = this.store
    const row = await loadRow(db, this.id)
    if (row === undefined) throw new Refusal('not-found', 'There is no such table.')
    this.row = row
    this.telling = await this.hooks.rules(row.fingerprint)
    await this.#loadPeople()
    const known = this.position.number
    const base = await loadSnapshot(db, this.game, this.id, row.number)
    const moments = await this.#moments(base)
    this.position = moments.at(-1)?.after ?? base ?? startOf(this.game, row.beginning).position
    this.#snapshot = base?.decisions ?? 0
    this.proposal = undefined
    for (const { entry } of moments) this.#note(entry)
    this.#unsure = false
    if (this.#listeners.size > 0) for (const moment of await this.momentsSince(known)) this.#broadcast(moment)
  }

  async #moments(base: Position | undefined): Promise<Transition[]> {
    const since = base?.number ?? 0
    const entries = await loadEntries(this.store.db, this.id, since)
    const back = entries.some((entry) => entry.kind === 'undo' && entry.to <= since)
    const all = back ? await loadEntries(this.store.db, this.id) : entries
    return [...replayEntries(this.game, this.row.beginning, all, base)]
  }

  entries(): Promise<Entry[]> {
    return loadEntries(this.store.db, this.id)
  }

  /** How it went on after this number. */
  async momentsSince(number: number): Promise<Transition[]> {
    const base = await loadSnapshot(this.store.db, this.game, this.id, number)
    const moments = await this.#moments(base)
    return moments.filter(({ entry }) => entry.number > number)
  }

  /** A snapshot before this number, if there is one. */
  snapshotBefore(number: number): Promise<Position | undefined> {
    return loadSnapshot(this.store.db, this.game, this.id, number - 1)
  }

  /** The position before the decision with this number. */
  async before(number: number): Promise<Position> {
    const entries = await this.entries()
    return positionAt(this.game, this.row.beginning, entries, number - 1, await this.snapshotBefore(number))
  }

  #broadcast(moment: Transition): void {
    const texts = new Map<string, string>()
    for (const listener of this.#listeners) {
      const eyes = this.eyes(listener.person)
      const key = JSON.stringify(eyes)
      let text = texts.get(key)
      if (text === undefined) {
        text = JSON.stringify(this.#updateFor(moment, eyes))
        texts.set(key, text)
      }
      listener.hear(text)
    }
  }

  #updateFor(moment: Transition, eyes: Viewers): TableUpdate {
    return updateFor(this.telling, moment, eyes)
  }

  /** A bot thinks about what a seat is asked: who is here is told how far it has come. */
  thinks(seat: string, done: number): void {
    const text = JSON.stringify({ type: 'thinking', seat, done } satisfies BotThinking)
    for (const listener of this.#listeners) listener.hear(text)
  }

  /** From now on the listener hears all that happens; before that what it missed since `last`, or how things stand. */
  join(listener: Listener, id: number, last?: number): Promise<() => void> {
    return this.inTurn(async () => {
      if (this.#unsure) await this.#reload()
      if (last !== undefined && last > this.position.number) await this.#catchUp() // another server was faster
      const { position, telling } = this
      const resumes = last !== undefined && last <= position.number
      const missed = resumes && last < position.number ? await this.momentsSince(last) : []
      const eyes = this.eyes(listener.person)
      const person = this.person(listener.person)
      const welcome: Welcome = {
        type: 'welcome',
        id,
        number: resumes ? last : position.number,
        question: position.question,
        decisions: position.decisions,
        table: this.document,
        you: {
          person: person?.id ?? null,
          name: person?.name ?? '',
          host: person?.host ?? false,
          seats: this.seatsOf(listener.person),
          seen: person?.seen ?? 0,
        },
        shown: resumes ? [] : snapshotsFor(telling, position, eyes),
      }
      listener.hear(JSON.stringify(welcome))
      for (const moment of missed) listener.hear(JSON.stringify(this.#updateFor(moment, eyes)))
      this.#listeners.add(listener)
      return () => {
        this.#listeners.delete(listener)
      }
    })
  }
}

/** An entry as it is kept: its number and time have places of their own. */
function bodyOf({ number: _number, at: _at, ...body }: Entry): string {
  return JSON.stringify(body)
}
