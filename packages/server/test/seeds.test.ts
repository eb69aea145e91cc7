/** Seeds: a table from a save shows it, and a game whose seed is out doesn't continue. */
import { presentSeats } from '@ludoforge/kernel'
import { headerLines, parseTrace, traceText } from '@ludoforge/play'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { gameOf } from '../../../test/support/games.js'
import { makeTable, rest, startServer, TestSocket, type TestServer } from './support/server.js'
import { entriesOf } from './support/play.js'
import { type TestStore, STORES } from './support/stores.js'

const GAME = 'tic-tac-toe'
const WIN = ['b2', 'a1', 'a2', 'a3', 'c2']

describe.each(STORES)('seeds on $name', (kind) => {
  let place: TestStore
  let where: Awaited<ReturnType<TestStore['fresh']>>
  let server: TestServer
  beforeAll(async () => {
    place = await kind.open()
    where = await place.fresh()
    server = await startServer(where, [GAME, 'texas-holdem'])
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })

  async function headerOf(name: string, seed: string) {
    const game = await gameOf(name)
    const { def, fingerprint } = game
    return {
      format: 'ludoforge-trace/2',
      game: def.id,
      path: def.id,
      fingerprint,
      scenario: def.scenarios[0]?.id ?? '',
      seed,
      options: {},
      seats: Object.fromEntries(presentSeats(def, {}).map(({ id }) => [id, 'human'])),
      hash: game.hash(game.start({ seed })),
    } as const
  }

  /** Ann plays cross and Bob nought, with their sockets. */
  async function annAndBob() {
    const { url } = server
    const { table, key } = await makeTable(url, { game: GAME, you: 'Ann', seats: { cross: 'me' } })
    const { secret } = (await rest(url, 'invite', { id: table.id, key, body: { seats: ['nought'] } })).body
    const bob = (await rest(url, 'join', { id: table.id, body: { invitation: secret, you: 'Bob' } })).body.key
    const keys = { cross: key, nought: bob }
    const sockets = {
      cross: await TestSocket.at(url, table.id, key),
      nought: await TestSocket.at(url, table.id, bob),
    }
    return { id: table.id, keys, ann: sockets.cross, bob: sockets.nought }
  }

  async function win(
    id: string,
    keys: { readonly cross: string; readonly nought: string },
    at = server,
  ): Promise<void> {
    for (const [i, choice] of WIN.entries()) {
      const seat = i % 2 === 0 ? 'cross' : 'nought'
      const { question } = (await rest(at.url, 'look', { id, key: keys[seat] })).body
      const body = { type: 'decide', seat, question, choice }
      expect((await rest(at.url, 'ask', { id, key: keys[seat], body })).status).toBe(200)
    }
  }

  it('a save of a header and a chosen seed makes a table that shows that it comes from a save', async () => {
    const { url } = server
    const save = headerLines(await headerOf('texas-holdem', 'a seed that the host knows'))
    const { body, status } = await rest(url, 'upload', { body: { save, you: 'Eve', listed: true } })
    expect(status).toBe(200)
    const { id } = body.table
    expect(body.table).toMatchObject({ uploaded: true, number: 0 })
    expect((await rest(url, 'table', { id })).body.uploaded).toBe(true)
    expect((await rest(url, 'tables')).body.find((table) => table.id === id)?.uploaded).toBe(true)
    const spectator = await TestSocket.at(url, id)
    expect(spectator.messages[0]).toMatchObject({ type: 'welcome', table: { uploaded: true } })
    spectator.close()
  })

  it('a new table takes no seed, and has one of its own that no document contains', async () => {
    const { url } = server
    const wish = { game: GAME, you: 'Eve', seats: { cross: 'me' } }
    for (const seed of [1, 'x']) {
      const { status, text } = await rest(url, 'makeTable', { body: { ...wish, seed } })
      expect(status).toBe(400)
      expect(text).toContain('seed')
    }
    const [one, two] = [await makeTable(url, wish), await makeTable(url, wish)]
    const seeds = await server.tables.store.db
      .selectFrom('tables')
      .select('seed')
      .where('id', 'in', [one.table.id, two.table.id])
      .execute()
    expect(new Set(seeds.map(({ seed }) => seed)).size).toBe(2)
    expect(one.table.uploaded).toBe(false)
    for (const { seed } of seeds) expect(JSON.stringify([one, two])).not.toContain(JSON.parse(seed))
  })

  it('junk after a header is refused', async () => {
    const { url } = server
    const header = headerLines(await headerOf(GAME, 'junk'))
    const [line = ''] = header.split('\n')
    for (const save of [
      `${header}junk`,
      `${header}junk\n`,
      `${header}{"n":1\n`,
      `${line}\njunk\n${line}\n`,
    ]) {
      const { status, body } = await rest(url, 'upload', { body: { save, you: 'Eve' } })
      expect({ save, status, body }).toMatchObject({ save, status: 422, body: { code: 'bad-save' } })
    }
  })

  it('an undo past the end needs everybody’s consent and is announced', async () => {
    const { id, keys, ann, bob } = await annAndBob()
    await win(id, keys)
    await bob.until(({ type, ...message }) => type === 'step' && 'number' in message && message.number === 6)
    const last = ann.happenings.at(-1)
    expect(last).toMatchObject({ type: 'step', horizon: { free: null } })
    await ann.ask({ type: 'undo' })
    const proposal = await bob.until(({ type }) => type === 'proposal')
    expect((await rest(server.url, 'table', { id })).body.outcome).toBeDefined()
    await bob.ask({ type: 'consent', proposal: 'number' in proposal ? (proposal.number ?? 0) : 0, yes: true })
    const undone = await ann.until(({ type }) => type === 'undone')
    expect(undone).toMatchObject({ beyond: ['ended'], by: 'Ann' })
    expect((await rest(server.url, 'table', { id })).body.outcome).toBeUndefined()
    ann.close()
    bob.close()
  })

  it('once the save is out, the game can’t continue, also after a restart; a new table can', async () => {
    const { id, keys, ann, bob } = await annAndBob()
    expect((await rest(server.url, 'save', { id })).status).toBe(403)
    expect((await rest(server.url, 'table', { id })).body.disclosed).toBe(false)
    await win(id, keys)
    await ann.ask({ type: 'undo' })
    const proposal = await bob.until(({ type }) => type === 'proposal')
    const save = await rest(server.url, 'save', { id }) // of a stranger
    expect(parseTrace(save.text, 'save').decisions).toHaveLength(5)
    await ann.until(({ type }) => type === 'disclosed')
    const refused = {
      code: 'over',
      message: expect.stringContaining('Make a new table from the save') as string,
    }
    const number = 'number' in proposal ? (proposal.number ?? 0) : 0
    expect(await bob.ask({ type: 'consent', proposal: number, yes: true })).toMatchObject(refused)
    expect(await ann.ask({ type: 'undo' })).toMatchObject(refused)
    // The entry is written once.
    await rest(server.url, 'save', { id })
    const entries = (await entriesOf(await server.tables.get(id))).filter(
      (entry) => entry.kind === 'disclosed',
    )
    expect(entries).toHaveLength(1)
    ann.close()
    bob.close()
    await server.close()
    server = await startServer(where, [GAME, 'texas-holdem'])
    const again = await TestSocket.at(server.url, id, keys.cross)
    expect(again.messages[0]).toMatchObject({
      table: { disclosed: true },
      horizon: { free: null, ask: null },
    })
    expect(await again.ask({ type: 'undo' })).toMatchObject(refused)
    expect(
      (await rest(server.url, 'tablesOfKeys', { body: { keys: [{ table: id, key: keys.cross }] } })).body,
    ).toMatchObject([{ table: { disclosed: true } }])
    again.close()
    const { header, decisions } = parseTrace(save.text, 'save')
    const text = traceText(header, decisions.slice(0, 4))
    const { body: copy } = await rest(server.url, 'upload', {
      body: { save: text, you: 'Ann', seats: { cross: 'me' } },
    })
    expect(copy.table).toMatchObject({ uploaded: true, disclosed: false, deciding: ['cross'] })
  })
})

it('two servers on one Postgres: what one hands out, the other never continues', async () => {
  const place = await itemAt(STORES, 1).open()
  const where = await place.fresh()
  const servers = [await startServer(where, [GAME]), await startServer(where, [GAME])] as const
  const [one, two] = servers
  const wish = { game: GAME, you: 'Ann', seats: { cross: 'me', nought: 'me' } }
  // The undo and the save race. Whatever wins, there is never a save of a game that goes on.
  for (let n = 0; n < 8; n += 1) {
    const { table, key } = await makeTable(one.url, wish)
    const { id } = table
    for (const [i, choice] of WIN.entries()) {
      const { question } = (await rest(one.url, 'look', { id, key })).body
      const body = { type: 'decide', seat: i % 2 === 0 ? 'cross' : 'nought', question, choice }
      await rest(one.url, 'ask', { id, key, body })
    }
    await rest(two.url, 'table', { id })
    const [undo, save] = await Promise.all([
      rest(one.url, 'ask', { id, key, body: { type: 'undo' } }),
      rest(two.url, 'save', { id }),
    ])
    expect([
      [200, 403],
      [409, 200],
    ]).toContainEqual([undo.status, save.status])
  }
  for (const server of servers) await server.close()
  await place.end()
})
