/** The attacker of the load test, against a server that refuses it and cuts it off. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { beginAttack } from '../bench/attacker-process.js'

it('goes on when its tables are refused and answers are cut off', async () => {
  let cut = 0
  let uploads = 0
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/api/saves') {
      uploads += 1
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': 1000 })
      response.write('{"table":', () => {
        cut += 1
        response.destroy()
      })
    } else {
      response.writeHead(503, { 'content-type': 'application/json' })
      response.end('{"code":"busy","message":"Too much to do."}')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const own = { game: 'small', you: 'Eve', seats: { left: 'me' } } as const
    const end = await beginAttack({ url: `http://127.0.0.1:${port}`, save: 'x', own, bots: [own] })
    const before = uploads
    await expect.poll(() => uploads, { timeout: 60_000 }).toBeGreaterThan(before + 2) // its loop uploads again
    expect(cut).toBeGreaterThan(0)
    const answers = new Map(await end())
    expect(answers.get('no table')).toBeGreaterThanOrEqual(2)
    expect(answers.get('upload 201')).toBeGreaterThan(3)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
