/** The pages around the table: addresses, texts, games, the login, the settings and the list of your tables. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockText, lasting, listText, playersText, statusText, timeAgo } from '../src/app/format.js'
import { lessonCountText, lessonsOf } from '../src/app/learn/course.js'
import { href, routeOf } from '../src/app/routes.js'
import { suggestedName } from '../src/app/suggested-name.js'

describe('an address', () => {
  it.each([
    ['', { at: 'lobby' }],
    ['#', { at: 'lobby' }],
    ['#/', { at: 'lobby' }],
    ['#/new/reversi', { at: 'new', game: 'reversi' }],
    ['#/table/t1', { at: 'table', id: 't1', key: '' }],
    ['#/table/t1/k%2Fy', { at: 'table', id: 't1', key: 'k/y' }],
    ['#/local/a%20b', { at: 'local', id: 'a b' }],
    ['#/join/t1/secret', { at: 'join', table: 't1', secret: 'secret' }],
    ['#/settings', { at: 'settings' }],
    ['#/account', { at: 'account' }],
    ['#/rules/abc', { at: 'rules', game: 'abc', place: '' }],
    ['#/rules/abc/rules.md%3A7', { at: 'rules', game: 'abc', place: 'rules.md:7' }],
    ['#/reset/t-1', { at: 'reset', token: 't-1' }],
    ['#/local/50%', { at: 'local', id: '50%' }], // an invalid escape is kept as it is
    ['#/new', { at: 'nowhere', path: 'new' }],
    ['#/join/t1', { at: 'nowhere', path: 'join/t1' }],
    ['#/settings/more', { at: 'nowhere', path: 'settings/more' }],
    ['#/elsewhere', { at: 'nowhere', path: 'elsewhere' }],
    ['#/toString', { at: 'nowhere', path: 'toString' }],
  ])('%s', (hash, route) => {
    expect(routeOf(hash)).toEqual(route)
  })

  it.each([
    [{ at: 'lobby' } as const, '#/'],
    [{ at: 'new', game: 'a b' } as const, '#/new/a%20b'],
    [{ at: 'table', id: 't1' } as const, '#/table/t1'],
    [{ at: 'table', id: 't1', key: 'k/y' } as const, '#/table/t1/k%2Fy'],
    [{ at: 'rules', game: 'abc', place: '' } as const, '#/rules/abc'],
    [{ at: 'settings' } as const, '#/settings'],
  ])('of %j is %s', (route, text) => {
    expect(href(route)).toBe(text)
  })
})

describe('texts', () => {
  it('say how long ago something was', () => {
    const ago = (seconds: number) => timeAgo(1_000_000_000 - seconds * 1000, 1_000_000_000)
    expect([0, 59, 60, 119, 120, 3599, 3600, 86_399, 86_400, 200_000].map(ago)).toEqual([
      'just now',
      'just now',
      '1 minute ago',
      '1 minute ago',
      '2 minutes ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      'yesterday',
      '2 days ago',
    ])
  })

  it('list words', () => {
    expect([listText([]), listText(['a']), listText(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b, and c'])
  })

  it('tell the clock of a table: who has the least time left, and what happens then', () => {
    const rule = { type: 'turn', seconds: 100, then: 'bot' } as const
    const seats = [
      { seat: 'red', kind: 'person' as const, name: 'Ann' },
      { seat: 'blue', kind: 'person' as const, name: 'Bob' },
    ]
    const both = { red: { left: 90_000, since: 0 }, blue: { left: 60_000, since: 0 } }
    const outcome = { winners: [], ranking: [] }
    expect(clockText({ seats, clock: { rule, seats: both } }, [], 10_000)).toBe(
      '50 seconds left, then a bot plays until Bob is back',
    )
    expect(clockText({ seats, clock: { rule, seats: both } }, ['blue'], 10_000)).toBe(
      '50 seconds left, then a bot plays until you are back',
    )
    expect(clockText({ seats, clock: { rule, seats: { red: { left: 9 } } } }, [], 0)).toBe(
      '1 minute 40 seconds per answer',
    )
    expect(clockText({ seats }, [], 0)).toBeUndefined()
    expect(
      clockText({ seats, outcome: outcome as never, clock: { rule, seats: both } }, [], 0),
    ).toBeUndefined()
  })

  it('tell the status of a table', () => {
    const status = (table: object, mine: readonly string[] = []) =>
      statusText({ deciding: [], seats: [], ...table }, mine, (id) => id.toUpperCase())
    const open = { kind: 'open' }
    expect([
      status({ outcome: { winners: [] } }),
      status({ outcome: { winners: ['red', 'blue'] }, deciding: ['red'] }, ['red']),
      status({ deciding: ['red', 'blue'] }, ['blue']),
      status({ deciding: ['red', 'blue'] }, ['green']),
      status({}),
      status({ deciding: ['red'], seats: [open, { kind: 'bot' }] }),
      status({ seats: [open, open] }),
    ]).toEqual([
      'Finished: draw',
      'Finished: RED and BLUE won',
      'Your turn',
      'RED and BLUE to decide',
      'Nobody’s turn',
      'RED to decide · 1 open seat',
      'Nobody’s turn · 2 open seats',
    ])
  })
})

it('a new table is named after its scenario or game, and the day', () => {
  const day = new Date(2026, 10, 18)
  const card = { title: 'Chess', scenarios: [{ id: 'a', title: 'Short' }] }
  expect(suggestedName(card, 'a', day)).toBe('Chess, 18 November')
  const two = { ...card, scenarios: [...card.scenarios, { id: 'b', title: 'Long' }] }
  expect(suggestedName(two, 'b', day)).toBe('Long, 18 November')
})

it('a game is learned in lessons, not in parts of lessons', () => {
  const lesson = (id: string) => ({ id, title: id, seat: 'red', tasks: 1, minutes: 2 })
  expect(lessonCountText([lesson('01-first')])).toBe('one lesson')
  const parts = [lesson('01-first'), lesson('02-second/1'), lesson('02-second/2'), lesson('03-third')]
  expect(lessonCountText(parts)).toBe('3 lessons')
  expect(lessonsOf(parts).flat()).toEqual(parts)
})

describe('a row of the lobby', () => {
  const seats = [
    { seat: 'red', kind: 'person', name: 'Ann', person: '1' },
    { seat: 'blue', kind: 'person', name: 'Bob', person: '2' },
    { seat: 'green', kind: 'bot', agent: 'easy' },
  ] as const
  const players = (mine: readonly string[], all: readonly (typeof seats)[number][] = seats) =>
    playersText({ seats: [...all] }, mine, (id) => id.toUpperCase())

  it('says what you play, and against whom', () => {
    expect(players(['red'])).toBe('You play RED against Bob (BLUE) and bot GREEN')
    expect(players(['red'], [...seats, ...Array.from({ length: 4 }, () => seats[2])])).toBe(
      'You play RED against Bob (BLUE) and 5 bots',
    )
    expect(players([])).toBe('Ann (RED), Bob (BLUE), and bot GREEN')
    expect(players(['red', 'blue'], seats.slice(0, 2))).toBe('You play RED and BLUE')
  })

  it('says for how long it is somebody’s turn', () => {
    const of = (seconds: number) => lasting(1_000_000 - seconds * 1000, 1_000_000)
    expect([of(10), of(60), of(7200), of(86_400 * 3)]).toEqual([
      'just now',
      'for 1 minute',
      'for 2 hours',
      'for 3 days',
    ])
  })
})

const BASE = 'http://site.example/play/'
const siteFile = { server: true, version: '1', docs: false }

type Answer = (body: unknown) => unknown
/** What the site answers, by method and path. */
const answers = new Map<string, Answer>()
const requests: string[] = []

