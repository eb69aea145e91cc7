/** The documentation beside the page: as it was built, or how to build it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { rest, startServer, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

let place: TestStore
let folder: string
beforeAll(async () => {
  place = await itemAt(STORES, 0).open()
  folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-docs-'))
  const docs = path.join(folder, 'docs')
  await mkdir(path.join(docs, 'assets'), { recursive: true })
  await mkdir(path.join(docs, 'language'))
  await writeFile(path.join(folder, 'secret.txt'), 'not for you')
  await writeFile(path.join(docs, 'index.html'), '<p>the front page</p>')
  await writeFile(path.join(docs, '404.html'), '<p>no such page</p>')
  await writeFile(path.join(docs, 'language', 'index.html'), '<p>the language</p>')
  await writeFile(path.join(docs, 'assets', 'app.1234.js'), 'export {}')
})
afterAll(async () => {
  await place.end()
  await rm(folder, { recursive: true, force: true })
})

/** A server for one test. */
async function withServer(
  docs: string | undefined,
  use: (server: TestServer) => Promise<void>,
): Promise<void> {
  const server = await startServer(await place.fresh(), [], { docs })
  try {
    await use(server)
  } finally {
    await server.close()
  }
}

describe('documentation that was built', () => {
  it('is served under /docs, with the headers of the page', () =>
    withServer(path.join(folder, 'docs'), async ({ url }) => {
      expect((await rest(url, 'site')).body.docs).toBe(true)
      const front = await fetch(`${url}/docs`)
      expect([front.url, await front.text()]).toEqual([`${url}/docs/`, '<p>the front page</p>'])
      const policy = front.headers.get('content-security-policy')
      expect(policy).toMatch(/^default-src 'self';.*;style-src 'self' 'unsafe-inline'$/)
      expect(front.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await (await fetch(`${url}/docs/language/`)).text()).toBe('<p>the language</p>')
      const nowhere = await fetch(`${url}/docs/nowhere.html`)
      expect([nowhere.status, await nowhere.text()]).toEqual([404, '<p>no such page</p>'])
      expect((await fetch(`${url}/nowhere.html`)).headers.get('content-type')).toContain('application/json')
      expect((await fetch(`${url}/docs/..%2fsecret.txt`)).status).toBeGreaterThanOrEqual(400)
    }))

  it('lets a browser keep files whose names change with what is in them, and ask for pages again', () =>
    withServer(path.join(folder, 'docs'), async ({ url }) => {
      const caching = async (file: string) =>
        (await fetch(`${url}/docs/${file}`)).headers.get('cache-control')
      expect(await caching('')).toBe('no-cache')
      expect(await caching('assets/app.1234.js')).toBe('public, max-age=31536000, immutable')
      expect((await fetch(`${url}/docs/`)).headers.get('etag')).toMatch(/^(?:W\/)?"/)
    }))
})

describe('documentation that was not built', () => {
  it('says how to build it, and the page has no link to it', () =>
    withServer(undefined, async ({ url }) => {
      expect((await rest(url, 'site')).body.docs).toBe(false)
      for (const address of ['/docs', '/docs/', '/docs/bots.html']) {
        const answer = await fetch(url + address)
        expect(answer.status).toBe(404)
        expect(answer.headers.get('content-type')).toContain('text/html')
        expect(await answer.text()).toContain('npm run docs')
      }
    }))
})
