/** The tables of a server and their rules. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { linkGame } from '@ludoforge/kernel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { hotSeat, Guest, playOut } from '../../server/test/support/play.js'
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

it('escapes control characters and colours in the names of tables, and shows which come from a save', async () => {
  const { table } = await hotSeat(server.tables, 'tic-tac-toe')
  const name = 'red \u001b[31mtext\u001b[0m \u001b]0;title\u0007'
  const { db } = server.tables.store
  await db.updateTable('tables').set({ name, uploaded: 1 }).where('id', '=', table.id).execute()
  const { text } = await tables('list')
  expect(text).not.toContain('\u001b')
  expect(text).not.toContain('\u0007')
  expect(text).toContain('red ␛[31mtext')
  expect(text).toContain('from a save')
})

const DAY_MS = 24 * 3600 * 1000

/** A table whose last change is some days old. */
async function agedTable(days: number, finished = false): Promise<string> {
  const { table, key } = await hotSeat(server.tables, 'tic-tac-toe')
  const ann = await Guest.at(server.tables, table.id, key)
  await playOut(ann, finished ? undefined : 2)
  ann.leave()
  await server.tables.store.db
    .updateTable('tables')
    .set({ changed: Date.now() - days * DAY_MS })
    .where('id', '=', table.id)
    .execute()
  return table.id
}

it('lists finished tables apart, 100 to a page', async () => {
  const running = await agedTable(1)
  const over = await agedTable(1, true)
  const [shown, finished] = [await tables('list'), await tables('list', '--finished')]
  expect(shown.text).toContain(running)
  expect(shown.text).not.toContain(over)
  expect(finished.text).toContain(over)
  expect(finished.text).toMatch(/ · over · /)
  expect(finished.text).not.toContain(running)
  expect((await tables('list', '--finished', '--page', '2')).text).toBe('No more tables.')
  expect(await tables('list', '--page', '0')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('--page takes a number from 1, not "0".') as string,
  })

  const many: string[] = []
  for (let n = 0; n < 100; n += 1) many.push((await hotSeat(server.tables, 'tic-tac-toe')).table.id)
  const [first, second] = [(await tables('list')).text, (await tables('list', '--page', '2')).text]
  expect(first.split('\n')).toHaveLength(100)
  expect(first).toContain(many.at(-1))
  expect(second).toContain(running)
  expect(first).not.toContain(running)
})

it('archives a table, whose save stays, and deletes it', async () => {
  const id = await agedTable(1)
  const before = (await tables('save', id)).text
  expect(await tables('archive', id)).toMatchObject({
    code: 0,
    text: `Table ${id} is archived. \`ludoforge tables save ${id}\` still writes its save file.`,
  })
  expect((await tables('list')).text).not.toContain(id)
  expect((await tables('save', id)).text).toBe(before)
  expect(await tables('delete', id)).toMatchObject({ code: 0, text: `Table ${id} is deleted.` })
  expect(await tables('delete', id)).toMatchObject({ code: 1 })
  expect((await tables('save', id)).errors).toContain(`There is no table ${id}.`)

  const open = await agedTable(1)
  expect((await tables('delete', open)).text).toBe(`Table ${open} is deleted.`)
  expect((await tables('save', open)).errors).toContain(`There is no table ${open}.`)
})

it('prunes old tables: archives them, and later deletes the archive', async () => {
  const [old, recent] = [await agedTable(40), await agedTable(10)]
  const kept = ['--archive-after', '50d', '--archive-anonymous-after', '50d']
  expect((await tables('prune', ...kept)).text).toBe('0 tables archived, 0 archived tables deleted.')
  expect((await tables('prune')).text).toBe('1 tables archived, 0 archived tables deleted.') // 30d: no account
  expect((await tables('save', old)).code).toBe(0)
  expect((await tables('prune', '--archive-after', '9d')).text).toBe(
    '1 tables archived, 0 archived tables deleted.',
  )
  expect((await tables('prune', '--delete-after', '35d')).text).toBe(
    '0 tables archived, 1 archived tables deleted.',
  )
  expect((await tables('save', old)).errors).toContain(`There is no table ${old}.`)
  expect((await tables('save', recent)).code).toBe(0)
  for (const flag of ['--archive-after', '--archive-anonymous-after', '--delete-after'])
    expect(await tables('prune', flag, 'soon')).toMatchObject({
      code: 2,
      errors: expect.stringContaining(`${flag} takes a number of days (30d), not "soon".`) as string,
    })
})

it('reports errors', async () => {
  expect((await tables('dance')).errors).toContain('tables takes list, move, save, archive, delete or prune')
  expect((await tables('move')).errors).toContain('Name the table')
  expect((await tables('move', 'nowhere')).errors).toContain('There is no table nowhere')
})