const refusal = (status: number, code: string) => () =>
  Response.json({ code, message: `No: ${code}.` }, { status })

async function fakeFetch(url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const request = `${method} ${url.replace(BASE, '')}`
  requests.push(typeof body === 'string' ? `${request} ${body}` : request)
  const answer = answers.get(request)
  if (answer === undefined) return new Response('', { status: 404 })
  const given = answer(typeof body === 'string' ? JSON.parse(body) : undefined)
  return given instanceof Response ? given : ({ ok: true, status: 200, headers: new Headers({ 'content-type': 'application/json' }), json: async () => given } as Response) // biome-ignore format: one line
}

const stored = new Map<string, string>()
const localStorage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
  removeItem: (name: string) => void stored.delete(name),
}

const root = { dataset: {} as Record<string, string> }
const darkScheme = { matches: false, changed: () => {}, addEventListener: (_: string, listener: () => void) => { darkScheme.changed = listener } } // biome-ignore format: one line

/** These modules read the page when they load. */
async function loadPages() {
  const pages = {
    ...(await import('../src/app/site.js')),
    ...(await import('../src/app/games.js')),
    ...(await import('../src/app/account.js')),
    ...(await import('../src/app/seat-keys.js')),
    ...(await import('../src/app/my-tables.js')),
    ...(await import('../src/app/public-pages.js')),
    ...(await import('../src/app/settings.js')),
  }
  return pages
}
let app: Awaited<ReturnType<typeof loadPages>>

