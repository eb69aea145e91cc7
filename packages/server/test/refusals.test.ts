/** Errors are what they are: typed refusals, with the words of the documentation. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { headerLines } from '@ludoforge/play'
import { REFUSALS } from '@ludoforge/table'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { createDatabase } from './support/postgres.js'
import { isDiskFull, openStore, type Store } from '../src/store/index.js'
import { makeTable, rest, startServer, TestSocket, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

const GAME = 'goofspiel'
const docs = await readFile(new URL('../../../docs/server.md', import.meta.url), 'utf8')

it('the documentation lists every refusal with its status', () => {
  const rows = [...docs.matchAll(/^\| `([a-z-]+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ])
  expect(Object.fromEntries(rows)).toEqual(REFUSALS)
})

/** Fills the disk of a store: SQLite may not add a page, and Postgres reports disk_full for every write. */
async function fillDisk({ db, engine }: Store): Promise<() => Promise<void>> {
  if (engine.kind === 'sqlite') {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db)
    return async () => {
      await sql`pragma max_page_count = 1000000`.execute(db)
    }
  }
  const tables = ['tables', 'entries', 'people', 'accounts', 'sessions', 'invitations', 'webhooks', 'seats']
  await sql`create function disk_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    db,
  )
  for (const table of tables)
    await sql`create trigger full_disk before insert or update on ${sql.table(table)} execute function disk_full()`.execute(
      db,
    )
  return async () => {
    for (const table of tables) await sql`drop trigger full_disk on ${sql.table(table)}`.execute(db)
    await sql`drop function disk_full()`.execute(db)
  }
}

describe.each(STORES)('refusals on $name', (kind) => {
  let place: TestStore
  let server: TestServer
  beforeAll(async () => {
    place = await kind.open()
    server = await startServer(await place.fresh(), [GAME])
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })

  it.each([
    { scenario: 'no-such-scenario' },
    { options: { 'no-such-option': 1 } },
    { options: { players: 'many' } },
    { options: { players: 99_999_999_999 } },
    { options: { players: [['x']] } },
    { options: { players: null } },
  ])('a save with %j is a bad save', async (change) => {
    const { def, fingerprint } = await gameOf(GAME)
    const header = {
      format: 'ludoforge-trace/2',
      game: def.id,
      path: def.id,
      fingerprint,
      scenario: '',
      seed: 1,
      options: {},
      seats: {},
      hash: '',
      ...change,
    } as const
    const save = headerLines(header)
    const { status, body } = await rest(server.url, 'upload', { body: { save, you: 'Ann' } })
    expect({ status, body }).toMatchObject({ status: 422, body: { code: 'bad-save' } })
    expect(body).toMatchObject({
      message: expect.stringContaining("The save doesn't fit the rules: ") as string,
    })
  })

  it('a malformed mailto: is a bad address, in the words of the documentation', async () => {
    const { table, key } = await makeTable(server.url, { game: GAME, you: 'Ann' })
    for (const url of ['mailto:%zz', 'mailto:', 'mailto:a@b,c@d', 'mailto:a'])
      for (const about of ['me', 'table']) {
        const { status, body } = await rest(server.url, 'addHook', {
          id: table.id,
          key,
          body: { url, about },
        })
        const { code, message } = body as unknown as { code: string; message: string }
        expect({ status, code }).toEqual({ status: 400, code: 'bad-address' })
        expect(docs).toContain(message)
      }
  })

  it('a full disk is one at every endpoint that writes, and reading goes on', async () => {
    const { url } = server
    const seat = (await gameOf(GAME)).def.seats[0]?.id ?? ''
    const wish = { game: GAME, you: 'Ann', seats: { [seat]: 'me' } }
    const { table, key } = await makeTable(url, wish)
    const { id } = table
    const account = await rest(url, 'register', { body: { name: 'Zoe', password: 'a long password' } })
    const { secret } = (await rest(url, 'invite', { id, key, body: { seats: [seat] } })).body
    expect(secret).not.toBe('')
    const socket = await TestSocket.at(url, id, key)
    const makeRoom = await fillDisk(server.tables.store)
    const big = 'x'.repeat(1900)
    const long = 'x'.repeat(450)
    // There may be room in the last page of a table, so a request may succeed a few times.
    const refused = async <T extends { readonly status: number }>(request: () => Promise<T>): Promise<T> => {
      for (let n = 0; ; n += 1) {
        const answer = await request()
        if (answer.status !== 200 || n > 200) return answer
      }
    }
    const password = 'a long password'
    const answers = {
      makeTable: await refused(() => rest(url, 'makeTable', { body: { ...wish, name: big.slice(0, 80) } })),
      chat: await refused(() => rest(url, 'ask', { id, key, body: { type: 'chat', text: big } })),
      register: await refused(() => rest(url, 'register', { body: { name: 'Kim', password } })),
      login: await refused(() => rest(url, 'login', { body: { login: account.body.login, password } })),
      invite: await refused(() => rest(url, 'invite', { id, key, body: { seats: [seat] } })),
      addHook: await refused(() =>
        rest(url, 'addHook', { id, key, body: { url: `https://example.org/${long}`, about: 'me' } }),
      ),
    }
    const full = Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))
    expect(full).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, 507])))
    for (const { body } of Object.values(answers)) {
      expect(body).toMatchObject({ code: 'full' })
      expect(docs).toContain((body as unknown as { message: string }).message)
    }
    expect(await socket.ask({ type: 'chat', text: big })).toMatchObject({ type: 'error', code: 'full' })
    expect((await rest(url, 'look', { id, key })).status).toBe(200)
    expect((await rest(url, 'news', { id, key })).status).toBe(200)
    await makeRoom()
    expect((await rest(url, 'makeTable', { body: wish })).status).toBe(200)
    expect(await socket.ask({ type: 'chat', text: big })).toMatchObject({ type: 'done' })
    socket.close()
  })
})

