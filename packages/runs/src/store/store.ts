/** Stores runs and their results in Postgres. */
import { createHash, randomBytes } from 'node:crypto'
import { fromJson, type GameDef, toJson } from '@ludoforge/kernel'
import { type BatchTask, RunError, type Work } from '@ludoforge/sim'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { isTransient, isUnknownHost, messageOf } from '../errors.js'
import { migrate } from './migrations.js'
import type { Checkpoint } from '../dataset/dataset.js'
import { type Db, type Out, type RunState, type Schema, SCHEMA } from './schema.js'

/** The settings of a run, enough to reproduce it. */
export interface NewRun {
  readonly def: GameDef
  readonly fingerprint: string
  readonly work: Work
  readonly games: number
  readonly version: string
  readonly command: string
  readonly out?: Out | undefined
}

/** A stored run. */
export interface Run extends Omit<NewRun, 'def'> {
  readonly id: string
  readonly game: string
  readonly digest: string
  readonly node: string
  readonly state: RunState
  readonly problem: string | null
  readonly written: Checkpoint | null // the data set writer's checkpoint
  readonly seconds: number
  readonly created: number
  readonly changed: number
}

/** A run in a list. */
export interface RunListItem extends Run {
  readonly done: number // games
  readonly held: boolean // a process executes it
}

/** The result of a batch. */
export interface BatchResult extends BatchTask {
  readonly result: string
  readonly ms: number
}

const INT8 = 20
const ID_BYTES = 5
const RECENT_MS = 600_000 // clocks may differ

export interface StoreOptions {
  readonly connections?: number
  /** Called with an error message for each lost connection. */
  readonly log?: (problem: string) => void
}

export class RunStore {
  private constructor(
    private readonly url: string,
    private readonly all: Kysely<Schema>,
    private readonly db: Db,
  ) {}

  /** Opens and migrates the database. */
  static async open(url: string, { connections = 4, log = () => {} }: StoreOptions = {}): Promise<RunStore> {
    const types = new pg.TypeOverrides()
    types.setTypeParser(INT8, Number) // our numbers are far below 2^53
    const pool = new pg.Pool({ ...connectionOf(url), max: connections, types })
    pool.on('error', (error) => log(`A connection to the database was lost: ${error.message}`))
    pool.on('connect', (client) => client.on('error', () => {})) // a connection in use fails with its next query
    const all = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    try {
      await migrate(all)
    } catch (error) {
      await all.destroy()
      const what = isTransient(error) || isUnknownHost(error) ? 'cannot be reached' : 'cannot be used'
      throw new RunError(`The database of the queue ${what}: ${messageOf(error)}`)
    }
    return new RunStore(url, all, all.withSchema(SCHEMA))
  }

  async close(): Promise<void> {
    await this.all.destroy()
  }

  async add({ def, work, out, ...run }: NewRun): Promise<string> {
    const id = randomBytes(ID_BYTES).toString('hex')
    const text = toJson(def)
    const digest = digestOf(text)
    const now = Date.now()
    await this.db
      .insertInto('games')
      .values({ digest, def: text })
      .onConflict((c) => c.doNothing())
      .execute()
    await this.db
      .insertInto('runs')
      .values({
        ...run,
        id,
        game: def.id,
        digest,
        work: toJson(work),
        node: process.version,
        state: 'open',
        problem: null,
        out: out === undefined ? null : toJson(out),
        written: null,
        seconds: 0,
        created: now,
        changed: now,
      })
      .execute()
    return id
  }

  async run(id: string): Promise<Run | undefined> {
    const row = await this.db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? undefined : runOf(row)
  }

