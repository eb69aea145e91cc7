/** The tables of the database. Times are milliseconds, flags 0 or 1, and what has parts is JSON text: the same in SQLite and Postgres. */
import type { Constant, GameDef, Outcome, SavedState } from '@ludoforge/kernel'
import type { Expression } from '@ludoforge/play'
import type { Scene } from '@ludoforge/look'
import type { EntryBody } from '@ludoforge/table'
import type { ColumnType, Kysely } from 'kysely'
import type { Json } from './json.js'

type Flag = 0 | 1

/** The compiled rules of every table that there is, and of the games on offer; and what a page needs of them. */
interface GamesRow {
  fingerprint: string
  id: string
  title: string
  def: Json<GameDef>
  card: string | null
  scene: Json<Scene> | null
  book: string | null
  module: string | null
  expressions: Json<Readonly<Record<string, Expression>>> | null // of the scene, by their texts
  added: number
}

/** `number`, `deciding` and `outcome` are as after the last entry; they change in the same transaction. */
interface TablesRow {
  id: string
  name: string
  fingerprint: string
  scenario: string
  options: Json<Record<string, Constant>>
  seed: Json<number | string> // it never leaves the server before the end
  listed: Flag
  uploaded: Flag
  created: ColumnType<number, number, never>
  changed: number
  number: number
  deciding: Json<string[]>
  outcome: Json<Outcome> | null
}

/** Somebody at a table. Keys are stored as hashes. */
interface PeopleRow {
  id: string
  table_id: string
  name: string
  key_hash: string
  account_id: string | null
  host: Flag
  seen: number
}

interface SeatsRow {
  table_id: string
  seat: string
  place: number
  person_id: string | null
  agent: string | null
}

/** What happened at a table. Rows are only ever added. */
interface EntriesRow {
  table_id: string
  number: number
  at: number
  body: Json<EntryBody>
}

/** Positions after some entry, so that not all of a long game has to be played again. */
/** A position, as `snapshots` stores it. */
export interface Snapshot {
  readonly decisions: number
  readonly question: number
  readonly saved: SavedState
}

interface SnapshotsRow {
  table_id: string
  number: number
  body: Json<Snapshot>
}

interface InvitationsRow {
  secret_hash: string
  table_id: string
  seats: Json<string[]>
  created: number
}

interface AccountsRow {
  id: string
  login: string
  name: string
  password: string
  created: number
}

interface SessionsRow {
  token_hash: string
  account_id: string
  until: number
}

/** Where somebody wants to be told: of one person or everybody at a table, or of an account. */
interface WebhooksRow {
  id: string
  url: string
  secret: string // it is signed with, so it cannot be a hash
  table_id: string | null
  person_id: string | null
  account_id: string | null
  confirmed: Flag
  created: number
}

/** What a notice says. */
export interface NoticeBody {
  readonly type: string
  readonly text: string
  readonly table: { readonly id: string; readonly name: string; readonly game: string }
  readonly name: string
  readonly seats: readonly string[]
  readonly number: number
}

/** Notices that are still to be taken. */
interface DeliveriesRow {
  id: string
  webhook_id: string
  body: Json<NoticeBody>
  due: number
  attempts: number
}

export interface Schema {
  games: GamesRow
  tables: TablesRow
  people: PeopleRow
  seats: SeatsRow
  entries: EntriesRow
  snapshots: SnapshotsRow
  invitations: InvitationsRow
  accounts: AccountsRow
  sessions: SessionsRow
  webhooks: WebhooksRow
  deliveries: DeliveriesRow
}

export type Db = Kysely<Schema>