beforeAll(async () => {
  vi.stubGlobal('window', { localStorage })
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('document', { baseURI: `${BASE}index.html?x#/`, documentElement: root })
  vi.stubGlobal('matchMedia', () => darkScheme)
  vi.stubGlobal('fetch', fakeFetch)
  app = await loadPages()
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const PATH = { preparing: 'GET api/preparing' }

beforeEach(() => {
  answers.clear()
  requests.length = 0
  siteFile.server = true
  answers.set('GET site.json', () => siteFile)
  app.useKeys.setState({ keys: {} })
  app.useAccount.setState({ account: null })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the site', () => {
  it('is loaded once, and again after a failure', async () => {
    answers.set('GET site.json', refusal(500, 'trouble'))
    await expect(app.site()).rejects.toMatchObject({ code: 'trouble' })
    answers.set('GET site.json', () => siteFile)
    expect(await app.site()).toEqual(siteFile)
    expect(await app.site()).toEqual(siteFile)
    expect(requests).toEqual(['GET site.json', 'GET site.json'])
  })

  it('says why a file cannot be loaded', async () => {
    answers.set('GET broken.json', () => new Response('', { status: 502 }))
    await expect(app.fetchFile('none.json')).rejects.toMatchObject({
      code: 'not-found',
      message: 'This site has no file none.json.',
    })
    await expect(app.fetchFile('broken.json')).rejects.toMatchObject({
      code: 'trouble',
      message: 'Can’t load broken.json (HTTP 502). Try again later.',
    })
    const offline = (): never => {
      throw new TypeError('fetch failed')
    }
    answers.set('GET site.json', offline)
    await expect(app.fetchFile('site.json')).rejects.toMatchObject({ code: 'busy' })
    answers.set(PATH.preparing, offline)
    await expect(app.call('preparing')).rejects.toMatchObject({
      code: 'busy',
      message: 'The server doesn’t answer. Try again later.',
    })
    answers.set(PATH.preparing, refusal(409, 'taken'))
    await expect(app.call('preparing')).rejects.toMatchObject({ code: 'taken', message: 'No: taken.' })
  })

  it('shows an error as its message', () => {
    expect([app.errorText(new Error('a')), app.errorText('b'), app.errorText(3)]).toEqual(['a', 'b', '3'])
  })
})

describe('games', () => {
  const games = [{ id: 'a' }, { id: 'b' }]

  it('are ready, or still compiled by the server', async () => {
    answers.set('GET games/index.json', () => games)
    answers.set(PATH.preparing, () => [{ id: 'b' }, { id: 'c' }])
    expect(await app.loadGamesAndPending()).toEqual({ games, preparing: [{ id: 'c' }] })
    expect(requests.slice(-2)).toEqual([PATH.preparing, 'GET games/index.json'])
    answers.set(PATH.preparing, refusal(503, 'busy'))
    expect(await app.loadGamesAndPending()).toEqual({ games, preparing: [] })
    requests.length = 0
    siteFile.server = false
    expect(await app.loadGamesAndPending()).toEqual({ games, preparing: [] })
    expect(requests).toEqual(['GET games/index.json'])
  })

  it('are awaited while they are compiled', async () => {
    vi.useFakeTimers()
    answers.set('GET games/index.json', () => [])
    answers.set(PATH.preparing, () => [{ id: 'c' }])
    await expect(app.loadGame('x')).rejects.toMatchObject({
      code: 'not-found',
      message: 'There’s no game “x” on this site.',
    })
    let found: unknown
    const loading = app.loadGame('c').then((game) => {
      found = game
    })
    await vi.advanceTimersByTimeAsync(400)
    answers.set('GET games/index.json', () => [{ id: 'a' }, { id: 'c' }])
    await vi.advanceTimersByTimeAsync(99)
    expect(found).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await loading
    expect(found).toEqual({ id: 'c' })
  })

  it('have a picture, which is wide if it may be cropped', () => {
    const picture = (width: number, height: number, drawn = `M0 0H${width}V${height}H0Z`) =>
      `<svg viewBox="0 0 ${width} ${height}"><path d="${drawn}"/></svg>`
    const shape = (text: string) => app.shapeOf({ picture: text })
    expect([shape(picture(120, 100)), shape(picture(119, 100)), shape(picture(120, 100, 'M0 0H9V9H0Z')), shape('')]).toEqual(['wide', 'tall', 'tall', 'tall']) // biome-ignore format: one line
    expect(app.pictureOf({ picture: '<svg a="1"/>' })).toBe('data:image/svg+xml,%3Csvg%20a%3D%221%22%2F%3E')
  })
})

describe('keys of seats', () => {
  it('are stored by table', () => {
    app.storeKey('t1', 'k1')
    app.storeKey('t2', 'k2')
    expect([app.keyOf('t1'), app.keyOf('t2'), app.keyOf('t3')]).toEqual(['k1', 'k2', undefined])
    expect(stored.get('ludoforge/keys')).toContain('k2')
    expect(app.usePerson.getState()).toEqual({ name: '' })
  })
})

describe('the login', () => {
  const ann = { name: 'ann' } as never

  it('is checked with the server, if there is one', async () => {
    await app.recallAccount()
    expect(requests).toEqual([])
    app.useAccount.setState({ account: ann })
    siteFile.server = false
    await app.recallAccount()
    expect(requests).toEqual([])
    siteFile.server = true
    answers.set('GET api/me', () => ({ name: 'anna' }))
    await app.recallAccount()
    expect(app.useAccount.getState().account).toEqual({ name: 'anna' })
    answers.set('GET api/me', refusal(503, 'busy'))
    await expect(app.recallAccount()).rejects.toMatchObject({ code: 'busy' })
    expect(app.useAccount.getState().account).toEqual({ name: 'anna' })
    answers.set('GET api/me', refusal(401, 'no-login'))
    await app.recallAccount()
    expect(app.useAccount.getState().account).toBeNull()
  })

  it('claims the tables whose keys are here, except those that are gone', async () => {
    app.useKeys.setState({ keys: { t1: 'k1', t2: 'k2' } })
    answers.set('POST api/accounts', () => ann)
    answers.set('POST api/session', () => ann)
    answers.set('POST api/me/tables', (body) =>
      (body as { table: string }).table === 't1' ? refusal(404, 'not-found')() : {},
    )
    expect(await app.register('ann', 'secret')).toEqual(ann)
    expect(app.useAccount.getState().account).toEqual(ann)
    expect(requests.slice(1)).toEqual([
      'POST api/me/tables {"table":"t1","key":"k1"}',
      'POST api/me/tables {"table":"t2","key":"k2"}',
    ])
    for (const code of ['busy', 'trouble']) {
      answers.set('POST api/me/tables', refusal(503, code))
      await expect(app.logIn('ann', 'secret')).rejects.toMatchObject({ code })
    }
    answers.set('POST api/me/tables', () => {
      throw new RangeError('a bug')
    })
    await expect(app.logIn('ann', 'secret')).rejects.toThrow('a bug')
    answers.set('DELETE api/session', () => ({}))
    await app.logOut()
    expect(app.useAccount.getState().account).toBeNull()
  })
})

describe('public tables', () => {
  const page = (newest: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ id: `t${newest - i}`, changed: newest - i }))

  it('come in pages, running and finished ones apart, until a page is not full', async () => {
    answers.set('GET api/tables', () => page(500, 100))
    answers.set('GET api/tables?before=401%2Ct401', () => page(400, 100))
    answers.set('GET api/tables?finished=1', () => page(900, 100))
    answers.set('GET api/tables?finished=1&before=801%2Ct801', () => page(800, 3))
    const first = await app.loadPage({ finished: false })
    expect(first.next).toEqual({ finished: false, before: '401,t401' })
    const second = await app.loadPage({ finished: false, before: '401,t401' })
    expect(second.next?.before).toBe('301,t301')
    const finished = await app.loadPage({ finished: true })
    expect(finished.next).toEqual({ finished: true, before: '801,t801' })
    const last = await app.loadPage({ finished: true, before: '801,t801' })
    expect(last).toMatchObject({ tables: page(800, 3), next: undefined })
    expect(app.joinPages([finished, last]).map(({ id }) => id)).toHaveLength(103)
    siteFile.server = false
    expect(await app.loadPage({ finished: true })).toEqual({ tables: [], next: undefined })
  })

  it('are listed once, as the newest page has them', async () => {
    answers.set('GET api/tables', () => [{ id: 'a', changed: 9 }])
    answers.set('GET api/tables?before=9%2Ca', () => [{ id: 'b', changed: 8 }, { id: 'a', changed: 7 }]) // biome-ignore format: one line
    const pages = [
      await app.loadPage({ finished: false }),
      await app.loadPage({ finished: false, before: '9,a' }),
    ]
    expect(app.joinPages(pages).map(({ id, changed }) => [id, changed])).toEqual([['a', 9], ['b', 8]]) // biome-ignore format: one line
  })
})

