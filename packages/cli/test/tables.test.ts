/** The tables of a server and their rules. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { linkGame } from '@ludoforge/kernel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { hotSeat, Guest } from '../../server/test/support/play.js'
import { TestSocket, rest, startServer, type TestServer } from '../../server/test/support/server.js'
import { type TestStore, STORES } from '../../server/test/support/stores.js'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'
import { itemAt } from '../../../test/support/items.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-tables-'))
let place: TestStore
let data: string
let server: TestServer
beforeAll(async () => {
  place = await itemAt(STORES, 0).open()
  const where = await place.fresh()
  ;({ data } = where)
  server = await startServer(where, ['tic-tac-toe'])
})
afterAll(async () => {
  await server.close()
  await place.end()
  rmSync(folder, { recursive: true, force: true })
})

/** The rules of tic-tac-toe with a change, as a compiled game. */
async function changedRules(name: string, change: (text: string) => string): Promise<string> {
  const text = JSON.stringify((await gameOf('tic-tac-toe')).def)
  const changed = change(text)
  expect(changed).not.toBe(text)
  const file = path.join(folder, `${name}.json`)
  writeFileSync(file, changed)
  return file
}

async function tables(...args: string[]) {
  const terminal = textTerminal()
  const code = await run(['tables', ...args, '--data', data], terminal)
  return { code, text: terminal.text(), errors: terminal.errors.join('\n') }
}

it("lists tables and their rules, migrates one while the server runs, and refuses if a decision isn't legal any more", async () => {
  const { table, key } = await hotSeat(server.tables, 'tic-tac-toe')
  const ann = await Guest.at(server.tables, table.id, key)
  await ann.decide('cross', 'a1')
  await ann.ask({ type: 'undo' })
  await ann.decide('cross', 'b2')
  const listed = await tables('list')
  expect(listed.text).toContain(`${table.id} · Tic-tac-toe`)
  expect(listed.text).toContain("today's rules · 1 decisions · nought to decide")

  const narrow = await changedRules('narrow', (text) => text.replaceAll('"b2"', '"q9"'))
  const refused = await tables('move', table.id, '--game', narrow)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.errors).toMatch(/Decision 1 \(cross: "b2"\) is not legal under the new rules/)

  // A corrected rule: undone decisions need not be legal, all others must be.
  const mended = await changedRules('mended', (text) => text.replaceAll('"a1"', '"q1"'))
  const line = await TestSocket.at(server.url, table.id, key)
  const moved = await tables('move', table.id, '--game', mended)
  expect(moved.text).toContain('Its 1 decision is legal')
  expect((await tables('list')).text).toContain('older rules')
  // The server notices it at the next request.
  await line.ask({ type: 'chat', text: 'hello' })
  const { fingerprint } = linkGame(JSON.parse(readFileSync(mended, 'utf8')) as never)
  expect(await line.until((message) => message.type === 'moved')).toMatchObject({ fingerprint })
  const { question } = ann.table.position
  expect(await line.ask({ type: 'decide', seat: 'nought', question, choice: 'q1' })).toMatchObject({
    type: 'done',
  })
  expect((await rest(server.url, 'table', { id: table.id })).body.game.fingerprint).toBe(fingerprint)

  const file = path.join(folder, 'game.save')
  expect((await tables('save', table.id, '--out', file)).code).toBe(0)
  const verified = textTerminal()
  expect(await run(['replay', file, '--verify', '--game', mended], verified)).toBe(0)
  expect(verified.text()).toContain('2 decisions reproduced')
  const again = await Guest.at(server.tables, table.id, key, 0)
  expect(again.happenings.at(-1)).toMatchObject({ type: 'step', seat: 'nought', decisions: 2 })
  line.close()
})

it('reports errors', async () => {
  expect((await tables('dance')).errors).toContain('tables takes list, move or save')
  expect((await tables('move')).errors).toContain('Name the table')
  expect((await tables('move', 'nowhere')).errors).toContain('There is no table nowhere')
})
