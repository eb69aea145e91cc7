/** The server's headers and limits, without a listening socket. */
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { type AppOptions, buildApp } from '../src/http/app.js'

/** None of these pages asks for tables or accounts. */
const NOTHING = {
  hint: () => Promise.reject(new Error('There are no hints here.')),
  addresses: {},
  tables: {},
  accounts: {},
  origins: [],
  version: 'test',
} as unknown as AppOptions

const apps: FastifyInstance[] = []
const appWith = async (options: Partial<AppOptions> = {}): Promise<FastifyInstance> => {
  const app = await buildApp({ ...NOTHING, ...options })
  apps.push(app)
  return app
}
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
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
    expect([usual['x-ratelimit-limit'], usual['x-ratelimit-reset']]).toEqual(['600', '60'])
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
  })

  it('are those of an address, which only a trusted proxy tells', async () => {
    const three = ['10.0.0.1', '10.0.0.2', '10.0.0.3']
    expect(await statuses(await appWith({ limits }), three)).toEqual([200, 200, 429])
    expect(await statuses(await appWith({ limits, trustProxy: true }), three)).toEqual([200, 200, 200])
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