describe('your tables', () => {
  const table = (id: string, changed: number, change: object = {}) => ({
    yourTurn: false,
    table: { id, changed },
    ...change,
  })

  it('are those of the account and of the keys, your turns first, finished games last', async () => {
    const over = { table: { id: 'over', changed: 9, outcome: { winners: [] } } }
    answers.set('POST api/keys', () => [
      table('old', 1),
      table('over', 9, over),
      table('twice', 3),
      table('turn', 2, { yourTurn: true }),
    ])
    answers.set('GET api/me/tables', () => [table('twice', 3), table('new', 5)])
    app.useKeys.setState({ keys: { old: 'k' } })
    const ids = () => app.useMyTables.getState().tables?.map((own) => own.table.id)
    await app.loadMyTables()
    expect(ids()).toEqual(['turn', 'twice', 'old', 'over'])
    expect(requests.at(-1)).toBe('POST api/keys {"keys":[{"table":"old","key":"k"}]}')
    app.useAccount.setState({ account: { name: 'ann' } as never })
    await app.loadMyTables()
    expect(ids()).toEqual(['turn', 'new', 'twice', 'old', 'over'])
    app.useKeys.setState({ keys: {} })
    await app.loadMyTables()
    expect(ids()).toEqual(['new', 'twice'])
  })

  it('stay when the server does not answer, with its problem', async () => {
    app.useMyTables.setState({ tables: [], problem: undefined })
    app.useKeys.setState({ keys: { old: 'k' } })
    answers.set('POST api/keys', refusal(503, 'busy'))
    await app.loadMyTables()
    expect(app.useMyTables.getState()).toEqual({ tables: [], problem: 'No: busy.' })
    siteFile.server = false
    requests.length = 0
    await app.loadMyTables()
    expect(app.useMyTables.getState()).toEqual({ tables: [], problem: undefined })
    expect(requests).toEqual([])
  })
})

describe('the settings', () => {
  it('apply to the page, and follow the colours of the system', () => {
    app.applySettings()
    expect(root.dataset).toEqual({ theme: 'light', safe: 'false', text: 'normal' })
    darkScheme.matches = true
    darkScheme.changed()
    expect(root.dataset['theme']).toBe('dark')
    app.useSettings.setState({ theme: 'light', safe: true, text: 'large' })
    expect(root.dataset).toEqual({ theme: 'light', safe: 'true', text: 'large' })
    app.useSettings.setState({ theme: 'dark' })
    darkScheme.matches = false
    darkScheme.changed()
    expect(root.dataset['theme']).toBe('dark')
    expect(app.useSettings.getState()).toMatchObject({ speed: 2, sounds: false })
  })
})
