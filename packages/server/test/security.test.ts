/** Attacks by strangers, by curious players, and by floods of requests. */
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Endpoint, type EndpointName, ENDPOINTS, refusal, request } from '@ludoforge/table'
import { type Game, Rng, type State, presentSeats } from '@ludoforge/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstItems, itemAt } from '../../../test/support/items.js'
import { twin } from '../../../test/support/secrets.js'
import { drawChoice } from '../../../test/support/play.js'
import { defOf, entriesOf, Guest, hotSeat } from './support/play.js'
import { TestSocket, makeTable, rest, startServer, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

let place: TestStore
let server: TestServer
let url: string
let folder: string
beforeAll(async () => {
  place = await itemAt(STORES, 0).open()
  folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-web-'))
  await writeFile(path.join(folder, 'secret.txt'), 'not for you')
  await mkdir(path.join(folder, 'web'))
  await writeFile(path.join(folder, 'web', 'index.html'), '<p>hello</p>')
  await writeFile(path.join(folder, 'web', '.hidden'), 'not for you')
  server = await startServer(
    await place.fresh(),
    ['tic-tac-toe', 'texas-holdem', 'goofspiel', 'three-crowns'],
    {
      web: path.join(folder, 'web'),
    },
  )
  ;({ url } = server)
})
afterAll(async () => {
  await server.close()
  await place.end()
  await rm(folder, { recursive: true, force: true })
})

/** Ann made the table and plays the first seat, Bob the second. */
async function annAndBob(game = 'tic-tac-toe') {
  const seats = presentSeats(await defOf(game), {}).map(({ id }) => id)
  const [a, b] = firstItems(seats, 2)
  const bots = Object.fromEntries(seats.slice(2).map((seat) => [seat, { bot: 'random' }]))
  const { table, key } = await makeTable(url, { game, you: 'Ann', seats: { [a]: 'me', ...bots } })
  const { body: invitation } = await rest(url, 'invite', { id: table.id, key, body: { seats: [b] } })
  const { body: bob } = await rest(url, 'join', {
    id: table.id,
    body: { invitation: invitation.secret, you: 'Bob' },
  })
  return { id: table.id, a, b, ann: key, bob: bob.key, invitation: invitation.secret }
}

describe('positions that differ only in what a seat may not see', () => {
  /** Returns the messages to a seat, without the fields that differ between tables. */
  const bare = (texts: readonly string[]): string =>
    JSON.stringify(
      texts.map((text) => JSON.parse(text) as unknown),
      (key, value: unknown) =>
        ['at', 'created', 'changed', 'person'].includes(key) ||
        (key === 'id' && typeof value === 'string' && value.length === 12)
          ? 0
          : value,
    )

  /** Creates a table at this position, with a socket of the seat's person. */
  async function tableAt(game: Game, state: State, seat: string) {
    const { table } = await server.tables.make({ game: game.def.id, you: 'Ann' }, null, 1)
    const { secret } = await server.tables.invitations.create(await server.tables.get(table.id), [seat])
    const { key } = await server.tables.join(table.id, secret, 'Bob', undefined, { account: null })
    const there = await server.tables.get(table.id)
    there.position = { ...there.position, state }
    const line = await TestSocket.at(url, table.id, key)
    const { text } = await rest(url, 'look', { id: table.id, key })
    return { line, text, question: there.position.question }
  }

  it.each(['texas-holdem', 'goofspiel', 'three-crowns'])(
    'are the same bytes on the wire: %s',
    async (name) => {
      const { table, key } = await hotSeat(server.tables, name, 'leak')
      const guest = await Guest.at(server.tables, table.id, key)
      const rng = new Rng(8)
      let compared = 0
      let differ = 0
      let steps = 0
      for (let n = 0; n < 16 && guest.table.deciding.length > 0; n += 1) {
        const { game, position } = guest.table
        const seats = presentSeats(game.def, {}).map(({ id }) => id)
        const seat = n % 2 === 0 ? itemAt(guest.table.deciding, 0) : itemAt(seats, rng.below(seats.length))
        const other = twin(game, position.state, seat, rng.below(1 << 20))
        if (game.hash(other) !== game.hash(position.state)) differ += 1
        const [one, two] = [await tableAt(game, position.state, seat), await tableAt(game, other, seat)]
        const decision = game.decision(position.state, seat)
        const choice = decision === undefined ? 'nothing' : drawChoice(decision, rng)
        // A hidden step must not show anything here either.
        const horizons =
          decision === undefined
            ? []
            : [position.state, other].map((state) => game.step(state, choice, seat).horizon)
        const quiet = horizons.length > 0 && horizons.every(({ rolled, revealed }) => !rolled && !revealed)
        for (const { line, question } of [one, two]) {
          await line.ask({ type: 'explain', seat, option: decision?.options[0]?.id ?? 'nothing' })
          await line.ask({ type: 'preview', seat, choices: [choice] })
          await line.ask({ type: 'decide', seat, question: question + 1, choice: choice as string }) // too late
          await line.ask({ type: 'decide', seat, question, choice: ['no', 'such', 'thing'] })
          if (quiet) {
            await line.ask({ type: 'decide', seat, question, choice: choice as string })
            steps += 1
          }
          line.close()
        }
        expect(bare([one.text, ...one.line.texts])).toBe(bare([two.text, ...two.line.texts]))
        compared += one.line.texts.length
        const deciding = itemAt(guest.table.deciding, 0)
        await guest.decideAny(deciding, rng)
      }
      expect(compared).toBeGreaterThan(50)
      expect(differ).toBeGreaterThan(3)
      expect(steps).toBeGreaterThan(3)
    },
  )

  it('neither the seed, nor a hash, nor anybody’s key is ever sent before the end', async () => {
    const { id, a, b, ann, bob } = await annAndBob('goofspiel')
    const lines = [
      await TestSocket.at(url, id, ann),
      await TestSocket.at(url, id, bob),
      await TestSocket.at(url, id),
    ]
    const table = await server.tables.get(id)
    for (let n = 0; n < 4; n += 1) {
      for (const [line, seat] of [
        [itemAt(lines, 0), a],
        [itemAt(lines, 1), b],
      ] as const) {
        await expect.poll(() => table.deciding.includes(seat)).toBe(true)
        const choice = drawChoice(table.game.decision(table.position.state, seat)!, new Rng(n))
        await line.ask({ type: 'decide', seat, question: table.position.question, choice: choice as string })
      }
    }
    const documents = [
      await rest(url, 'table', { id }),
      await rest(url, 'look', { id, key: ann }),
      await rest(url, 'news', { id, key: bob }),
    ]
    const sent = [...lines.flatMap(({ texts }) => texts), ...documents.map(({ text }) => text)].join('\n')
    const secrets = [String(table.start.seed), ann, bob, ...table.people.map(({ keyHash }) => keyHash)]
    for (const entry of await entriesOf(table)) if (entry.kind === 'decision') secrets.push(entry.hash)
    expect(secrets.length).toBeGreaterThan(10)
    for (const secret of secrets) expect(sent).not.toContain(secret)
  })
})

describe('every endpoint', () => {
  let kim: string // logged in
  beforeAll(async () => {
    const { headers } = await rest(url, 'register', { body: { name: 'Kim', password: 'a long password' } })
    kim = itemAt((headers.get('set-cookie') ?? '').split(';'), 0)
  })
  const endpoints = Object.entries<Endpoint>(ENDPOINTS) as [EndpointName, Endpoint][]

  it.each(endpoints.filter(([, { who }]) => who === 'person' || who === 'host'))(
    '%s is for those at the table',
    async (name) => {
      const { id, bob } = await annAndBob()
      const other = await annAndBob()
      const body = name === 'ask' ? { type: 'chat', text: 'hi' } : { seats: ['cross'] }
      const withBody = ENDPOINTS[name].method === 'POST' ? { body } : {}
      const before = (await server.tables.get(id)).position.number
      expect((await rest(url, name, { id, ...withBody })).status).toBe(401)
      for (const key of [other.ann, other.bob, other.invitation, 'x', `${bob}x`])
        expect((await rest(url, name, { id, key, ...withBody })).status).toBe(403)
      if (ENDPOINTS[name].who === 'host')
        expect((await rest(url, name, { id, key: bob, ...withBody })).status).toBe(403)
      expect((await server.tables.get(id)).position.number).toBe(before)
    },
  )

  it.each(endpoints.filter(([, { who }]) => who === 'account'))(
    '%s is for those who are logged in',
    async (name) => {
      const { ann } = await annAndBob()
      const withBody = ENDPOINTS[name].method === 'POST' ? { body: { table: 'x', key: ann } } : {}
      for (const cookie of ['', 'ludoforge=', 'ludoforge=guess', `ludoforge=${ann}`])
        expect((await rest(url, name, { cookie, ...withBody })).status).toBe(401)
    },
  )

  it.each(endpoints.filter(([, { body }]) => body !== undefined))(
    '%s refuses what makes no sense',
    async (name, { who }) => {
      const { id, ann } = await annAndBob()
      const by = who === 'account' ? { cookie: kim } : { key: ann }
      for (const body of [
        '',
        '{',
        'null',
        '[]',
        '{}',
        '"x"',
        '{"type":"decide"}',
        '{"__proto__":{"host":true}}',
        '{"game":"tic-tac-toe","you":"A","more":1}',
      ]) {
        const { status, text } = await rest(url, name, { id, ...by, body })
        expect([400, 404]).toContain(status)
        expect(refusal.parse(JSON.parse(text))).toMatchObject({
          code: status === 404 ? 'not-found' : 'bad-message',
        })
      }
      const { status } = await rest(url, name, { id, ...by, body: { you: 'x'.repeat(9 << 20) } })
      expect(status).toBe(413)
    },
  )

  it('the seat of an account cannot be linked to another account', async () => {
    const cookies = await Promise.all(
      ['Ann', 'Eve'].map(async (name) => {
        const { headers } = await rest(url, 'register', { body: { name, password: 'a long password' } })
        return itemAt((headers.get('set-cookie') ?? '').split(';'), 0)
      }),
    )
    const [first, second] = firstItems(cookies, 2)
    const { table, key } = await makeTable(url, { game: 'tic-tac-toe', you: 'Ann' }, first)
    expect((await rest(url, 'keep', { cookie: second, body: { table: table.id, key } })).status).toBe(403)
  })
})

describe('the socket', () => {
  it.each(request.options.map(({ shape }) => [shape.type.value]))(
    '%s is not for onlookers (but for what everybody saw), nor before hello',
    async (type) => {
      const { id } = await annAndBob()
      const samples: Record<string, unknown> = {
        decide: { type, seat: 'cross', question: 1, choice: 'a1' },
        consent: { type, proposal: 1, yes: true },
        chat: { type, text: 'hi' },
        seen: { type, number: 1 },
        explain: { type, seat: 'cross', option: 'a1' },
        preview: { type, seat: 'cross', choices: ['a1'] },
        seat: { type, seat: 'cross', to: 'me' },
        history: { type, from: 0, to: 0 },
        hint: { type, seat: 'cross' },
        explore: { type, seat: 'cross', number: 0 },
      }
      const ask = (samples[type] ?? { type }) as Parameters<TestSocket['ask']>[0]
      const line = await TestSocket.open(url)
      expect(await line.ask(ask)).toMatchObject({ type: 'error', code: 'bad-message' })
      const onlooker = await TestSocket.at(url, id)
      const answer = await onlooker.ask(ask)
      if (type !== 'history') expect(answer).toMatchObject({ type: 'error', code: 'not-allowed' })
      else expect(answer).toMatchObject({ type: 'done', history: { shown: [{ eye: null }] } })
      for (const { socket } of [line, onlooker]) socket.terminate()
    },
  )

  it('refuses the key of another table, and reveals nothing about the table', async () => {
    const [one, other] = [await annAndBob(), await annAndBob()]
    const line = await TestSocket.at(url, one.id, other.ann)
    expect(line.messages).toEqual([expect.objectContaining({ type: 'error', code: 'not-allowed' })])
    line.close()
  })

  it('answers junk with typed errors, and the table stays as it is', async () => {
    const { id, ann } = await annAndBob()
    const line = await TestSocket.at(url, id, ann)
    const { number } = (await server.tables.get(id)).position
    const junk = [
      '',
      'hello',
      '{}',
      '[]',
      'null',
      '1',
      '{"id":1}',
      '{"id":-1,"ask":{"type":"chat","text":"x"}}',
      '{"id":1,"ask":{"type":"chat","text":"x","by":"Bob"}}',
      '\u0000',
      `{"id":1,"ask":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    ]
    for (const text of junk) line.socket.send(text)
    line.socket.send(Buffer.from([1, 2, 3]))
    line.socket.send(JSON.stringify({ id: 7, ask: { type: 'chat', text: 'x'.repeat(70_000) } }))
    await expect.poll(() => line.messages.length).toBe(junk.length + 3)
    const codes = line.messages.slice(1).map((message) => message.type === 'error' && message.code)
    expect(new Set(codes)).toEqual(new Set(['bad-message', 'too-large']))
    expect((await server.tables.get(id)).position.number).toBe(number)
    line.socket.send('x'.repeat(2 << 20))
    await expect.poll(() => line.closed?.code).toBe(1009)
  })

  it('rejects other origins, for the socket and for changes', async () => {
    await expect(TestSocket.open(url, { origin: 'https://evil.example' })).rejects.toThrow('403')
    await expect(TestSocket.open(url, { origin: 'null' })).rejects.toThrow('403')
    ;(await TestSocket.open(url, { origin: url })).close()
    const headers = { origin: 'https://evil.example' }
    const { status, body } = await rest(url, 'makeTable', {
      body: { game: 'tic-tac-toe', you: 'A' },
      headers,
    })
    expect([status, body]).toEqual([403, expect.objectContaining({ code: 'bad-origin' })])
  })
})

describe('pages', () => {
  /** Sends the path as it is; `fetch` would normalize it. */
  function raw(target: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url)
      const asked = httpRequest({ hostname, port, path: target }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      asked.on('error', reject)
      asked.end()
    })
  }

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%252e%252e/secret.txt',
    '/.hidden',
    '//etc/passwd',
    '/index.html/../../secret.txt',
    '/games/..%2f..%2fsecret.txt/rules.json',
    '/games/..%2f..%2fsecret.txt',
    '/api/tables/..%2f..%2fsecret.txt/save',
    '/\0secret.txt',
  ])('nothing outside the folder is given away: %j', async (target) => {
    const { status, text } = await raw(encodeURI(target).replaceAll('%25', '%'))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).not.toContain('not for you')
    expect(text).not.toContain('root:')
  })

  it('come with headers that block foreign code', async () => {
    const { headers, status } = await fetch(`${url}/`)
    expect(status).toBe(200)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('a flood', () => {
  it('is refused with typed errors, and others continue to play', async () => {
    const limits = { perMinute: 100, socket: { perSecond: 5, perAddress: 5 } }
    const busy = await startServer(await place.fresh(), ['tic-tac-toe'], { limits })
    const { table, key } = await makeTable(busy.url, {
      game: 'tic-tac-toe',
      you: 'Ann',
      seats: { cross: 'me' },
    })
    const { id } = table
    const invitation = (await rest(busy.url, 'invite', { id, key, body: { seats: ['nought'] } })).body.secret
    const { body: bob } = await rest(busy.url, 'join', { id, body: { invitation, you: 'Bob' } })
    const calm = await TestSocket.at(busy.url, id, key)
    const floods = [await TestSocket.at(busy.url, id, bob.key), await TestSocket.at(busy.url, id, bob.key)]
    for (let n = 0; n < 1000; n += 1)
      for (const { socket } of floods)
        socket.send(JSON.stringify({ id: n + 10, ask: { type: 'chat', text: `${n}` } }))
    const before = performance.now()
    expect(await calm.ask({ type: 'decide', seat: 'cross', question: 0, choice: 'b2' })).toMatchObject({
      type: 'done',
    })
    expect(performance.now() - before).toBeLessThan(5000)
    for (const flood of floods) {
      await expect.poll(() => flood.closed?.code).toBe(1008)
      const refused = flood.messages.filter((one) => one.type === 'error' && one.code === 'too-frequent')
      expect(refused.length).toBeGreaterThan(100)
      expect(refused.every((one) => one.type === 'error' && (one.retryAfter ?? 0) >= 1)).toBe(true)
    }
    // All sockets of a person share one token bucket: a burst of 10, then 5 a second.
    const seconds = (performance.now() - before) / 1000
    const said = (await entriesOf(await busy.tables.get(id))).filter(({ kind }) => kind === 'chat')
    expect(said.length).toBeLessThan(10 + 5 * (seconds + 1))
    const asked = { id, key: bob.key, body: { type: 'chat', text: 'by another way' } }
    const answers = await Promise.all(Array.from({ length: 40 }, () => rest(busy.url, 'ask', asked)))
    const late = answers.filter(({ status }) => status === 429)
    expect(late.some(({ text }) => text.includes('Too many requests. Try again in 1 s.'))).toBe(true)
    for (const { text: body, headers } of late)
      expect(headers.get('retry-after')).toBe(String(refusal.parse(JSON.parse(body)).retryAfter))
    const lines = await Promise.allSettled(Array.from({ length: 8 }, () => TestSocket.open(busy.url)))
    expect(lines.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(2)
    const statuses = await Promise.all(
      Array.from({ length: 150 }, async () => (await rest(busy.url, 'games')).status),
    )
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(40)
    const { text } = await rest(busy.url, 'games')
    expect(refusal.parse(JSON.parse(text)).code).toBe('too-frequent')
    await busy.close()
  })
})
