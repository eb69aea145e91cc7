/** All tables of a server: creates and finds them, and caches the ones in use. */
import {
  type GameStart,
  type NewFromSave,
  type NewRematch,
  type NewTable,
  nonGameTransition,
  pastOf,
  Refusal,
  type RequestServices,
  type Seat,
  seatDocuments,
  type Seated,
  TableCore,
  type TableDocument,
  type Transition,
  withViewer,
  type Work,
} from '@ludoforge/table'
import { optionsOfAgents } from '@ludoforge/agents'
import { fromJson, type Game, type JsonText, present, toJson } from '@ludoforge/kernel'
import { DIGEST_MS } from '../notifications/digest.js'
import type { Store } from '../store/index.js'
import { deleteTable, prune, type Pruned, type Retention } from './archive.js'
import { listedDocuments, loadDocuments, type TablePage } from './documents.js'
import { Invitations } from './invitations.js'
import { checkNotBlocked } from './moderation.js'
import { type BotLimit, DEFAULT_BOT_LIMIT } from './named-agents.js'
import { botOf, newRow, newSeats } from './new-table.js'
import { Presence } from './presence.js'
import { checkQuota, type Quotas } from './quotas.js'
import { checkMayRematch, hasRematch, makeRematch } from './rematch.js'
import { ReplayThreads } from './replay-threads.js'
import type { ReplayedSave } from './replay-messages.js'
import { addPerson, addReplayed, addTable, type Person } from './rows.js'
import { RulesStore } from './rules-store.js'
import { hashSecret, newId, newSecret, newSeed } from './credentials.js'
import { Revocations } from './revocations.js'
import { type SideWrite, SqlRecord } from './sql-record.js'

const MAX_OPEN = 5000 // tables in memory
const MAX_SHARED = 300 // table ids in one broadcast, whose size the database limits

/** A table of this server, loaded. */
export type Table = TableCore<Person, SideWrite>
/** The services that requests to a table need. */
export type Services = RequestServices<Person, SideWrite>

/** Called with what this server, and no other, has stored. */
export type OnStored = (table: string, transitions: readonly Transition[]) => void

/** Receives the tables that somebody watches, on this server (`isHere`) or on another one. */
export type OnWatched = (ids: readonly string[], isHere: boolean) => void

export type OnChange = (table: Table, transitions: readonly Transition[]) => void

/** The hashes of the network and the login of a failed attempt. */
type FailedLogin = readonly [network: string, login: string]

/** A broadcast between servers: progress of a bot, hashes of revoked secrets, ids of watched tables, or a failed login. */
type Broadcast =
  | { readonly table: string; readonly seat: string; readonly done: number }
  | { readonly revoked: readonly string[] }
  | { readonly watched: readonly string[] }
  | { readonly failed: FailedLogin }

/** The options of all tables of a server. */
export interface TablesOptions {
  readonly botLimit?: BotLimit | undefined
  readonly quotas?: Quotas | undefined
  /** How long notifications to people wait for others. */
  readonly digestMs?: number | undefined
}

/** A claim to a seat, by a person already at the table, by an account, or by a newcomer. */
export interface SeatClaim {
  readonly person?: Person | undefined
  readonly key?: string | undefined
  readonly account: string | null
}

export class Tables {
  readonly rulebooks: RulesStore
  /** Who is connected, for takeovers of seats. */
  readonly presence: Presence
  readonly invitations: Invitations
  readonly revocations: Revocations
  readonly #replays: ReplayThreads
  readonly #open = new Map<string, Promise<Table>>()
  readonly #changeListeners: OnChange[] = []
  readonly #storedListeners: OnStored[] = []
  readonly #remoteListeners: ((ids: readonly string[]) => void)[] = []
  readonly #watchListeners: OnWatched[] = []
  #onFailedLogin: (...failed: FailedLogin) => void = () => {}
  readonly botLimit: BotLimit
  readonly digestMs: number
  readonly #quotas: Quotas | undefined

