/** All tables of a server: made, found, and kept at hand while they are used. */
import {
  type Entry,
  type GameStart,
  type NewFromSave,
  type NewTable,
  nonGameTransition,
  type Position,
  readSave,
  Refusal,
  type RequestServices,
  saveFile,
  type Seat,
  type SeatChange,
  seatDocuments,
  type Seated,
  seatsDeciding,
  startOf,
  TableCore,
  type TableDocument,
  type Transition,
} from '@ludoforge/table'
import { optionsOfAgents } from '@ludoforge/agents'
import { fromJson, type Game, type JsonText, LudoError, toJson } from '@ludoforge/kernel'
import type { Store } from '../store/index.js'
import { checkNamedAgent } from './named-agents.js'
import { addPerson, addTable, loadPeople, loadSeats, type Person, readRow } from './rows.js'
import { RulesStore } from './rules-store.js'
import { hashSecret, newId, newSecret, newSeed } from './credentials.js'
import { type SideWrite, SqlRecord } from './sql-record.js'

const MOST_AT_HAND = 5000
const MOST_LISTED = 100

/** A table of this server that is in use. */
export type Table = TableCore<Person, SideWrite>
/** What its requests need. */
export type Services = RequestServices<Person, SideWrite>

export type OnChange = (table: Table, transitions: readonly Transition[]) => void

/** What servers tell each other of bots that think. */
interface Aside {
  readonly table: string
  readonly seat: string
  readonly done: number
}

/** Who takes a seat: somebody with the key of another seat, somebody with an account, or somebody new. */
export interface SeatClaim {
  readonly person?: Person | undefined
  readonly key?: string | undefined
  readonly account: string | null
}

export class Tables {
  readonly rulebooks: RulesStore
  readonly #atHand = new Map<string, Promise<Table>>()
  readonly #changed: OnChange[] = []
  readonly #heard: ((ids: readonly string[]) => void)[] = []

  constructor(readonly store: Store) {
    this.rulebooks = new RulesStore(store.db)
  }

