/** The database schema. Times are in milliseconds, flags are 0 or 1, structured values are JSON text: the same in SQLite and Postgres. */
import type { Constant, GameDef, JsonText, Outcome, SavedState } from '@ludoforge/kernel'
import type { Expression } from '@ludoforge/play'
import type { Scene } from '@ludoforge/look'
import type { ClockRule, ClockState, EntryBody, SeatPast } from '@ludoforge/table'
import type { ColumnType, Generated, Kysely } from 'kysely'
import type { Json } from './json.js'

type Flag = 0 | 1
/** 1: sent away by the host; 2: blocked by the operator. */
type Gone = 0 | 1 | 2

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
  lessons: string | null // a module
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
  origin: string | null // of the client that made it
  listed: Flag
  uploaded: Flag
  disclosed: Generated<Flag> // the seed has been handed out
  absence: Generated<number> // seconds that a person must be away before others may take their seat
  created: ColumnType<number, number, never>
  changed: number
  number: number
  deciding: Json<string[]>
  outcome: Json<Outcome> | null
  clock: Json<ClockRule> | null
  clock_state: Json<ClockState> | null // after entry `clock_state.number`
  clock_due: number | null // when to look at the clock again
  rematch: ColumnType<string | null, string | null | undefined> // the id of its table
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
  connected: Generated<number> // when the person was last connected
  gone: Generated<Gone>
  came_from: ColumnType<string | null, string | null | undefined, never> // the person at the table of which this is the rematch
}

interface SeatsRow {
  table_id: string
  seat: string
  place: number
  person_id: string | null
  agent: string | null
  past: Json<SeatPast> | null
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
  until: number | null // null: of an earlier version
}

interface AccountsRow {
  id: string
  login: string
  name: string
  password: string
  created: number
  blocked: Generated<Flag> // by the operator
}

interface SessionsRow {
  token_hash: string
  account_id: string
  until: number
  device: string | null
}

/** A token that resets a forgotten password, as a hash. */
interface ResetsRow {
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
  push: ColumnType<JsonText<PushKeys> | null, string | null | undefined, string | null> // of a browser; `url` is its endpoint then
}

/** The keys that messages to a browser are encrypted with. */
export interface PushKeys {
  readonly p256dh: string
  readonly auth: string
}

/** The last message to an address about a table. */
interface NotifiedRow {
  webhook_id: string
  table_id: string
  number: number
}

/** Values that all servers of the store share. */
interface SettingsRow {
  name: string
  value: string
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
  hold_until: ColumnType<number | null, number | null | undefined> // waits for its digest; 0: it is in one
  push_due: ColumnType<number | null, number | null | undefined> // when to send it to a browser
}

/** A report about a person, for the operator. */
interface ReportsRow {
  id: string
  at: number
  table_id: string
  by_person: string
  about_person: string
  text: string
  open: Flag
}

/** People whom others have blocked, as `account ID` or `person ID`. */
interface BlocksRow {
  by_whom: string
  whom: string
  at: number
}

/** How far an account is in a lesson. */
interface LessonProgressRow {
  account_id: string
  game: string
  lesson: string
  done: Flag
  position: string | null // JSON text: where the learner left it
  at: number // by the clock of the learner's device
}

/** A rulebook that a designer stores here. */
interface ProjectsRow {
  id: string
  account_id: string
  title: string
  version: number // counts the changes
  bytes: number // of the files; saves have their own
  created: number
  changed: number
  origin: string | null // of the client that made it
}

interface ProjectFilesRow {
  project_id: string
  path: string
  text: string
}

/** A named state of a project. */
interface ProjectSavesRow {
  id: string
  project_id: string
  name: string
  at: number
  bytes: number
  files: Json<Readonly<Record<string, string>>>
}

/** A link to a project. The secret is stored as a hash. */
interface ProjectLinksRow {
  secret_hash: string
  project_id: string
  opens: 'read' | 'play'
  created: number
}

/** A report about a project, for the operator. */
interface ProjectReportsRow {
  id: string
  at: number
  project_id: string
  by_account: string
  text: string
  open: Flag
}

/** A token bucket. */
interface BucketsRow {
  key: string
  spent: number // tokens, at the time `at`
  at: number
  full: number // when it is full again
}

/** The open sockets of a client on a server. */
interface SocketCountsRow {
  client: string
  server: string
  count: number
  until: number // when the row expires, unless the server refreshes it
}

/** A table that was abandoned, as a compressed save (gzip, base64). */
interface ArchivesRow {
  id: string
  name: string
  changed: number
  archived: number
  body: string
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
  resets: ResetsRow
  webhooks: WebhooksRow
  deliveries: DeliveriesRow
  notified: NotifiedRow
  settings: SettingsRow
  reports: ReportsRow
  blocks: BlocksRow
  lesson_progress: LessonProgressRow
  projects: ProjectsRow
  project_files: ProjectFilesRow
  project_saves: ProjectSavesRow
  project_links: ProjectLinksRow
  project_reports: ProjectReportsRow
  buckets: BucketsRow
  socket_counts: SocketCountsRow
  archives: ArchivesRow
}

export type Db = Kysely<Schema>
