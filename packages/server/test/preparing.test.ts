/** A server lists its games before it has compiled them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { makeTable, rest, startServer, type TestServer } from './support/server.js'

const gameFolder = (name: string): string => path.resolve(import.meta.dirname, '../../../games', name)
const folders: string[] = []
let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function emptyFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'ludoforge-preparing-'))
  folders.push(made)
  return made
}

it('lists games at once, and creating a table waits until its game is compiled', async () => {
  server = await startServer({ data: emptyFolder() }, [], {
    games: ['outposts', 'tic-tac-toe'].map(gameFolder),
  })
  const { url } = server
  expect((await rest(url, 'games')).body).toEqual([])
  const preparing = (await rest(url, 'preparing')).body
  expect(preparing).toEqual([
    { id: 'outposts', title: 'Outposts', summary: expect.any(String) },
    { id: 'tic-tac-toe', title: 'Tic-tac-toe', summary: expect.any(String) },
  ])
  const { table } = await makeTable(url, { game: 'outposts', you: 'Ann', seats: { red: 'me' } })
  expect(table.game.id).toBe('outposts')
  await server.ready
  expect((await rest(url, 'preparing')).body).toEqual([])
  expect((await rest(url, 'games')).body.map(({ id }) => id).toSorted()).toEqual(['outposts', 'tic-tac-toe'])
})

it('a game with errors leaves the list, and requests that waited for it are refused', async () => {
  const broken = emptyFolder()
  const game =
    '```yaml\ngame: {id: broken, title: Broken}\nseats: [a, b]\n```\n\n```rules\nplay\n  nonsense\n```\n'
  writeFileSync(path.join(broken, 'rules.md'), `# Broken\n\n${game}`)
  const messages: string[] = []
  server = await startServer({ data: emptyFolder() }, [], {
    games: [broken],
    say: (line) => messages.push(line),
  })
  const { url } = server
  expect((await rest(url, 'preparing')).body.map(({ id }) => id)).toEqual(['broken'])
  const asked = await rest(url, 'makeTable', { body: { game: 'broken', you: 'Ann' } })
  expect([asked.status, asked.text]).toEqual([404, expect.stringContaining('This server has no game')])
  await server.ready
  expect((await rest(url, 'preparing')).body).toEqual([])
  expect(messages.join('\n')).toContain("doesn't compile, so it isn't available")
})