  /** Returns the newest run with the same settings that isn't done. */
  async unfinished({ def, work, games, version, out }: NewRun): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('runs')
      .select('id')
      .where('digest', '=', digestOf(JSON.stringify(def)))
      .where('work', '=', JSON.stringify(work))
      .where('games', '=', games)
      .where('version', '=', version)
      .where(sql`coalesce(out, '')`, '=', out === undefined ? '' : toJson(out))
      .where('state', '!=', 'done')
      .orderBy('created', 'desc')
      .executeTakeFirst()
    return row?.id
  }

  /** Returns all runs, newest first. */
  async list(): Promise<RunListItem[]> {
    const rows = await this.db
      .selectFrom('runs')
      .selectAll()
      .select((eb) => [
        eb
          .selectFrom('ranges')
          .whereRef('ranges.run_id', '=', 'runs.id')
          .where('result', 'is not', null)
          .select(({ fn }) => fn.coalesce(fn.sum<number>(sql`past - first`), sql<number>`0`).as('n'))
          .as('done'),
      ])
      .orderBy('created', 'desc')
      .execute()
    const held = await this.#held()
    return rows.map(({ done, ...row }) => ({ ...runOf(row), done: Number(done), held: held.has(row.id) }))
  }

  async definition(digest: string): Promise<GameDef> {
    const row = await this.db
      .selectFrom('games')
      .select('def')
      .where('digest', '=', digest)
      .executeTakeFirst()
    if (row === undefined) throw new RunError('The game of this run is missing from the database.')
    return fromJson(row.def)
  }

  /** Adds batches. Idempotent: existing ones stay as they are. */
  async addRanges(id: string, tasks: readonly BatchTask[]): Promise<void> {
    if (tasks.length === 0) return
    const values = tasks.map(({ from, to }) => ({ run_id: id, first: from, past: to }))
    await this.db
      .insertInto('ranges')
      .values(values.map((batch) => ({ ...batch, result: null, rows: null, ms: null, worker: null })))
      .onConflict((c) => c.doNothing())
      .execute()
  }

  /** Returns all batches of a run, in order. */
  async ranges(id: string): Promise<(BatchTask & { readonly done: boolean })[]> {
    const rows = await this.db
      .selectFrom('ranges')
      .select(['first', 'past', sql<boolean>`result is not null`.as('done')])
      .where('run_id', '=', id)
      .orderBy('first')
      .execute()
    return rows.map(({ first, past, done }) => ({ from: first, to: past, done }))
  }

  /** Returns the results of these batches that are done, at most `most`. */
  async results(id: string, firsts: readonly number[], most: number): Promise<BatchResult[]> {
    if (firsts.length === 0) return []
    const rows = await this.db
      .selectFrom('ranges')
      .select(['first', 'past', 'result', 'ms'])
      .where('run_id', '=', id)
      .where('first', '=', sql<number>`any(${[...firsts]}::integer[])`)
      .where('result', 'is not', null)
      .orderBy('first')
      .limit(most)
      .execute()
    return rows.map(({ first, past, result, ms }) => ({
      from: first,
      to: past,
      result: result ?? '',
      ms: ms ?? 0,
    }))
  }

  /** Returns the rows of a batch, compressed with gzip. */
  async rows(id: string, first: number): Promise<Buffer> {
    const query = this.db.selectFrom('ranges').select('rows').where('run_id', '=', id)
    const row = await query.where('first', '=', first).executeTakeFirst()
    if (!row?.rows) throw new RunError(`The rows of the games from ${first} on are missing in the database.`)
    return row.rows
  }

  /** Stores the result of a batch. Idempotent: a stored result or a deleted run stays as it is. */
  async put(
    id: string,
    { from, result, ms }: BatchResult,
    rows: Buffer | null,
    worker: string,
  ): Promise<void> {
    await this.db
      .updateTable('ranges')
      .set({ result, rows, ms, worker })
      .where('run_id', '=', id)
      .where('first', '=', from)
      .where('result', 'is', null)
      .returning(sql`pg_notify(${SCHEMA}, ${id})`.as('notified'))
      .execute()
  }

  async isDone(id: string, from: number): Promise<boolean> {
    const query = this.db.selectFrom('ranges').select('first').where('run_id', '=', id)
    const row = await query.where('first', '=', from).where('result', 'is not', null).executeTakeFirst()
    return row !== undefined
  }

  /** Stores the writer's checkpoint and deletes the rows of games before `before`. */
  async wrote(id: string, written: Checkpoint, before: number): Promise<void> {
    await this.db.transaction().execute(async (tx) => {
      const update = tx.updateTable('runs').set({ written: toJson(written) })
      await update.where('id', '=', id).execute()
      const forget = tx.updateTable('ranges').set({ rows: null }).where('run_id', '=', id)
      await forget.where('first', '<', before).where('rows', 'is not', null).execute()
    })
  }

  async setState(id: string, state: RunState, problem: string | null, seconds: number): Promise<void> {
    await this.db
      .updateTable('runs')
      .set({ state, problem, seconds, changed: Date.now() })
      .where('id', '=', id)
      .execute()
  }

  /** Deletes all rows of a run, whose data set is complete. */
  async forgetRows(id: string): Promise<void> {
    const forget = this.db.updateTable('ranges').set({ rows: null }).where('run_id', '=', id)
    await forget.where('rows', 'is not', null).execute()
  }

  async delete(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.db.deleteFrom('runs').where('id', '=', id).executeTakeFirstOrThrow()
    const used = this.db.selectFrom('runs').select('digest')
    await this.db.deleteFrom('games').where('digest', 'not in', used).execute()
    return numDeletedRows > 0n
  }

  /**
   * Takes the advisory lock of a run, until it is released or this process ends. Calls `notify` for each new result.
   */
  async hold(id: string, notify: () => void = () => {}): Promise<HeldLock | undefined> {
    const client = new pg.Client({ ...connectionOf(this.url), keepAlive: true })
    const hold: HeldLock = {
      lost: false,
      release: () => client.end(),
    }
    client.on('notification', ({ payload }) => {
      if (payload === id) notify()
    })
    client.on('error', () => (hold.lost = true))
    client.on('end', () => (hold.lost = true))
    await client.connect()
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as held',
      [SCHEMA, id],
    )
    if (rows[0]?.held) {
      await client.query(`listen ${SCHEMA}`)
      return hold
    }
    await client.end()
    return undefined
  }

  /** Returns the ids of all locked runs. */
  async #held(): Promise<Set<string>> {
    const { rows } = await sql<{ id: string }>`
      select r.id from ${sql.id(SCHEMA, 'runs')} r join pg_locks l on l.locktype = 'advisory' and l.granted
        and l.classid::bigint::bit(32) = hashtext(${SCHEMA})::bit(32)
        and l.objid::bigint::bit(32) = hashtext(r.id)::bit(32)
        and l.database = (select oid from pg_database where datname = current_database())`.execute(this.all)
    return new Set(rows.map(({ id }) => id))
  }

  /** Records the heartbeat of a worker of this version. */
  async heard(version: string): Promise<void> {
    const seen = Date.now()
    await this.db
      .insertInto('versions')
      .values({ version, seen })
      .onConflict((c) => c.column('version').doUpdateSet({ seen }))
      .execute()
  }

  /** Returns the versions of workers seen recently. */
  async versions(): Promise<string[]> {
    const query = this.db
      .selectFrom('versions')
      .select('version')
      .where('seen', '>', Date.now() - RECENT_MS)
    return (await query.execute()).map(({ version }) => version)
  }

  /** Returns the open runs of other versions. */
  async openOfOthers(version: string): Promise<{ readonly id: string; readonly version: string }[]> {
    return this.db
      .selectFrom('runs')
      .select(['id', 'version'])
      .where('state', '=', 'open')
      .where('version', '!=', version)
      .execute()
  }
}

export interface HeldLock {
  lost: boolean
  release(): Promise<void>
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function connectionOf(url: string): pg.ClientConfig {
  return { connectionString: url, connectionTimeoutMillis: 10_000 }
}

function runOf(row: Omit<Schema['runs'], never>): Run {
  const { work, out, written, ...rest } = row
  return {
    ...rest,
    work: fromJson(work),
    out: out === null ? undefined : fromJson(out),
    written: written === null ? null : fromJson(written),
  }
}
