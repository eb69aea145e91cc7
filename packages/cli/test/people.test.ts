/** The people of a server: accounts, reports and blocks. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { makeTable, rest, startServer, type TestServer } from '../../server/test/support/server.js'
import { type TestStore, STORES } from '../../server/test/support/stores.js'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

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
})

async function people(...args: string[]) {
  const terminal = textTerminal()
  const code = await run(['people', ...args, '--data', data], terminal)
  return { code, text: terminal.text(), errors: terminal.errors.join('\n') }
}

it('lists accounts and reports, and blocks an account while the server runs', async () => {
  const { url } = server
  expect((await people()).text).toBe('There are no accounts.')
  expect((await people('reports')).text).toBe('There are no open reports.')
  const eve = await rest(url, 'register', { body: { name: 'Eve', password: 'a long password' } })
  const cookie = itemAt((eve.headers.get('set-cookie') ?? '').split(';'), 0)
  const { table, key } = await makeTable(
    url,
    { game: 'tic-tac-toe', you: 'Eve', seats: { cross: 'me' } },
    cookie,
  )
  const person = table.seats[0]?.person ?? ''
  await rest(url, 'report', { id: table.id, key, body: { person, text: 'One line\nand another' } })
  // Texts of an earlier version may have anything in them.
  const { db } = server.tables.store
  await db.updateTable('people').set({ name: '\u001b[31mEve' }).where('id', '=', person).execute()
  const { login } = eve.body
  expect((await people('list')).text).toContain(`${login} · Eve · 1 table · since `)
  const listed = await people('reports')
  expect(listed.text).toContain(`about ␛[31mEve (${login})`)
  expect(listed.text).toContain('  One line\n  and another')
  expect(listed.text).not.toContain('\u001b')
  expect(await people('block', login)).toMatchObject({ code: 0, text: `${login} is blocked.` })
  expect((await people()).text).toContain('· blocked')
  expect((await rest(url, 'me', { cookie })).status).toBe(401)
  expect(await people('unblock', login)).toMatchObject({ code: 0, text: `${login} is no longer blocked.` })
  const id = listed.text.split(' ')[0] ?? ''
  expect(await people('done', id)).toMatchObject({ code: 0, text: `Report ${id} is done.` })
  expect((await people('reports')).text).toBe('There are no open reports.')
})

it('reports errors', async () => {
  expect(await people('dance')).toMatchObject({ code: 2 })
  expect((await people('dance')).errors).toContain('people takes list, reports, done, block or unblock')
  expect((await people('block')).errors).toContain('Name the account or person')
  expect((await people('done')).errors).toContain('Name the report')
  expect(await people('block', 'nobody')).toMatchObject({ code: 1 })
  expect((await people('block', 'nobody')).errors).toContain('There is no account or person nobody')
})
