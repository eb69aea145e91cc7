/** The documented example bot joins tables of a real server and plays games to the end. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { presentSeats } from '@ludoforge/kernel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { makeTable, rest, startServer, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

let place: TestStore
let server: TestServer
let folder: string
beforeAll(async () => {
  place = await itemAt(STORES, 0).open()
  server = await startServer(await place.fresh(), ['outposts', 'goofspiel'])
  folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-bot-'))
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
})
afterAll(async () => {
  await server.close()
  await place.end()
  await rm(folder, { recursive: true, force: true })
})

it.each(['outposts', 'goofspiel'])('the documented bot plays %s to the end', async (game) => {
  const page = await readFile('docs/bots-over-the-socket.md', 'utf8')
  const code = /```js\n(.*?)```/s.exec(page)?.[1] ?? ''
  const lines = code.split('\n').filter((line) => line.trim() !== '')
  expect(lines.length).toBeLessThanOrEqual(40)
  const file = path.join(folder, 'bot.mjs')
  await writeFile(file, code)
  const { def } = await server.tables.rulebooks.offered(game)
  const [first, ...others] = presentSeats(def, {}).map(({ id }) => id)
  const bots = Object.fromEntries(others.map((seat) => [seat, { bot: 'random' }]))
  const { table, key } = await makeTable(server.url, { game, you: 'Ann', seats: bots })
  const { body: invitation } = await rest(server.url, 'invite', {
    id: table.id,
    key,
    body: { seats: [first] },
  })
  const { body: joined } = await rest(server.url, 'join', {
    id: table.id,
    body: { invitation: invitation.secret, you: 'Bot' },
  })
  const child = spawn(process.execPath, [file, server.url, table.id, joined.key], { stdio: 'pipe' })
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  const code_ = await new Promise((resolve) => {
    child.on('exit', resolve)
  })
  expect(output).toContain(`over; we were ${first}`)
  expect(output).not.toContain('illegal')
  expect(code_).toBe(0)
  expect((await rest(server.url, 'table', { id: table.id })).body.outcome).toBeDefined()
})