  /** Begins to hear of what other servers do. */
  async listen(): Promise<void> {
    const look = (ids: readonly string[]): void => {
      for (const id of ids) {
        const table = this.#atHand.get(id)
        table?.then((one) => one.catchUp()).catch(() => this.#atHand.delete(id))
      }
      for (const listener of this.#heard) listener(ids)
    }
    await this.store.engine.listen({
      changed: look,
      lost: () => look([...this.#atHand.keys()]),
      whispered: (text: JsonText<Aside>) => {
        const { table, seat, done } = fromJson(text)
        this.#atHand.get(table)?.then(
          (one) => one.thinks(seat, done),
          () => undefined,
        )
      },
    })
  }

  /** A bot thinks: who sits at the table is told how far it has come, at whichever server. */
  thinks(table: Table, seat: string, done: number): void {
    table.thinks(seat, done)
    this.store.engine.whisper(toJson<Aside>({ table: table.id, seat, done }))
  }

  onChange(listener: OnChange): void {
    this.#changed.push(listener)
  }

  /** Calls back with tables at which another server has done something. */
  onHeard(listener: (ids: readonly string[]) => void): void {
    this.#heard.push(listener)
  }

  get(id: string): Promise<Table> {
    const found = this.#atHand.get(id)
    if (found !== undefined) return found
    const record = new SqlRecord(this.store, id, (fingerprint) => this.rulebooks.rules(fingerprint))
    const changed: OnChange = (table, transitions) => {
      for (const listener of this.#changed) listener(table, transitions)
    }
    const loading = TableCore.open(record, { changed })
    this.#atHand.set(id, loading)
    loading.catch(() => this.#atHand.delete(id))
    if (this.#atHand.size > MOST_AT_HAND) void this.#putAway()
    return loading
  }

  /** Tables that nobody looks at are read again when somebody does. */
  async #putAway(): Promise<void> {
    const tables = await Promise.all([...this.#atHand.values()].map((table) => table.catch(() => undefined)))
    const idle = tables
      .filter((table) => table?.isIdle === true)
      .toSorted((a, b) => (a?.lastUse ?? 0) - (b?.lastUse ?? 0))
    for (const table of idle.slice(0, idle.length / 2)) if (table !== undefined) this.#atHand.delete(table.id)
  }

  async make(
    wish: NewTable,
    account: string | null = null,
    seed: number | string = newSeed(),
  ): Promise<Seated> {
    const game = await this.rulebooks.offered(wish.game)
    const scenario = wish.scenario ?? game.def.scenarios[0]?.id
    const agents = game.def.seats.map(({ id }) => botOf(wish.seats?.[id]) ?? '')
    const options = optionsOfAgents(game, agents, wish.options)
    const beginning = { seed, options, ...(scenario === undefined ? {} : { scenario }) }
    return this.#add(game, beginning, wish, account, begun(game, beginning), [])
  }

  async upload(wish: NewFromSave, account: string | null = null): Promise<Seated> {
    const { game, beginning, entries, position } = await readSave(wish.save, (f) => this.rulebooks.game(f))
    return this.#add(game, beginning, wish, account, position, entries)
  }

  async #add(
    game: Game,
    beginning: GameStart,
    wish: Omit<NewFromSave, 'save'>,
    account: string | null,
    position: Position,
    entries: readonly Entry[],
  ): Promise<Seated> {
    const key = newSecret()
    const host: Person = {
      id: newId(),
      name: wish.you,
      host: true,
      account,
      keyHash: hashSecret(key),
      seen: 0,
    }
    const seats = seatsOf(game, wish.seats ?? {}, host.id)
    const now = Date.now()
    const id = newId()
    const row = {
      id,
      name: wish.name ?? game.def.title,
      fingerprint: game.fingerprint,
      beginning,
      listed: wish.listed ?? false,
      uploaded: entries.length > 0,
      created: now,
      changed: now,
      number: position.number,
      deciding: seatsDeciding(game, position),
      outcome: game.outcome(position.state) ?? null,
    }
    await addTable(this.store, row, host, seats, entries)
    const table = await this.get(id)
    for (const listener of this.#changed) listener(table, [])
    return { table: table.document, key }
  }

  /** The listed ones, the last changed first. */
  async listed(): Promise<TableDocument[]> {
    const rows = await this.store.db
      .selectFrom('tables')
      .select('id')
      .where('listed', '=', 1)
      .orderBy('changed', 'desc')
      .limit(MOST_LISTED)
      .execute()
    return this.documents(rows.map(({ id }) => id))
  }

  /** As they lie in the store: a list does not bring its tables to hand. */
  async documents(ids: readonly string[]): Promise<TableDocument[]> {
    if (ids.length === 0) return []
    const { db } = this.store
    const rows = await db
      .selectFrom('tables')
      .innerJoin('games', 'games.fingerprint', 'tables.fingerprint')
      .selectAll('tables')
      .select(['games.id as game_id', 'games.title as game_title'])
      .where('tables.id', 'in', [...ids])
      .orderBy('changed', 'desc')
      .execute()
    return Promise.all(
      rows.map(async ({ game_id, game_title, ...raw }) => {
        const {
          id,
          name,
          fingerprint,
          beginning,
          listed,
          uploaded,
          created,
          changed,
          number,
          deciding,
          outcome,
        } = readRow(raw)
        const seats = seatDocuments(await loadSeats(db, id), await loadPeople(db, id))
        return {
          id,
          name,
          game: { id: game_id, title: game_title, fingerprint },
          scenario: beginning.scenario ?? '',
          options: { ...beginning.options },
          seats,
          listed,
          uploaded,
          created,
          changed,
          number,
          deciding: [...deciding],
          ...(outcome === null ? {} : { outcome }),
        }
      }),
    )
  }

  /** A secret with which somebody can take one of these seats while it is open. */
  async invite(table: Table, seats: readonly string[]): Promise<string> {
    for (const seat of seats)
      if (!table.seats.some((one) => one.seat === seat))
        throw new Refusal('bad-message', `There is no seat ${seat}.`)
    const secret = newSecret()
    await this.store.db
      .insertInto('invitations')
      .values({
        secret_hash: hashSecret(secret),
        table_id: table.id,
        seats: JSON.stringify(seats),
        created: Date.now(),
      })
      .execute()
    return secret
  }

  /** Takes a seat. Who is at the table already has one more then; who comes with an account is known by it. */
  async join(
    id: string,
    secret: string,
    you: string,
    wanted: string | undefined,
    who: SeatClaim,
  ): Promise<Seated> {
    const row = await this.store.db
      .selectFrom('invitations')
      .selectAll()
      .where('secret_hash', '=', hashSecret(secret))
      .where('table_id', '=', id)
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('not-allowed', 'This invitation is not valid.')
    const table = await this.get(id)
    const allowed = fromJson(row.seats)
    const key = who.key ?? newSecret()
    await table.change(() => {
      const open = table.seats.filter(
        ({ seat, person, agent }) => person === null && agent === null && allowed.includes(seat),
      )
      const seat = wanted === undefined ? open[0] : open.find((one) => one.seat === wanted)
      if (seat === undefined) throw new Refusal('taken', 'The seat is not open any more.')
      const before =
        who.person ?? table.people.find(({ account }) => account !== null && account === who.account)
      const person = before ?? {
        id: newId(),
        name: you,
        host: false,
        account: who.account,
        keyHash: hashSecret(key),
        seen: table.position.number,
      }
      const then: Seat = { seat: seat.seat, person: person.id, agent: null }
      const seats = table.seats.map((one) => (one.seat === then.seat ? then : one))
      const people = before === undefined ? [...table.people, person] : table.people
      return {
        transitions: [
          nonGameTransition(table.position, { kind: 'seats', seats: seatDocuments(seats, people) }),
        ],
        seat: then,
        also: async (tx) => {
          if (before === undefined) await addPerson(tx, id, person)
          else if (who.key === undefined)
            await tx
              .updateTable('people')
              .set({ key_hash: hashSecret(key) })
              .where('id', '=', person.id)
              .execute()
        },
      }
    })
    return { table: table.document, key }
  }

  /** From now on the person is known by an account, too. */
  async assign(table: Table, person: Person, account: string): Promise<void> {
    await this.store.db
      .updateTable('people')
      .set({ account_id: account })
      .where('id', '=', person.id)
      .execute()
    await table.lookAgain()
  }

  /** The tables of an account. */
  async idsOf(account: string): Promise<string[]> {
    const rows = await this.store.db
      .selectFrom('people')
      .select('table_id')
      .where('account_id', '=', account)
      .execute()
    return rows.map(({ table_id }) => table_id)
  }

  /** Others want to be told of these tables from now on; other servers hear of it, too. */
  async hooksChanged(ids: readonly string[]): Promise<void> {
    await this.store.db.transaction().execute((tx) => this.store.engine.announce(tx, ids))
    for (const id of ids) await (await this.#atHand.get(id))?.lookAgain()
  }

  /** A save file would tell the seed: it is given away when there is nothing left to hide. */
  async save(table: Table): Promise<string> {
    const entries = await table.reader.all()
    if (table.game.outcome(table.position.state) === undefined)
      throw new Refusal('not-allowed', 'The game is not over yet: its save file would tell what is hidden.')
    return saveFile(table.game, table.start, table.seats, entries)
  }
}

function botOf(wish: SeatChange | undefined): string | undefined {
  return typeof wish === 'object' ? wish.bot : undefined
}

function begun(game: Game, beginning: GameStart): Position {
  try {
    return startOf(game, beginning).position
  } catch (error) {
    if (error instanceof LudoError && error.code === 'illegal-choice')
      throw new Refusal('bad-message', error.message)
    throw error
  }
}

function seatsOf(game: Game, wishes: NonNullable<NewTable['seats']>, host: string): Seat[] {
  const ids = game.def.seats.map(({ id }) => id)
  for (const seat of Object.keys(wishes))
    if (!ids.includes(seat))
      throw new Refusal('bad-message', `There is no seat ${seat}. There are: ${ids.join(', ')}.`)
  return ids.map((seat) => {
    const wish = wishes[seat] ?? 'open'
    if (wish === 'person')
      throw new Refusal('bad-message', 'A new table has nobody for whom a bot could play.')
    if (wish === 'me') return { seat, person: host, agent: null }
    if (wish === 'open') return { seat, person: null, agent: null }
    checkNamedAgent(wish.bot)
    return { seat, person: null, agent: wish.bot }
  })
}
