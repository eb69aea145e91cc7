/** Clocks of tables on real servers: deadlines, reminders and time-outs. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ENDPOINTS, type ClockRule, type TableDocument } from '@ludoforge/table'
import { Rng, presentSeats } from '@ludoforge/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { drawChoice } from '../../../test/support/play.js'
import { ClockWorker } from '../src/clocks/index.js'
import type { StoreOptions } from '../src/store/index.js'
import { loadEntries } from '../src/tables/rows.js'
import { makeTable, rest, startServer, type TestServer, TestSocket } from './support/server.js'
import { STORES, type TestStore } from './support/stores.js'

const DAY_MS = 86_400_000
const THREE_DAYS: ClockRule = { type: 'turn', seconds: 3 * 86_400, then: 'bot' }

describe.each(STORES)('clocks on $name', (kind) => {
  let place: TestStore
  let where: StoreOptions
  let server: TestServer
  let ahead = 0 // how far the server's clock is ahead, in milliseconds
  const start = async (): Promise<void> => {
    server = await startServer(where, ['tic-tac-toe', 'goofspiel'], {
      now: () => Date.now() + ahead,
      notices: { inside: true, againMs: [100, 100, 100, 100] },
    })
  }
  beforeAll(async () => {
    place = await kind.open()
    where = await place.fresh()
    await start()
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })

  /** Ann hosts and plays cross, Bob plays nought. */
  async function annAndBob(clock: ClockRule, game = 'tic-tac-toe', seats = ['cross', 'nought']) {
    const { url } = server
    ahead = 0
    const { table, key } = await makeTable(url, {
      game,
      you: 'Ann',
      seats: { [itemAt(seats, 0)]: 'me' },
      clock,
    })
    const { id } = table
    const { body: invitation } = await rest(url, 'invite', { id, key, body: { seats: seats.slice(1) } })
    const { body: bob } = await rest(url, 'join', {
      id,
      body: { invitation: invitation.secret, you: 'Bob', seat: itemAt(seats, 1) },
    })
    return { id, ann: key, bob: bob.key }
  }
  const ask = (id: string, key: string, body: unknown) => rest(server.url, 'ask', { id, key, body })
  const decide = async (id: string, key: string, seat: string, choice: string): Promise<void> => {
    const { question } = (await rest(server.url, 'look', { id, key })).body
    expect((await ask(id, key, { type: 'decide', seat, question, choice })).status).toBe(200)
  }
  const seatOf = async (id: string, seat: string): Promise<TableDocument['seats'][number]> => {
    const { body } = await rest(server.url, 'table', { id })
    return itemAt(
      body.seats.filter((one) => one.seat === seat),
      0,
    )
  }

  it('everybody sees the clock: in the table, in the list, and in each update', async () => {
    const { id, ann } = await annAndBob(THREE_DAYS)
    const line = await TestSocket.at(server.url, id, ann)
    await decide(id, ann, 'cross', 'b2')
    const step = await line.until(({ type }) => type === 'step')
    const { body: shown } = await rest(server.url, 'table', { id })
    const { body: mine } = await rest(server.url, 'tablesOfKeys', {
      body: { keys: [{ table: id, key: ann }] },
    })
    line.close()
    expect(shown.clock).toMatchObject({ rule: THREE_DAYS, seats: { nought: { left: 3 * DAY_MS } } })
    expect(shown.clock?.seats['cross']).toEqual({ left: 3 * DAY_MS })
    expect(shown.clock?.seats['nought']?.since).toBe(shown.changed)
    expect(itemAt(mine, 0).table.clock).toEqual(shown.clock)
    expect(step).toMatchObject({ clock: shown.clock })
  })

  it('a bot takes over when the time is out, also after a restart, until the player takes the seat back', async () => {
    const { id, ann, bob } = await annAndBob(THREE_DAYS)
    await decide(id, ann, 'cross', 'b2')
    ahead = 2 * DAY_MS
    await server.close()
    await start()
    expect(await seatOf(id, 'nought')).toMatchObject({ kind: 'person' })
    let hasTakenOver = false
    server.tables.onChange((table, [first]) => {
      if (hasTakenOver || table.id !== id || first?.entry.kind !== 'note') return
      // The bot's answer is stamped with today's time: at this distance, Ann's time would be out at once.
      hasTakenOver = true
      ahead = 0
    })
    ahead = 3 * DAY_MS + 1000
    await expect.poll(() => seatOf(id, 'nought')).toMatchObject({ kind: 'bot', name: 'Bob' })
    const entries = async () => loadEntries(server.tables.store.db, id)
    await expect.poll(async () => (await entries()).at(-1)?.kind).toBe('decision')
    expect((await entries()).filter((entry) => entry.kind === 'note')).toMatchObject([
      { text: 'Bob ran out of time. A bot plays Nought until Bob takes the seat back.' },
    ])
    expect((await ask(id, bob, { type: 'seat', seat: 'nought', to: 'person' })).status).toBe(200)
    expect(await seatOf(id, 'nought')).toMatchObject({ kind: 'person', name: 'Bob' })
  })

  it('an answer in time stops the clock, and the next seat has its own', async () => {
    const { id, ann, bob } = await annAndBob({ ...THREE_DAYS, then: 'open' })
    ahead = 2 * DAY_MS
    await decide(id, ann, 'cross', 'b2')
    await decide(id, bob, 'nought', 'a1')
    ahead = 2.9 * DAY_MS
    await new ClockWorker(server.tables, { log: () => {}, now: () => Date.now() + ahead }).checkAll()
    expect(await seatOf(id, 'cross')).toMatchObject({ kind: 'person' })
    ahead = 3 * DAY_MS + 1000
    await expect
      .poll(() => seatOf(id, 'cross'))
      .toMatchObject({ seat: 'cross', kind: 'open', seenBy: [{ name: 'Ann' }] })
    expect(await seatOf(id, 'nought')).toMatchObject({ kind: 'person' })
  })

  it('nothing happens if the table says so', async () => {
    const { id } = await annAndBob({ ...THREE_DAYS, then: 'nothing' })
    ahead = 10 * DAY_MS
    await new ClockWorker(server.tables, { log: () => {}, now: () => Date.now() + ahead }).checkAll()
    expect(await seatOf(id, 'cross')).toMatchObject({ kind: 'person' })
    expect(await loadEntries(server.tables.store.db, id)).toMatchObject([{ kind: 'seats' }])
  })

  it('each pending seat of a simultaneous choice has its clock', async () => {
    const def = (await server.tables.rulebooks.offered('goofspiel')).def
    const seats = presentSeats(def, {}).map((seat) => seat.id)
    const { id, ann } = await annAndBob({ ...THREE_DAYS, then: 'open' }, 'goofspiel', seats)
    const [first = '', second = ''] = seats
    const { body: before } = await rest(server.url, 'table', { id })
    expect(Object.values(before.clock?.seats ?? {}).filter(({ since }) => since !== undefined)).toHaveLength(
      2,
    )
    const { body: look } = await rest(server.url, 'look', { id, key: ann })
    const decision = look.shown[0]?.view.decision
    if (decision === undefined) throw new Error('Ann has no decision')
    const choice = drawChoice(decision, new Rng(1))
    const body = { type: 'decide', seat: first, question: look.question, choice }
    expect((await ask(id, ann, body)).status).toBe(200)
    ahead = 3 * DAY_MS + 1000
    await expect.poll(() => seatOf(id, second)).toMatchObject({ kind: 'open' })
    expect(await seatOf(id, first)).toMatchObject({ kind: 'person' })
  })

  it('a reminder goes out once when a quarter of the time is left, and a notice when it is out', async () => {
    const received: { readonly type: string; readonly text: string }[] = []
    const hook = createServer((request, response) => {
      let body = ''
      request.on('data', (data: Buffer) => (body += data.toString()))
      request.on('end', () => {
        received.push(JSON.parse(body) as { type: string; text: string })
        response.end()
      })
    })
    await new Promise<void>((resolve) => {
      hook.listen(0, '127.0.0.1', resolve)
    })
    const { port } = hook.address() as AddressInfo
    const { id, ann, bob } = await annAndBob({ ...THREE_DAYS, then: 'open' })
    await rest(server.url, 'addHook', {
      id,
      key: bob,
      body: { url: `http://127.0.0.1:${port}/`, about: 'me' },
    })
    await decide(id, ann, 'cross', 'b2')
    await expect.poll(() => received.length).toBe(1)
    ahead = 2.5 * DAY_MS
    await expect.poll(() => received.map(({ type }) => type)).toEqual(['your-turn', 'reminder'])
    expect(received[1]?.text).toMatch(
      /it is still your turn, Bob\. You have (12 hours|11 hours 59 minutes) left\./,
    )
    const worker = new ClockWorker(server.tables, { log: () => {}, now: () => Date.now() + ahead })
    await worker.checkAll()
    await worker.checkAll()
    ahead = 3 * DAY_MS + 1000
    await expect.poll(() => received.map(({ type }) => type)).toEqual(['your-turn', 'reminder', 'time-out'])
    expect(received[2]?.text).toContain('Your seat is open now.')
    hook.close()
  })

  it('of two workers that act at once, one does', async () => {
    const { id } = await annAndBob({ ...THREE_DAYS, then: 'open' })
    const other = kind.name === 'SQLite' ? server : await startServer(where, [])
    const late = { log: (problem: string) => expect.fail(problem), now: () => Date.now() + 4 * DAY_MS }
    await other.tables.get(id) // both have loaded the table
    await Promise.all([server, other].map(({ tables }) => new ClockWorker(tables, late).checkAll()))
    const entries = await loadEntries(server.tables.store.db, id)
    expect(entries.filter((entry) => entry.kind === 'note')).toHaveLength(1)
    expect(await seatOf(id, 'cross')).toMatchObject({
      seat: 'cross',
      kind: 'open',
      seenBy: [{ name: 'Ann' }],
    })
    if (other !== server) await other.close()
  })

  it('an uploaded save may have a clock, and a bad clock is refused', async () => {
    const body = { game: 'tic-tac-toe', you: 'Ann', clock: { type: 'turn', seconds: -1, then: 'bot' } }
    expect((await rest(server.url, 'makeTable', { body })).status).toBe(400)
    expect(ENDPOINTS.upload.body.shape.clock).toBeDefined()
  })
})
