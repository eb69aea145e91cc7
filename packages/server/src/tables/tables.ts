/** All tables of a server: creates and finds them, and caches the ones in use. */
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

const MAX_OPEN = 5000 // tables in memory
const MAX_LISTED = 100

/** A table of this server, loaded. */
export type Table = TableCore<Person, SideWrite>
/** The services that requests to a table need. */
export type Services = RequestServices<Person, SideWrite>

export type OnChange = (table: Table, transitions: readonly Transition[]) => void

/** A broadcast between servers: the progress of a thinking bot. */
interface ProgressBroadcast {
  readonly table: string
  readonly seat: string
  readonly done: number
}

/** A claim to a seat, by a person already at the table, by an account, or by a newcomer. */
export interface SeatClaim {
  readonly person?: Person | undefined
  readonly key?: string | undefined
  readonly account: string | null
}

export class Tables {
  readonly rulebooks: RulesStore
  readonly #open = new Map<string, Promise<Table>>()
  readonly #changeListeners: OnChange[] = []
  readonly #remoteListeners: ((ids: readonly string[]) => void)[] = []

  constructor(readonly store: Store) {
    this.rulebooks = new RulesStore(store.db)
  }

  /** Subscribes to the changes of other servers (LISTEN/NOTIFY). */
  async listen(): Promise<void> {
    const refresh = (ids: readonly string[]): void => {
      for (const id of ids) {
        const table = this.#open.get(id)
        table?.then((loaded) => loaded.catchUp()).catch(() => this.#open.delete(id))
      }
      for (const listener of this.#remoteListeners) listener(ids)
    }
    await this.store.engine.listen({
      changed: refresh,
      lost: () => refresh([...this.#open.keys()]),
      whispered: (text: JsonText<ProgressBroadcast>) => {
        const { table, seat, done } = fromJson(text)
        this.#open.get(table)?.then(
          (loaded) => loaded.thinks(seat, done),
          () => undefined,
        )
      },
    })
  }

  /** Sends the progress of a thinking bot to everyone at the table, on all servers. */
  thinks(table: Table, seat: string, done: number): void {
    table.thinks(seat, done)
    this.store.engine.whisper(toJson<ProgressBroadcast>({ table: table.id, seat, done }))
  }

  onChange(listener: OnChange): void {
    this.#changeListeners.push(listener)
  }

  /** Registers a listener for tables that another server has changed. */
  onHeard(listener: (ids: readonly string[]) => void): void {
    this.#remoteListeners.push(listener)
  }

  get(id: string): Promise<Table> {
    const found = this.#open.get(id)
    if (found !== undefined) return found
    const record = new SqlRecord(this.store, id, (fingerprint) => this.rulebooks.rules(fingerprint))
    const changed: OnChange = (table, transitions) => {
      for (const listener of this.#changeListeners) listener(table, transitions)
    }
    const loading = TableCore.open(record, { changed })
    this.#open.set(id, loading)
    loading.catch(() => this.#open.delete(id))
    if (this.#open.size > MAX_OPEN) void this.#evictIdle()
    return loading
  }

  /** Evicts the least recently used half of the idle tables. */
  async #evictIdle(): Promise<void> {
    const tables = await Promise.all([...this.#open.values()].map((table) => table.catch(() => undefined)))
    const idle = tables
      .filter((table) => table?.isIdle === true)
      .toSorted((a, b) => (a?.lastUse ?? 0) - (b?.lastUse ?? 0))
    for (const table of idle.slice(0, idle.length / 2)) if (table !== undefined) this.#open.delete(table.id)
  }

  async make(
    request: NewTable,
    account: string | null = null,
    seed: number | string = newSeed(),
  ): Promise<Seated> {
    const game = await this.rulebooks.offered(request.game)
    const scenario = request.scenario ?? game.def.scenarios[0]?.id
    const agents = game.def.seats.map(({ id }) => botOf(request.seats?.[id]) ?? '')
    const options = optionsOfAgents(game, agents, request.options)
    const beginning = { seed, options, ...(scenario === undefined ? {} : { scenario }) }
    return this.#add(game, beginning, request, account, firstPosition(game, beginning), [])
  }

  async upload(request: NewFromSave, account: string | null = null): Promise<Seated> {
    const { game, beginning, entries, position } = await readSave(request.save, (f) => this.rulebooks.game(f))
    return this.#add(game, beginning, request, account, position, entries)
  }

  async #add(
    game: Game,
    beginning: GameStart,
    request: Omit<NewFromSave, 'save'>,
    account: string | null,
    position: Position,
    entries: readonly Entry[],
  ): Promise<Seated> {
    const key = newSecret()
    const host: Person = {
      id: newId(),
      name: request.you,
      host: true,
      account,
      keyHash: hashSecret(key),
      seen: 0,
    }
    const seats = seatsOf(game, request.seats ?? {}, host.id)
    const now = Date.now()
    const id = newId()
    const row = {
      id,
      name: request.name ?? game.def.title,
      fingerprint: game.fingerprint,
      beginning,
      listed: request.listed ?? false,
      uploaded: entries.length > 0,
      created: now,
      changed: now,
      number: position.number,
      deciding: seatsDeciding(game, position),
      outcome: game.outcome(position.state) ?? null,
    }
    await addTable(this.store, row, host, seats, entries)
    const table = await this.get(id)
    for (const listener of this.#changeListeners) listener(table, [])
    return { table: table.document, key }
  }

  /** Returns the public tables, most recently changed first. */
  async listed(): Promise<TableDocument[]> {
    const rows = await this.store.db
      .selectFrom('tables')
      .select('id')
      .where('listed', '=', 1)
      .orderBy('changed', 'desc')
      .limit(MAX_LISTED)
      .execute()
    return this.documents(rows.map(({ id }) => id))
  }

  /** Reads documents from the database. Listing tables doesn't load them. */
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

  /** Creates an invitation: a secret that admits its holder to one of these seats while it is open. */
  async invite(table: Table, seats: readonly string[]): Promise<string> {
    for (const seat of seats)
      if (!table.seats.some((other) => other.seat === seat))
        throw new Refusal(
          'bad-message',
          `There is no seat ${seat}. The seats are ${table.seats.map((other) => other.seat).join(', ')}.`,
        )
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

  /** Takes a seat. A person already at the table, by key or account, gets an additional seat. */
  async join(
    id: string,
    secret: string,
    you: string,
    wanted: string | undefined,
    claim: SeatClaim,
  ): Promise<Seated> {
    const row = await this.store.db
      .selectFrom('invitations')
      .selectAll()
      .where('secret_hash', '=', hashSecret(secret))
      .where('table_id', '=', id)
      .executeTakeFirst()
    if (row === undefined)
      throw new Refusal('not-allowed', 'This invitation is not valid. Ask the host for a new one.')
    const table = await this.get(id)
    const allowed = fromJson(row.seats)
    const key = claim.key ?? newSecret()
    await table.change(() => {
      const open = table.seats.filter(
        ({ seat, person, agent }) => person === null && agent === null && allowed.includes(seat),
      )
      const seat = wanted === undefined ? open[0] : open.find((other) => other.seat === wanted)
      if (seat === undefined)
        throw new Refusal('taken', 'This seat is no longer open. Ask the host for another one.')
      const before =
        claim.person ?? table.people.find(({ account }) => account !== null && account === claim.account)
      const person = before ?? {
        id: newId(),
        name: you,
        host: false,
        account: claim.account,
        keyHash: hashSecret(key),
        seen: table.position.number,
      }
      const taken: Seat = { seat: seat.seat, person: person.id, agent: null }
      const seats = table.seats.map((other) => (other.seat === taken.seat ? taken : other))
      const people = before === undefined ? [...table.people, person] : table.people
      return {
        transitions: [
          nonGameTransition(table.position, { kind: 'seats', seats: seatDocuments(seats, people) }),
        ],
        seat: taken,
        also: async (tx) => {
          if (before === undefined) await addPerson(tx, id, person)
          else if (claim.key === undefined)
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

  /** Links the person to an account. */
  async assign(table: Table, person: Person, account: string): Promise<void> {
    await this.store.db
      .updateTable('people')
      .set({ account_id: account })
      .where('id', '=', person.id)
      .execute()
    await table.lookAgain()
  }

  /** Returns the ids of an account's tables. */
  async idsOf(account: string): Promise<string[]> {
    const rows = await this.store.db
      .selectFrom('people')
      .select('table_id')
      .where('account_id', '=', account)
      .execute()
    return rows.map(({ table_id }) => table_id)
  }

  /** Reloads the webhooks of these tables, here and on other servers. */
  async hooksChanged(ids: readonly string[]): Promise<void> {
    await this.store.db.transaction().execute((tx) => this.store.engine.announce(tx, ids))
    for (const id of ids) await (await this.#open.get(id))?.lookAgain()
  }

  /** Returns the save file of a finished game. It contains the seed, which reveals all hidden information. */
  async save(table: Table): Promise<string> {
    const entries = await table.reader.all()
    if (table.game.outcome(table.position.state) === undefined)
      throw new Refusal(
        'not-allowed',
        "The game isn't over, and its save file would reveal hidden information.",
      )
    return saveFile(table.game, table.start, table.seats, entries)
  }
}

function botOf(assignment: SeatChange | undefined): string | undefined {
  return typeof assignment === 'object' ? assignment.bot : undefined
}

function firstPosition(game: Game, beginning: GameStart): Position {
  try {
    return startOf(game, beginning).position
  } catch (error) {
    if (error instanceof LudoError && error.code === 'illegal-choice')
      throw new Refusal('bad-message', error.message)
    throw error
  }
}

function seatsOf(game: Game, requested: NonNullable<NewTable['seats']>, host: string): Seat[] {
  const ids = game.def.seats.map(({ id }) => id)
  for (const seat of Object.keys(requested))
    if (!ids.includes(seat))
      throw new Refusal('bad-message', `There is no seat ${seat}. The seats are ${ids.join(', ')}.`)
  return ids.map((seat) => {
    const assignment = requested[seat] ?? 'open'
    if (assignment === 'person')
      throw new Refusal(
        'bad-message',
        `Nobody sits at ${seat} of a new table yet. Use "me", "open" or a bot.`,
      )
    if (assignment === 'me') return { seat, person: host, agent: null }
    if (assignment === 'open') return { seat, person: null, agent: null }
    checkNamedAgent(assignment.bot)
    return { seat, person: null, agent: assignment.bot }
  })
}
