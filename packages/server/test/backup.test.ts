/** `ludoforge backup` and `ludoforge restore`, next to servers that people use. */
import { gunzipSync, gzipSync } from 'node:zlib'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { backUp, restore } from '../src/index.js'
import { openDriver, openStore } from '../src/store/index.js'
import { migrateTo } from '../src/store/migrations.js'
import { loadEntries } from '../src/tables/rows.js'
import { Tables } from '../src/tables/index.js'
import { Guest, hotSeat, lasting, playOut } from './support/play.js'
import { rest, startServer } from './support/server.js'
import { STORES, type TestStore } from './support/stores.js'

const GAME = 'reversi'

describe.each(STORES)('a backup of $name', (kind) => {
  let place: TestStore
  let folder: string
  beforeAll(async () => {
    place = await kind.open()
    folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-backup-'))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    await place.end()
  })

  it.each(STORES)('made under load has every acknowledged entry, and continues on $name', async (target) => {
    const where = await place.fresh()
    const file = path.join(folder, `${target.name}.backup`)
    const server = await startServer(where, [GAME])
    const account = await rest(server.url, 'register', { body: { name: 'Ann', password: 'a long password' } })
    const cookie = itemAt((account.headers.get('set-cookie') ?? '').split(';'), 0)
    const files = { 'rules.md': '# A game of Ann' }
    const { body: project } = await rest(server.url, 'makeProject', {
      cookie,
      body: { title: 'Fair', files },
    })
    await rest(server.url, 'saveProject', { id: project.id, cookie, body: { name: 'First' } })
    const guests = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { table, key } = await hotSeat(server.tables, GAME)
        return { id: table.id, key, guest: await Guest.at(server.tables, table.id, key) }
      }),
    )
    for (const { guest } of guests) await playOut(guest, 4)
    const playing = guests.map(({ guest }, n) => playOut(guest, 40, n))
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
    const acknowledged = guests.map(({ guest }) => guest.table.position.number)
    const { tables: count } = await backUp(where, file)
    await Promise.all(playing)
    await server.close()
    expect(count).toBe(8)
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const other = await target.open()
    const copy = await other.fresh()
    expect((await restore(copy, file)).tables).toBe(8)
    const restored = await startServer(copy, [])
    for (const [n, { id, key, guest }] of guests.entries()) {
      const again = await Guest.at(restored.tables, id, key, 0) // throws if an entry replays to another state
      expect(again.happenings.length).toBeGreaterThanOrEqual(itemAt(acknowledged, n))
      expect(again.happenings).toEqual(guest.happenings.slice(0, again.happenings.length).map(lasting))
      const [seat] = again.table.deciding
      if (seat !== undefined) await again.decideAny(seat)
    }
    const { login } = account.body
    expect((await rest(restored.url, 'login', { body: { login, password: 'a long password' } })).status).toBe(
      200,
    )
    expect((await rest(restored.url, 'project', { id: project.id, cookie })).body).toMatchObject({
      access: 'own',
      title: 'Fair',
      files,
      saves: [{ name: 'First' }],
    })
    await restored.close()
    await expect(restore(copy, file)).rejects.toThrow('has data already')
    await other.end()
  })

  it('that is damaged, cut off or newer is refused, and nothing is stored', async () => {
    const where = await place.fresh()
    const server = await startServer(where, [GAME])
    const { table } = await hotSeat(server.tables, GAME)
    const file = path.join(folder, 'whole.backup')
    await backUp(where, file)
    await server.close()
    await expect(backUp(where, file)).rejects.toThrow('EEXIST')
    const lines = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n')
    const bad: Record<string, Buffer> = {
      'no-end': gzipSync(lines.slice(0, -1).join('\n')),
      'a-row-short': gzipSync(lines.toSpliced(2, 1).join('\n')),
      'cut-off': (await readFile(file)).subarray(0, 200),
      'not-json': gzipSync('hello'),
      'not-gzip': Buffer.from('hello'),
      newer: gzipSync(
        [JSON.stringify({ ...JSON.parse(itemAt(lines, 0)), migrations: ['999-later'] })].join('\n'),
      ),
    }
    const target = await place.fresh()
    for (const [name, content] of Object.entries(bad)) {
      const path_ = path.join(folder, `${name}.backup`)
      await writeFile(path_, content)
      await expect(restore(target, path_), name).rejects.toThrow(/backup|damaged|newer/i)
    }
    await restore(target, file) // nothing was in the way
    const store = await openStore(target)
    expect(await loadEntries(store.db, table.id)).toEqual([])
    expect((await new Tables(store).get(table.id)).id).toBe(table.id)
    await store.close()
  })

  it('of an older version is migrated', async () => {
    const where = await place.fresh()
    const server = await startServer(where, [GAME])
    const { table } = await hotSeat(server.tables, GAME)
    const file = path.join(folder, 'current.backup')
    await backUp(where, file)
    await server.close()
    const old = path.join(folder, 'old.backup')
    const before = openDriver(await place.fresh())
    await migrateTo(before.db, '003-pages')
    const known = new Map(
      (await before.db.introspection.getTables()).map(({ name, columns }) => [
        name,
        new Set(columns.map((column) => column.name)),
      ]),
    )
    await before.close()
    const lines = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n')
    // As the version before clocks would have written it.
    const older = lines.flatMap((text, n) => {
      const content = JSON.parse(text) as {
        migrations: string[]
        table?: string
        row: Record<string, unknown>
      }
      if (n === 0) return [JSON.stringify({ ...content, migrations: content.migrations.slice(0, 3) })]
      const columns = known.get(content.table ?? '')
      if (content.table === undefined) return [text]
      if (columns === undefined) return []
      const row = Object.fromEntries(Object.entries(content.row).filter(([column]) => columns.has(column)))
      return [JSON.stringify({ ...content, row })]
    })
    older[older.length - 1] = JSON.stringify({ end: true, rows: older.length - 2 })
    await writeFile(old, gzipSync(older.join('\n')))
    const target = await place.fresh()
    await restore(target, old)
    const store = await openStore(target)
    expect((await new Tables(store).get(table.id)).document.clock).toBeUndefined()
    await store.close()
  })
})
