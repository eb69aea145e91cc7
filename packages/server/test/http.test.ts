import type { Reply, ServerMessage } from '@ludoforge/table'
import { type GameDef, linkGame } from '@ludoforge/kernel'
import { loadModule } from '@ludoforge/play'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstItems, itemAt } from '../../../test/support/items.js'
import { opened } from '../../play/test/opened.js'
import { makeTable, TestSocket, rest, startServer, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

const GAMES = ['tic-tac-toe', 'goofspiel', 'outposts']

describe.each(STORES)('the server on $name', (kind) => {
  let place: TestStore
  let server: TestServer
  let url: string
  beforeAll(async () => {
    place = await kind.open()
    server = await startServer(await place.fresh(), GAMES)
    ;({ url } = server)
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })

  it('sends the files of a game, and 304 if they have not changed', async () => {
    expect((await rest(url, 'site')).body).toEqual({ server: true, version: 'test', docs: false })
    const card = itemAt((await rest(url, 'games')).body, 0)
    const names = ['rules', 'scene', 'book', 'module'] as const
    const [rules, scene, book, module] = firstItems(
      await Promise.all(names.map((name) => rest(url, name, { id: card.fingerprint }))),
      4,
    )
    expect(linkGame(rules.body as unknown as GameDef).fingerprint).toBe(card.fingerprint)
    expect(scene.body).toMatchObject({ game: card.id, title: card.title })
    expect((book.body as Reply<'book'>).files[0]?.markdown).toContain('# ')
    expect(module.headers.get('content-type')).toContain('text/javascript')
    expect(loadModule(opened(module.text).module).fingerprint).toBe(card.fingerprint)
    for (const [i, { headers }] of [rules, scene, book, module].entries()) {
      expect(headers.get('content-encoding')).toBe('gzip')
      const second = await rest(url, itemAt(names, i), {
        id: card.fingerprint,
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      })
      expect([second.status, second.text]).toEqual([304, ''])
    }
    expect((await rest(url, 'scene', { id: 'nowhere' })).status).toBe(404)
  })

  it('creates a table, takes an invitation, and plays the game over the WebSocket to its save file', async () => {
    expect((await rest(url, 'health')).body).toEqual({ ok: true, store: server.tables.store.engine.kind })
    expect((await rest(url, 'games')).body.map(({ id }) => id)).toEqual(GAMES)
    const { table, key } = await makeTable(url, {
      game: 'tic-tac-toe',
      you: 'Ann',
      seats: { cross: 'me' },
      listed: true,
    })
    const { id } = table
    const { body: invitation } = await rest(url, 'invite', { id, key, body: { seats: ['nought'] } })
    expect(invitation.link).toBe(`${url}/#/join/${id}/${invitation.secret}`)
    const { body: joined } = await rest(url, 'join', {
      id,
      body: { invitation: invitation.secret, you: 'Bob' },
    })
    const [ann, bob, onlooker] = [
      await TestSocket.at(url, id, key),
      await TestSocket.at(url, id, joined.key),
      await TestSocket.at(url, id),
    ]
    expect((await rest(url, 'save', { id })).status).toBe(403)
    let question = (ann.messages[0] as Extract<ServerMessage, { type: 'welcome' }>).question
    for (const [i, choice] of ['a1', 'b2', 'a2', 'b3', 'a3'].entries()) {
      const [line, seat] = i % 2 === 0 ? [ann, 'cross'] : [bob, 'nought']
      const done = await line.ask({ type: 'decide', seat: seat, question, choice })
      expect(done).toMatchObject({ type: 'done' })
      question = (done as { number: number }).number
    }
    await onlooker.until((message) => message.type === 'step' && message.decisions === 5)
    expect((await rest(url, 'table', { id })).body).toMatchObject({
      outcome: { winners: ['cross'] },
      deciding: [],
    })
    expect((await rest(url, 'tables')).body).toEqual([])
    const finished = (await (await fetch(`${url}/api/tables?finished=1`)).json()) as unknown[]
    expect(finished[0]).toMatchObject({ id, number: 6 })
    const save = await rest(url, 'save', { id })
    expect(save.headers.get('content-disposition')).toContain('attachment')
    const { table: copy } = (await rest(url, 'upload', { body: { save: save.text, you: 'Kim' } })).body
    expect(copy).toMatchObject({ uploaded: true, outcome: { winners: ['cross'] } })
    expect(await ann.ask({ type: 'decide', seat: 'cross', question, choice: 'c1' })).toMatchObject({
      code: 'over',
    })
  })

  it('bots play against a person, and a whole table among themselves', async () => {
    const { table, key } = await makeTable(url, {
      game: 'tic-tac-toe',
      you: 'Ann',
      seats: { cross: 'me', nought: { bot: 'greedy' } },
    })
    const ann = await TestSocket.at(url, table.id, key)
    await ann.ask({ type: 'decide', seat: 'cross', question: 0, choice: 'b2' })
    await ann.until((message) => message.type === 'step' && message.seat === 'nought')
    const seats = Object.fromEntries(['red', 'green', 'blue'].map((seat) => [seat, { bot: 'random' }]))
    const watched = await makeTable(url, { game: 'goofspiel', you: 'Ann', seats })
    const line = await TestSocket.at(url, watched.table.id, undefined, 0)
    await line.until((message) => message.type === 'step' && message.deciding.length === 0)
    expect(line.happenings.map((message) => 'number' in message && message.number)).toEqual(
      line.happenings.map((_, i) => i + 1),
    )
  })

  it('a client that reconnects misses nothing', async () => {
    const seats = { red: 'me', blue: 'me' }
    const { table, key } = await makeTable(url, { game: 'outposts', you: 'Ann', seats })
    const stayed = await TestSocket.at(url, table.id, key)
    for (const text of ['one', 'two', 'three']) await stayed.ask({ type: 'chat', text })
    const back = await TestSocket.at(url, table.id, key, 1)
    await back.until((message) => message.type === 'chat' && message.text === 'three')
    expect(back.messages[0]).toMatchObject({ type: 'welcome', number: 1, shown: [] })
    expect(back.texts.slice(1)).toEqual(stayed.texts.filter((text) => text.includes('"chat"')).slice(1))
  })

  it('accounts collect tables across devices, and show whose turn it is', async () => {
    const made = await rest(url, 'register', { body: { name: 'Ann Example', password: 'correct horse' } })
    const cookie = made.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^ludoforge=[\w-]{32}; .*HttpOnly; SameSite=Lax$/)
    expect(made.body.login).toMatch(/^ann-example-\d+$/)
    const session = cookie.split(';')[0] ?? ''
    const { table } = await makeTable(
      url,
      { game: 'tic-tac-toe', you: 'Ann', seats: { cross: 'me' } },
      session,
    )
    const other = await makeTable(url, { game: 'tic-tac-toe', you: 'Ann', seats: { nought: 'me' } })
    await rest(url, 'keep', { cookie: session, body: { table: other.table.id, key: other.key } })
    const logged = await rest(url, 'login', { body: { login: made.body.login, password: 'correct horse' } })
    const phone = (logged.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const { body: mine } = await rest(url, 'myTables', { cookie: phone })
    const found = mine.map(({ table: { id }, seats, yourTurn }) => ({ id, seats, yourTurn }))
    expect(found).toContainEqual({ id: table.id, seats: ['cross'], yourTurn: true })
    expect(found).toContainEqual({ id: other.table.id, seats: ['nought'], yourTurn: false })
    const line = await TestSocket.open(url, { cookie: phone, origin: url })
    await line.ask({ type: 'hello', table: table.id })
    expect(line.messages[0]).toMatchObject({ you: { seats: ['cross'], host: true } })
    expect((await rest(url, 'me', { cookie: phone })).body).toEqual({
      login: made.body.login,
      name: 'Ann Example',
    })
    await rest(url, 'logout', { cookie: phone })
    expect((await rest(url, 'me', { cookie: phone })).status).toBe(401)
    const stored = JSON.stringify(await server.tables.store.db.selectFrom('accounts').selectAll().execute())
    expect(stored).not.toContain('correct horse')
  })

  it('keys collect tables without an account, and invalid keys are skipped', async () => {
    const request = { game: 'tic-tac-toe', you: 'Ann' }
    const one = await makeTable(url, { ...request, seats: { cross: 'me' } })
    const two = await makeTable(url, { ...request, seats: { nought: 'me' } })
    const keys = [
      { table: one.table.id, key: one.key },
      { table: two.table.id, key: one.key },
      { table: 'nowhere', key: two.key },
    ]
    const { body } = await rest(url, 'tablesOfKeys', { body: { keys } })
    expect(body).toEqual([{ table: one.table, seats: ['cross'], unread: 0, yourTurn: true }])
  })

  it("doesn't reveal which logins exist", async () => {
    const { body } = await rest(url, 'register', { body: { name: 'Zoe', password: 'a long password' } })
    const wrong = await rest(url, 'login', { body: { login: body.login, password: 'another password' } })
    const unknown = await rest(url, 'login', { body: { login: 'nobody-1', password: 'another password' } })
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text])
    expect((await rest(url, 'register', { body: { name: 'Zoe', password: 'a long password' } })).status).toBe(
      200,
    )
    const attempts = []
    for (let n = 0; n < 7; n += 1)
      attempts.push((await rest(url, 'login', { body: { login: 'x', password: `${n}` } })).status)
    expect(attempts.at(-1)).toBe(429)
  })
})
