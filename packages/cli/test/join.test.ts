/** A table of a real server, played in the terminal. */
import { remoteTable } from '@ludoforge/client'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTable, rest, startServer, type TestServer } from '../../server/test/support/server.js'
import { type TestStore, STORES } from '../../server/test/support/stores.js'
import { run } from '../src/program.js'
import { textTerminal, typedTerminal } from './terminal.js'
import { itemAt } from '../../../test/support/items.js'

let place: TestStore
let server: TestServer
beforeAll(async () => {
  place = await itemAt(STORES, 0).open()
  server = await startServer(await place.fresh(), ['tic-tac-toe', 'reversi'])
})
afterAll(async () => {
  await server.close()
  await place.end()
})

async function invited(seats: object): Promise<{ id: string; key: string; link: string }> {
  const { table, key } = await makeTable(server.url, { game: 'tic-tac-toe', you: 'Ann', seats })
  const { body } = await rest(server.url, 'invite', { id: table.id, key, body: { seats: ['cross'] } })
  return { id: table.id, key, link: body.link }
}

it('an invitation is accepted and the game is played to the end', async () => {
  const { id, link } = await invited({ nought: { bot: 'random' } })
  const cells = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']
  const terminal = textTerminal(['?', 'b', 'why z9', 'say hello there', ...cells])
  expect(await run(['join', link, '--name', 'Bob'], terminal)).toBe(1)
  expect(terminal.errors.join('\n')).toMatch(/Refused \d lines? of the input\. Line 2: "b" could be 2\. B1/)
  const text = terminal.text()
  expect(text).toContain('you play Cross')
  expect(text).toContain('Bob: hello there')
  expect(text).toContain('There is no space called “z9”.')
  expect(text).toMatch(/Cross wins|Nought wins|A draw/)
  expect((await rest(server.url, 'table', { id })).body.outcome).toBeDefined()
})

it('a player who leaves returns by the printed link, and can undo', async () => {
  const { id, link } = await invited({ nought: { bot: 'random' } })
  const first = textTerminal(['q'])
  expect(await run(['join', link, '--name', 'Bob'], first)).toBe(0)
  const back = /ludoforge join '(\S+\/#\/table\/\S+)'/.exec(first.text())?.[1] ?? ''
  const again = textTerminal(['b2', 'undo', 'q'])
  expect(await run(['join', back], again)).toBe(0)
  expect(again.text()).toContain('Bob undid')
  expect((await server.tables.get(id)).position.decisions).toBe(0)
})

it('a waiting player can chat, look at the board, and leave', async () => {
  const { id, key, link } = await invited({ nought: 'me' })
  const terminal = typedTerminal()
  const playing = run(['join', link, '--name', 'Bob'], terminal)
  await terminal.type('b2', 'or a name')
  const ann = await remoteTable({ url: server.url, table: id, key, WebSocket })
  await expect.poll(() => ann.asked.length).toBe(1)
  const said: string[] = []
  ann.listen((heard) => {
    if (heard.type === 'chat') said.push(`${heard.by}: ${heard.text}`)
  })
  await terminal.type('say take your time', 'waiting for Nought')
  await expect.poll(() => said).toEqual(['Bob: take your time'])
  await terminal.type('a1') // it is not Bob's turn
  await expect.poll(() => terminal.text()).toContain("It isn't your turn")
  const { length } = terminal.written
  await ann.decide('nought', 'a1')
  await expect.poll(() => terminal.written.length).toBeGreaterThan(length + 1)
  await terminal.type('c3', 'or a name')
  await expect.poll(() => ann.asked.length).toBe(1)
  await terminal.type('q', 'waiting for Nought')
  expect(await playing).toBe(0)
  expect(terminal.text()).toContain('Come back with')
  ann.close()
})

it("the server sends the look's computed values", async () => {
  const { table, key } = await makeTable(server.url, { game: 'reversi', you: 'Ann', seats: { black: 'me' } })
  const terminal = textTerminal(['b', 'q'])
  expect(await run(['join', `${server.url}/#/table/${table.id}/${key}`], terminal)).toBe(0)
  expect(terminal.text()).toMatch(/> Black discs 2 +White discs 2/)
})

it('has the commands of a local game', async () => {
  const { table, key } = await makeTable(server.url, {
    game: 'reversi',
    you: 'Ann',
    seats: { black: 'me', white: { bot: 'policy' } },
  })
  const lines = [
    'show d4',
    'rule 2',
    'preview c4',
    'hint greedy',
    'why a1',
    'c4',
    'log',
    'undo',
    'save game.jsonl',
    'q',
  ]
  const terminal = textTerminal(lines)
  expect(await run(['join', `${server.url}/#/table/${table.id}/${key}`], terminal)).toBe(1) // the save is refused
  const text = terminal.text()
  expect(text).toContain('d4\n  1 White disc\n  neighbours: north d3')
  expect(text).toContain('This would happen:')
  expect(text).toMatch(/The bot greedy would choose [A-H][1-8]/)
  expect(text).toContain('A1')
  expect(text).toMatch(/Black chooses C4[^]*White chooses/)
  expect(text).toContain('The rulebook has no rule 2.')
  expect(text).toContain("The game isn't over, and its save file would reveal hidden information.")
})

it('explains a wrong link', async () => {
  const terminal = textTerminal([])
  expect(await run(['join', 'hello'], terminal)).toBe(2)
  expect(await run(['join', `${server.url}/#/table/nowhere`], terminal)).toBe(1)
  const { link } = await invited({})
  expect(await run(['join', `${link}x`, '--name', 'Eve'], terminal)).toBe(1)
  expect(terminal.errors.join('\n')).toMatch(/isn't a link to a table[^]*Table not found[^]*not valid/)
})