describe('a full disk at the start', () => {
  it('is recognised by its codes, also as a cause', () => {
    for (const code of ['ENOSPC', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', '53100', 'EDQUOT']) {
      const error = Object.assign(new Error('x'), { code })
      expect(isDiskFull(error)).toBe(true)
      expect(isDiskFull(new Error('y', { cause: error }))).toBe(true)
    }
    for (const code of ['ENOENT', 'SQLITE_BUSY', '53300', undefined])
      expect(isDiskFull(Object.assign(new Error('x'), { code }))).toBe(false)
    expect(isDiskFull('ENOSPC')).toBe(false)
  })

  it.skipIf(process.platform === 'win32')(
    'is printed by the command, with the folder and what to do',
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-full-'))
      const data = path.join(folder, 'data')
      // A limit on the size of files: the system sends SIGXFSZ, which ends the process unless it is ignored.
      const bounded = 'trap "" XFSZ && ulimit -S -f 40 && exec "$0" "$@"'
      const main = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))
      const node = [process.execPath, '--import', 'tsx', '--conditions=source', main]
      const { status, stderr } = spawnSync(
        'sh',
        ['-c', bounded, ...node, 'serve', GAME, '--data', data, '--port', '0'],
        {
          encoding: 'utf8',
        },
      )
      expect(stderr).toContain(
        `Can't start: the disk of ${data} is full or can't be written. Make room, or choose another folder with --data.`,
      )
      expect(status).toBe(1)
      await rm(folder, { recursive: true, force: true })
    },
  )

  it('names the disk of the database', async () => {
    const place = await STORES[1]!.open()
    const { data, database = '' } = await place.fresh()
    const store = await openStore({ data, database: await createDatabase(database) })
    await store.close()
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    await client.query(`create function disk_full() returns event_trigger language plpgsql as $$
      begin raise exception 'no space' using errcode = '53100'; end $$;
      create event trigger full_disk on ddl_command_start execute function disk_full()`)
    await client.end()
    await expect(openStore({ data, database })).rejects.toMatchObject({
      name: 'DiskFull',
      message: "Can't start: the disk of the database is full or can't be written. Make room there.",
    })
    await place.end()
  })
})
