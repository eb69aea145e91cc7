/** The database schema. Times are in milliseconds, flags are 0 or 1, structured values are JSON text: the same in SQLite and Postgres. */
import type { Constant, GameDef, Outcome, SavedState } from '@ludoforge/kernel'
import type { Expression } from '@ludoforge/play'
import type { Scene } from '@ludoforge/look'
import type { EntryBody } from '@ludoforge/table'
import type { ColumnType, Kysely } from 'kysely'
import type { Json } from './json.js'

type Flag = 0 | 1

/** The compiled rules of all tables and published games, and the files of the web page. */
interface GamesRow {
  fingerprint: string
  id: string
  title: string
  def: Json<GameDef>
  card: string | null
  scene: Json<Scene> | null
  book: string | null
  module: string | null
  expressions: Json<Readonly<Record<string, Expression>>> | null // of the scene, by source text
  added: number
}

/** A table. `number`, `deciding` and `outcome` describe the position after the last entry, in the same transaction. */
interface TablesRow {
  id: string
  name: string
  fingerprint: string
  scenario: string
  options: Json<Record<string, Constant>>
  seed: Json<number | string> // secret until the game is over
  listed: Flag
  uploaded: Flag
  created: ColumnType<number, number, never>
  changed: number
  number: number
  deciding: Json<string[]>
  outcome: Json<Outcome> | null
}

/** A person at a table. Keys are stored as hashes. */
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

/** The record of a table (event sourcing): append-only. */
interface EntriesRow {
  table_id: string
  number: number
  at: number
  body: Json<EntryBody>
}

/** A position after an entry, so that loading a long game replays only the entries since. */
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

/** An address for notifications: about one person or everybody at a table, or about an account. */
interface WebhooksRow {
  id: string
  url: string
  secret: string // signs the deliveries, so it can't be a hash
  table_id: string | null
  person_id: string | null
  account_id: string | null
  confirmed: Flag
  created: number
}

/** The body of a notification. */
export interface NoticeBody {
  readonly type: string
  readonly text: string
  readonly table: { readonly id: string; readonly name: string; readonly game: string }
  readonly name: string
  readonly seats: readonly string[]
  readonly number: number
}

/** The outbox: notifications not delivered yet. */
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
