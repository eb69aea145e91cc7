/** The documentation site as `npm run docs` builds it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run, tool } from '../scripts/process.mjs'
import { deadLinks } from '../scripts/site/links.mjs'
import { axe, openBrowser, served } from './browser/support.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-site-'))
const files = (ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending))
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

beforeAll(async () => {
  const args = ['--conditions=source', 'scripts/site/build.mjs', folder, '/docs/']
  const { code, output } = await run(tool('tsx'), args, { env: { NODE_ENV: 'production' } })
  if (code !== 0) throw new Error(`The site was not built: ${output}`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the site', () => {
  it('has docs, rulebooks and the API reference, and no dead link', () => {
    expect(files('.html').map((file) => file.replaceAll(path.sep, '/'))).toEqual(
      expect.arrayContaining([
        'index.html',
        'playing.html',
        'language/index.html',
        'games/outposts/rules.html',
        'games/fire-in-the-lake/index.html',
        'api/@ludoforge/kernel.html',
        'decisions/index.html',
      ]),
    )
    expect(deadLinks(folder, '/docs/')).toEqual([])
  })

  it('has no script in a page, and asks no other site for anything', () => {
    for (const page of files('.html')) {
      const html = read(page)
      expect([page, /<script(?![^>]*\ssrc=)[^>]*>/.test(html)]).toEqual([page, false])
      expect([page, /<(?:script|link|img)[^>]*(?:src|href)="https?:/.exec(html)?.[0]]).toEqual([
        page,
        undefined,
      ])
    }
  })

  it('finds words in all of it', () => {
    const index = files('.js').find((file) => file.includes('localSearchIndex'))
    expect(index).toBeDefined()
    const text = read(index ?? '')
    for (const title of ['Choosing', 'Outposts', 'linkGame', 'A resumable machine'])
      expect(text).toContain(title)
  })

  it('works on a server, on a phone and on a wide screen, within its policy', async () => {
    const server = await served([], { docs: folder })
    const people = await openBrowser()
    try {
      for (const width of [390, 1440]) {
        const { page, wrong } = await people.visit(`${server.url}/docs/`, {
          viewport: { width, height: 900 },
        })
        for (const address of ['', 'bots.html', 'comparison.html', 'games/outposts/rules.html', 'api/']) {
          await page.goto(`${server.url}/docs/${address}`)
          await page.waitForLoadState('networkidle')
          expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), address).toBe(
            true,
          )
          // VitePress labels its search button without the key that it shows.
          const found = (await axe(page)).filter((text) => !text.includes('DocSearch-Button'))
          expect(found, address).toEqual([])
        }
        await page.keyboard.press('Control+k')
        await page.getByRole('searchbox').fill('resumable')
        await page.getByRole('option').getByText('A resumable machine').first().click()
        await page.getByRole('heading', { level: 1, name: /A resumable machine/ }).waitFor()
        expect(wrong).toEqual([])
      }
    } finally {
      await people.close()
      await server.close()
    }
  })
})
