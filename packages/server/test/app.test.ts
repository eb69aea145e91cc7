/** The server's headers and limits, without a listening socket. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { refusal } from '@ludoforge/table'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type AppOptions, buildApp } from '../src/http/app.js'
import { OpenSockets } from '../src/http/open-sockets.js'
import { Metrics } from '../src/metrics.js'

const metrics = new Metrics({ bots: () => ({ waiting: 0, running: 0 }), tables: () => 0 })
afterAll(() => metrics.close())

/** None of these pages asks for tables or accounts. */
const NOTHING = {
  hint: () => Promise.reject(new Error('There are no hints here.')),
  addresses: {},
  tables: { store: { engine: { kind: 'sqlite' } } },
  accounts: {},
  sockets: new OpenSockets(),
  metrics,
  origins: [],
  version: 'test',
} as unknown as AppOptions

const apps: FastifyInstance[] = []
const appWith = async (options: Partial<AppOptions> = {}): Promise<FastifyInstance> => {
  const app = await buildApp({ ...NOTHING, ...options })
  apps.push(app)
  return app
}
const folders: string[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('headers', () => {
  it('let no foreign code in, and tell no other site where you were', async () => {
    const { headers, statusCode } = await (await appWith()).inject('/site.json')
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toBe(
      "default-src 'self';img-src 'self' data:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    )
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  it('let the workers of the desk evaluate code and reach no network, and let nothing else do the first', async () => {
    const web = mkdtempSync(path.join(tmpdir(), 'ludoforge-page-'))
    folders.push(web)
    mkdirSync(path.join(web, 'assets'))
    const workers = ['desk-game-worker-B_x1-9.js', 'desk-language-worker-abc.js', 'desk-balance-worker-0.js']
    const others = [
      'desk-page-B_x1.js',
      'worker-abc.js',
      'desk-game-worker-abc.css',
      'my-desk-game-worker-abc.js',
    ]
    for (const name of [...workers, ...others]) writeFileSync(path.join(web, 'assets', name), '')
    for (const name of ['index.html', 'desk-game-worker-abc.js']) writeFileSync(path.join(web, name), '')
    const app = await appWith({ web })
    const policyOf = async (url: string) => {
      const { headers, statusCode } = await app.inject(url)
      expect([url, statusCode]).toEqual([url, 200])
      return headers['content-security-policy']
    }
    for (const name of workers)
      expect(await policyOf(`/assets/${name}`), name).toBe(
        "default-src 'none'; script-src 'self' 'unsafe-eval'",
      )
    for (const url of ['/', '/index.html', '/desk-game-worker-abc.js', ...others.map((n) => `/assets/${n}`)])
      expect(await policyOf(url), url).toMatch(/^default-src 'self';(?!.*unsafe)/)
  })
})

describe('limits', () => {
  const statuses = async (app: FastifyInstance, forwarded: readonly string[]): Promise<number[]> => {
    const found: number[] = []
    for (const address of forwarded)
      found.push(
        (await app.inject({ url: '/site.json', headers: { 'x-forwarded-for': address } })).statusCode,
      )
    return found
  }
  const limits = { perMinute: 2, socket: { perSecond: 5, perAddress: 5 } }

  it('are 600 requests a minute, unless others are given or none', async () => {
    const usual = (await (await appWith()).inject('/site.json')).headers
    expect(usual['x-ratelimit-limit']).toBe('600')
    const few = (await (await appWith({ limits })).inject('/site.json')).headers
    expect(few['x-ratelimit-limit']).toBe('2')
    const none = (await (await appWith({ limits: false })).inject('/site.json')).headers
    expect(none['x-ratelimit-limit']).toBeUndefined()
  })

  it('hold for all pages together, with a refusal', async () => {
    const app = await appWith({ limits })
    await app.inject('/site.json')
    await app.inject('/site.json')
    const third = await app.inject('/site.json')
    expect([third.statusCode, third.json().code]).toEqual([429, 'too-frequent'])
    const { retryAfter } = refusal.parse(third.json())
    expect(retryAfter).toBe(30) // for the next of two a minute
    expect(third.headers['retry-after']).toBe(String(retryAfter))
    expect(third.json().message).toBe(`Too many requests. Try again in ${retryAfter} s.`)
  })

  it('are those of an address, which only a trusted proxy tells', async () => {
    const three = ['10.0.0.1', '10.0.0.2', '10.0.0.3']
    expect(await statuses(await appWith({ limits }), three)).toEqual([200, 200, 429])
    expect(await statuses(await appWith({ limits, trustProxy: 1 }), three)).toEqual([200, 200, 200])
  })

  it.each([
    ['one proxy', 1, '10.0.0.1'],
    ['two proxies', 2, '10.0.0.1, 172.16.0.9'],
    ['a list of proxies', '127.0.0.1, 172.16.0.0/12', '10.0.0.1, 172.16.0.9'],
  ])('ignore what a client sends in front of %s', async (_, trustProxy, forwarded) => {
    const app = await appWith({ limits, trustProxy })
    const fakes = ['1.1.1.1', '2.2.2.2', '3.3.3.3'].map((fake) => `${fake}, ${forwarded}`)
    expect(await statuses(app, fakes)).toEqual([200, 200, 429])
    expect(await statuses(app, [forwarded.replace('10.0.0.1', '10.0.0.2')])).toEqual([200])
  })

  it('count an IPv6 network as one client', async () => {
    const app = await appWith({ limits, trustProxy: 1 })
    const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', '2001:0db8:0001:0002:3:4:5:6']
    expect(await statuses(app, network)).toEqual([200, 200, 429])
    expect(await statuses(app, ['2001:db8:1:3::1'])).toEqual([200])
  })

  it('hold for the length of a body, and for the time that a request takes', async () => {
    const app = await appWith({ limits: false })
    const post = async (length: number) => {
      const text = JSON.stringify({ login: '' })
      const payload = text.padEnd(length, ' ')
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: '/api/session',
        headers: { 'content-type': 'application/json' },
        payload,
      })
      return [statusCode, (JSON.parse(body) as { code: string }).code]
    }
    expect(await post(64 * 1024)).toEqual([400, 'bad-message'])
    expect(await post(64 * 1024 + 1)).toEqual([413, 'too-large'])
    expect(app.server.requestTimeout).toBe(30_000)
    expect(app).toHaveProperty('websocketServer.options.maxPayload', 1024 * 1024)
  })
})

it('a page that is not there is refused by name', async () => {
  const { statusCode, headers, body } = await (await appWith()).inject('/nowhere')
  expect([statusCode, JSON.parse(body)]).toMatchObject([404, { code: 'not-found' }])
  expect(headers['content-type']).toContain('application/json')
})
