/** The backup procedure of docs/running-a-server.md, with the SQLite store. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { openStore } from '../src/store/index.js'
import { Tables } from '../src/tables/index.js'
import { Guest, hotSeat, lasting, playOut } from './support/play.js'
import { startServer } from './support/server.js'
import { STORES } from './support/stores.js'

it('a backup made while people play is complete: every table in it can be continued', async () => {
  const place = await itemAt(STORES, 0).open()
  const where = await place.fresh()
  const server = await startServer(where, ['reversi'])
  const guests = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { table, key } = await hotSeat(server.tables, 'reversi')
      return { id: table.id, key, guest: await Guest.at(server.tables, table.id, key) }
    }),
  )
  for (const { guest } of guests) await playOut(guest, 4)
  const playing = guests.map(({ guest }, n) => playOut(guest, 40, n))
  const copy = await place.fresh()
  await mkdir(copy.data, { recursive: true })
  const beside = new Database(path.join(where.data, 'ludoforge.sqlite'))
  beside.exec(`vacuum into '${path.join(copy.data, 'ludoforge.sqlite')}'`)
  beside.close()
  await Promise.all(playing)
  await server.close()

  const store = await openStore(copy)
  const tables = new Tables(store)
  for (const { id, key, guest } of guests) {
    const restored = await Guest.at(tables, id, key, 0) // throws if an entry replays to another state
    expect(restored.happenings.length).toBeGreaterThanOrEqual(4)
    expect(restored.happenings).toEqual(guest.happenings.slice(0, restored.happenings.length).map(lasting))
    await restored.decideAny(itemAt(restored.table.deciding, 0))
  }
  await store.close()
  await place.end()
})