  constructor(
    readonly store: Store,
    { botLimit = DEFAULT_BOT_LIMIT, quotas, digestMs = DIGEST_MS }: TablesOptions = {},
  ) {
    this.#quotas = quotas
    this.botLimit = botLimit
    this.digestMs = digestMs
    this.rulebooks = new RulesStore(store.db)
    this.presence = new Presence(store.db)
    this.invitations = new Invitations(store.db)
    this.#replays = new ReplayThreads(store.place)
    this.revocations = new Revocations((revoked) => store.engine.whisper(toJson<Broadcast>({ revoked })))
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
      whispered: (text: JsonText<Broadcast>) => {
        const broadcast = fromJson(text)
        if ('revoked' in broadcast) return this.revocations.heard(broadcast.revoked)
        if ('watched' in broadcast) return this.#watched(broadcast.watched, false)
        if ('failed' in broadcast) return this.#onFailedLogin(...broadcast.failed)
        const { table, seat, done } = broadcast
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
    this.store.engine.whisper(toJson<Broadcast>({ table: table.id, seat, done }))
  }

  /** Tells the other servers of a failed login. */
  shareFailedLogin(...failed: FailedLogin): void {
    this.store.engine.whisper(toJson<Broadcast>({ failed }))
  }

  /** Sets the listener for failed logins on other servers. */
  onFailedLogin(listener: (...failed: FailedLogin) => void): void {
    this.#onFailedLogin = listener
  }

  /** Registers a listener for tables that somebody watches, here or on another server. */
  onWatched(listener: OnWatched): void {
    this.#watchListeners.push(listener)
  }

  #watched(ids: readonly string[], isHere: boolean): void {
    for (const listener of this.#watchListeners) listener(ids, isHere)
  }

  /** Tells the other servers that somebody watches these tables here. */
  shareWatched(ids: readonly string[]): void {
    for (let i = 0; i < ids.length; i += MAX_SHARED)
      this.store.engine.whisper(toJson<Broadcast>({ watched: ids.slice(i, i + MAX_SHARED) }))
  }

  /** Returns the ids of the tables with listeners on this server. */
  async watchedHere(): Promise<string[]> {
    const tables = await Promise.all([...this.#open.values()].map((table) => table.catch(() => undefined)))
    return tables.flatMap((table) => (table === undefined || table.isIdle ? [] : table.id))
  }

  onChange(listener: OnChange): void {
    this.#changeListeners.push(listener)
  }

  /** Registers a listener for what this server has stored. */
  onStored(listener: OnStored): void {
    this.#storedListeners.push(listener)
  }

  /** The number of tables in memory. */
  get openCount(): number {
    return this.#open.size
  }

  /** Registers a listener for tables that another server has changed. */
  onHeard(listener: (ids: readonly string[]) => void): void {
    this.#remoteListeners.push(listener)
  }

  get(id: string): Promise<Table> {
    const found = this.#open.get(id)
    if (found !== undefined) return found
    const rules = (fingerprint: string) => this.rulebooks.rules(fingerprint)
    const stored = (transitions: readonly Transition[]): void => {
      for (const listener of this.#storedListeners) listener(id, transitions)
    }
    const { digestMs, presence } = this
    const record = new SqlRecord(this.store, id, rules, {
      stored,
      digestMs,
      presence,
      replays: this.#replays,
      gone: () => this.#open.delete(id),
    })
    const changed: OnChange = (table, transitions) => {
      for (const listener of this.#changeListeners) listener(table, transitions)
    }
    const watched = (): void => {
      this.#watched([id], true)
      this.shareWatched([id])
    }
    const loading = TableCore.open(record, { changed, watched })
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
    origin: string | null = null,
  ): Promise<Seated> {
    await this.#checkQuota(account, origin, false)
    const game = await this.rulebooks.offered(request.game)
    const scenario = request.scenario ?? game.def.scenarios[0]?.id
    const agents = game.def.seats.map(({ id }) => botOf(request.seats?.[id]) ?? '')
    const options = optionsOfAgents(game, agents, request.options)
    const beginning = { seed, options, ...(scenario === undefined ? {} : { scenario }) }
    return this.#add(game, beginning, request, { account, origin })
  }

  async upload(
    request: NewFromSave,
    account: string | null = null,
    origin: string | null = null,
    work?: Work,
  ): Promise<Seated> {
    await this.#checkQuota(account, origin, true)
    const replayed = await this.#replays.upload(request.save, work)
    const game = await this.rulebooks.game(replayed.fingerprint)
    return this.#add(game, replayed.beginning, request, { account, origin }, replayed)
  }

  async #checkQuota(account: string | null, origin: string | null, isUpload: boolean): Promise<void> {
    if (this.#quotas === undefined) return
    await checkQuota(this.store.db, { account, origin }, this.#quotas, false)
    if (isUpload) await checkQuota(this.store.db, { account, origin }, this.#quotas, true)
  }

  async #add(
    game: Game,
    beginning: GameStart,
    request: Omit<NewFromSave, 'save'>,
    { account, origin }: { readonly account: string | null; readonly origin: string | null },
    replayed?: ReplayedSave,
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
    const seats = newSeats(game, beginning, request.seats ?? {}, host.id, this.botLimit)
    const row = newRow(game, beginning, { ...request, origin }, seatDocuments(seats, [host]), replayed)
    await this.store.db.transaction().execute((tx) => addTable(tx, row, [host], seats))
    if (replayed !== undefined) await addReplayed(this.store, row.id, replayed)
    return { table: (await this.#opened(row.id)).document, key }
  }

  /** Opens a new table, so that its bots begin. */
  async #opened(id: string): Promise<Table> {
    const table = await this.get(id)
    for (const listener of this.#changeListeners) listener(table, [])
    return table
  }

  /** Creates the rematch of a finished table, or finds it. Returns it with a key of the person's seats there. */
  async rematch(
    table: Table,
    person: Person,
    { rotate }: NewRematch,
    origin: string | null = null,
  ): Promise<Seated> {
    checkMayRematch(table, person)
    const before = table.rematch
    if (!(await hasRematch(this.store.db, table))) {
      await this.#checkQuota(person.account, origin, false)
      await table.change(() =>
        table.rematch === before ? makeRematch(table, person, rotate, origin) : { transitions: [] },
      )
    }
    const id = present(table.rematch, 'the rematch is recorded.')
    return this.#follow(id === before ? await this.get(id) : await this.#opened(id), person)
  }

  /** Gives a person of the finished table a key of their seats at the rematch. It replaces an earlier one. */
  async #follow(next: Table, { id }: Person): Promise<Seated> {
    const own = next.people.find(({ cameFrom, isGone }) => cameFrom === id && isGone !== true)
    if (own === undefined) throw new Refusal('not-allowed', 'You have no seat at the rematch.')
    const key = newSecret()
    await this.store.db
      .updateTable('people')
      .set({ key_hash: hashSecret(key) })
      .where('id', '=', own.id)
      .execute()
    await next.lookAgain()
    this.revocations.revoke([own.keyHash])
    return { table: next.document, key }
  }

  /** Returns a page of the public tables, most recently changed first: running ones, or finished ones. */
  listed(page: TablePage = {}): Promise<TableDocument[]> {
    return listedDocuments(this.store.db, page)
  }

  /** Reads documents from the database. Listing tables doesn't load them. */
  documents(ids: readonly string[]): Promise<TableDocument[]> {
    return loadDocuments(this.store.db, ids)
  }

  /** Takes a seat. A person already at the table, by key or account, gets an additional seat. */
  async join(
    id: string,
    secret: string,
    you: string,
    wanted: string | undefined,
    claim: SeatClaim,
  ): Promise<Seated> {
    const allowed = await this.invitations.seats(id, secret)
    const table = await this.get(id)
    await checkNotBlocked(this.store.db, table, claim.account)
    const key = claim.key ?? newSecret()
    let replaced: string | undefined // the hash of a key that this one replaces
    await table.change(() => {
      const open = table.seats.filter(
        ({ seat, person, agent }) => person === null && agent === null && allowed.includes(seat),
      )
      const seat = wanted === undefined ? open[0] : open.find((other) => other.seat === wanted)
      if (seat === undefined)
        throw new Refusal('taken', 'This seat is no longer open. Ask the host for another one.')
      const before =
        claim.person ??
        table.people.find(
          ({ account, isGone }) => account !== null && account === claim.account && isGone !== true,
        )
      const person = before ?? {
        id: newId(),
        name: you,
        host: false,
        account: claim.account,
        keyHash: hashSecret(key),
        seen: table.position.number,
      }
      const past = pastOf(seat)
      const taken: Seat = {
        seat: seat.seat,
        person: person.id,
        agent: null,
        past: { ...past, seenBy: withViewer(past.seenBy, person.id), request: null },
      }
      const seats = table.seats.map((other) => (other.seat === taken.seat ? taken : other))
      const people = before === undefined ? [...table.people, person] : table.people
      replaced = claim.key === undefined ? before?.keyHash : undefined
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
    if (replaced !== undefined) this.revocations.revoke([replaced])
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
    await this.store.announce(ids)
    for (const id of ids) await (await this.#open.get(id))?.lookAgain()
  }

  /** Returns the save file of a finished game. It contains the seed, which reveals all hidden information. */
  async save(table: Table, work?: Work): Promise<string> {
    await this.#disclose(table)
    return this.#replays.save(table.id, work)
  }

  /** Records that the seed is handed out. An entry does that, so that no server continues the game after it. */
  async #disclose(table: Table): Promise<void> {
    await table.change(() => {
      if (table.game.outcome(table.position.state) === undefined)
        throw new Refusal(
          'not-allowed',
          "The game isn't over, and its save file would reveal hidden information.",
        )
      if (table.isDisclosed) return { transitions: [] }
      return {
        transitions: [nonGameTransition(table.position, { kind: 'disclosed' })],
        also: async (tx) => {
          await tx.updateTable('tables').set({ disclosed: 1 }).where('id', '=', table.id).execute()
        },
      }
    })
  }

  /** Deletes a table where nobody else has a seat. */
  async delete(table: Table, person: Person): Promise<void> {
    if (table.seats.some((seat) => seat.person !== null && seat.person !== person.id))
      throw new Refusal('not-allowed', 'Other people have a seat at this table, so it can’t be deleted.')
    await this.remove(table)
  }

  /** Deletes a table, drops it from the memory of all servers, and ends its sockets. */
  async remove({ id, people }: Pick<Table, 'id' | 'people'>): Promise<void> {
    await deleteTable(this.store.db, id)
    await this.store.announce([id])
    this.#open.delete(id)
    this.revocations.revoke(people.map(({ keyHash }) => keyHash))
  }

  /** Archives and deletes old tables. */
  prune(retention: Retention): Promise<Pruned> {
    return prune(this.store.db, retention, async (id) => {
      const save = await this.#replays.save(id)
      this.#open.delete(id)
      return save
    })
  }

  close(): Promise<void> {
    return this.#replays.close()
  }
}
