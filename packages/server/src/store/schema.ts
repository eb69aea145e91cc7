/** The tables of the database. Times are milliseconds, flags 0 or 1, and what has parts is JSON text: the same in SQLite and Postgres. */
import type { ColumnType, Kysely } from 'kysely'

type Flag = 0 | 1

/** The compiled rules of every table that there is, and of the games on offer; and what a page needs of them. */
interface GamesRow {
  fingerprint: string
  id: string
  title: string
  def: string
  card: string | null
  scene: string | null
  book: string | null
  module: string | null
  expressions: string | null // of the scene, by their texts
  added: number
}

/** `number`, `deciding` and `outcome` are as after the last entry; they change in the same transaction. */
interface TablesRow {
  id: string
  name: string
  fingerprint: string
  scenario: string
  options: string
  seed: string // JSON: a number or a text. It never leaves the server before the end
  listed: Flag
  uploaded: Flag
  created: ColumnType<number, number, never>
  changed: number
  number: number
  deciding: string
  outcome: string | null
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
  body: string
}

/** Positions after some entry, so that not all of a long game has to be played again. */
interface SnapshotsRow {
  table_id: string
  number: number
  body: string
}

interface InvitationsRow {
  secret_hash: string
  table_id: string
  seats: string
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

/** Notices that are still to be taken. */
interface DeliveriesRow {
  id: string
  webhook_id: string
  body: string
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
