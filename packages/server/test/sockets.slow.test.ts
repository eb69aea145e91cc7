/** Clients that stop reading while nothing more is sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTable, startServer, TestSocket, type TestServer } from './support/server.js'
import { STORES, type TestStore } from './support/stores.js'

const GAME = 'tic-tac-toe'

describe.each(STORES)('on $name', (database) => {
  let place: TestStore
  let server: TestServer
  let url: string
  beforeAll(async () => {
    place = await database.open()
    server = await startServer(await place.fresh(), [GAME])
    ;({ url } = server)
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })

  it('a client that stops reading is cut off although nothing more is sent', async () => {
    const { table } = await makeTable(url, { game: GAME, you: 'Ann' })
    const line = await TestSocket.at(url, table.id)
    line.socket.pause()
    const loaded = await server.tables.get(table.id)
    while (server.sockets.unsent === 0) {
      loaded.thinks('x'.repeat(100_000), 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 1)
      })
    }
    await expect.poll(() => server.sockets.all.length, { interval: 200 }).toBe(0)
    line.close()
  })
})
