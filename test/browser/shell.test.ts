import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { callEndpoint } from '@ludoforge/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/process.mjs'
import { restingBox } from './at-rest.js'
import { byMouse, settled } from './playing.js'
import { axe, openBrowser, type Served, served, type TestBrowser } from './support.js'

const PHONE = { viewport: { width: 390, height: 844 } }

describe('the pages around the tables', () => {
  let server: Served
  let people: TestBrowser
  beforeAll(async () => {
    server = await served(['tic-tac-toe', 'outposts'])
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
    await server.close()
  })

  /** Goes from the lobby to a new table of tic-tac-toe, with this player at the second seat. */
  async function newTable(page: Page, name: string, second: string): Promise<void> {
    await page
      .getByRole('link', { name: /Tic-tac-toe/ })
      .first()
      .click()
    await page.getByLabel('Who plays Nought').selectOption({ label: second })
    await page.getByLabel('Your name').fill('Ann')
    await page.getByLabel('Table name').fill(name)
    await page.getByRole('button', { name: 'Start' }).click()
  }

  /** Leaves a table by its menu. */
  async function leave(page: Page, link: string): Promise<void> {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: link, exact: true }).click()
  }

  it('axe finds no violations, in light and dark, wide and on a phone, and nothing overflows the page', async () => {
    for (const options of [{}, { ...PHONE, colorScheme: 'dark' as const }]) {
      const { page } = await people.visit(server.url, options)
      await page.getByRole('link', { name: /Outposts/ }).waitFor()
      for (const hash of ['#/', '#/new/outposts', '#/settings', '#/account', '#/nowhere']) {
        await page.goto(`${server.url}/${hash}`)
        await page.locator('main h1, main h2').first().waitFor({ state: 'attached' })
        expect(await axe(page), hash).toEqual([])
        await expect
          .poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth'), { message: hash })
          .toBe(true)
      }
    }
  })

  it('settings apply immediately, and persist', async () => {
    const { page } = await people.visit(`${server.url}/#/settings`)
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.getByRole('radio', { name: 'Large' }).check()
    await page.getByRole('switch', { name: 'Colour-blind mode' }).check()
    await page.getByRole('group', { name: 'Animation speed' }).getByRole('radio', { name: 'Fast' }).check()
    await page.reload()
    const { dataset } = (await page.evaluate('({ dataset: { ...document.documentElement.dataset } })')) as {
      readonly dataset: Record<string, string>
    }
    expect(dataset).toEqual({ theme: 'dark', text: 'large', safe: 'true' })
    await expect
      .poll(() =>
        page.getByRole('group', { name: 'Animation speed' }).getByRole('radio', { name: 'Fast' }).isChecked(),
      )
      .toBe(true)
    await expect.poll(() => page.getByRole('switch', { name: 'Sounds' }).isChecked()).toBe(false)
  })

  it('a table needs no account, appears in the list, and the title shows whose turn it is', async () => {
    const { page } = await people.visit(server.url)
    await newTable(page, 'Quick one', 'Easy')
    await page.locator('.table-page').waitFor()
    await leave(page, 'All games')
    const row = page.getByRole('link', { name: /Quick one/ })
    await row.waitFor()
    await expect.poll(() => row.innerText()).toContain('Your turn')
    await expect.poll(() => page.title()).toMatch(/^\(1\) /)
    await row.click()
    await settled(page, '')
    await byMouse(page, 0)
  })

  it('the keyboard alone is enough to open a table', async () => {
    const { page } = await people.visit(`${server.url}/#/new/tic-tac-toe`)
    await page.getByLabel('Your name').fill('Ann')
    await page.keyboard.press('Enter')
    await page.locator('.table-page').waitFor()
  })

  it('a guest joins by link, and both see each other decide', async () => {
    const host = (await people.visit(server.url)).page
    await newTable(host, 'For two', 'Someone I invite')
    await host.getByRole('button', { name: 'Create a link' }).click()
    const link = await host.getByLabel('Link').inputValue()
    await host.getByRole('link', { name: 'Go to the table' }).click()
    const guest = (await people.visit(link, PHONE)).page
    await guest.getByLabel('Your name').fill('Bob')
    expect(await axe(guest)).toEqual([])
    await guest.getByRole('button', { name: 'Join' }).click()
    await guest.locator('.table-page').waitFor()
    await settled(host, '')
    await byMouse(host, 4)
    await settled(guest, '')
    await byMouse(guest, 0)
    await settled(host, '')
    const late = (await people.visit(link)).page
    await late.getByText('All seats are taken').waitFor()
  })

  it('a link with a key opens its seat, and the key leaves the address', async () => {
    const body = { game: 'tic-tac-toe', you: 'Dee', seats: { cross: 'me', nought: 'me' } } as const
    const { table, key } = await callEndpoint(server.url, 'makeTable', { body })
    const { page } = await people.visit(`${server.url}/#/table/${table.id}/${key}`)
    await settled(page, '')
    await expect.poll(() => page.url()).toBe(`${server.url}/#/table/${table.id}`)
    await byMouse(page, 0)
    await page.reload()
    await settled(page, '')
    await byMouse(page, 1)
  })

  it('an account shows its tables in every browser', async () => {
    const { page } = await people.visit(server.url)
    await newTable(page, 'Kept', 'Easy')
    await page.locator('.table-page').waitFor()
    await leave(page, 'Account')
    await page.getByLabel('Your name').fill('Cleo')
    await page.getByLabel('Password').fill('a long password')
    await page.getByRole('button', { name: 'Create account' }).click()
    const login = await page.locator('.mono').innerText()
    expect(login).toMatch(/^cleo-\d+$/)
    const elsewhere = (await people.visit(`${server.url}/#/account`)).page
    await elsewhere.getByRole('radio', { name: 'Log in' }).check()
    await elsewhere.getByLabel('Login').fill(login)
    await elsewhere.getByLabel('Password').fill('a long password')
    await elsewhere.getByRole('button', { name: 'Log in' }).click()
    await elsewhere.getByText('You are logged in as Cleo').waitFor()
    await elsewhere.getByRole('link', { name: /^LudoForge/ }).click()
    await elsewhere.getByRole('link', { name: /Kept/ }).click()
    await elsewhere.locator('.table-page').waitFor()
    await settled(elsewhere, '')
    await leave(elsewhere, 'Cleo')
    await elsewhere.getByRole('button', { name: 'Log out' }).click()
    await elsewhere.getByRole('button', { name: 'Create account' }).waitFor()
  })

  it('a save becomes a table on the server or in this browser', async () => {
    const { tables } = server.running
    const { table } = await tables.make({ game: 'tic-tac-toe', you: 'Ann', seats: { cross: 'me' } }, null, 7)
    const save = await tables.save(await tables.get(table.id)).catch(() => undefined)
    expect(save).toBeUndefined() // the server exports finished games only
    const { page } = await people.visit(server.url)
    await newTable(page, 'To take along', 'Me')
    await page.locator('.table-page').waitFor()
    const keys: Record<string, string> = await page.evaluate(
      "JSON.parse(localStorage.getItem('ludoforge/keys')).state.keys",
    )
    const [id = ''] = Object.keys(keys)
    await settled(page, '')
    for (let turn = 0, before = ''; (await settled(page, before)) === 'asked'; turn += 1) {
      before = (await page.locator('.table-page').getAttribute('data-asked')) ?? ''
      await byMouse(page, 0)
    }
    const text = await tables.save(await tables.get(id))
    for (const place of ['On the server', 'In this browser']) {
      await page.goto(`${server.url}/#/`)
      await page
        .getByLabel('Save file')
        .setInputFiles({ name: 'old game.save', mimeType: 'text/plain', buffer: Buffer.from(text) })
      await page.getByRole('radio', { name: place }).check()
      expect(await axe(page)).toEqual([])
      await page.getByRole('button', { name: 'Open the table' }).click()
      await page.locator('.end').waitFor()
    }
  })

  it('tables of others come in pages, and finished ones are folded', async () => {
    const many = await served(['tic-tac-toe'])
    const { tables } = many.running
    const { db } = tables.store
    for (let n = 1; n <= 204; n += 1) {
      const made = await tables.make(
        { game: 'tic-tac-toe', you: 'Ann', name: `Table ${n}`, seats: { cross: 'me' }, listed: true },
        null,
      )
      const outcome = n > 102 ? { outcome: '{"winners":[]}' } : {}
      await db
        .updateTable('tables')
        .set({ changed: n, ...outcome })
        .where('id', '=', made.table.id)
        .execute()
    }
    const { page } = await people.visit(many.url)
    const rows = (section: string) => page.getByRole('region', { name: section }).getByRole('link')
    await rows('Watch').first().waitFor()
    await expect.poll(() => rows('Watch').count()).toBe(100)
    await expect.poll(() => rows('Finished').count()).toBe(0)
    await page.getByText('Finished', { exact: true }).click()
    await expect.poll(() => rows('Finished').count()).toBe(100)
    expect(await axe(page)).toEqual([])
    for (const section of ['Watch', 'Finished']) {
      const more = page.getByRole('region', { name: section }).getByRole('button', { name: 'Show more' })
      await more.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => rows(section).count()).toBe(102)
      await expect.poll(() => more.count()).toBe(0)
      await expect
        .poll(() => page.evaluate<string>('document.activeElement.textContent'))
        .toContain(section === 'Watch' ? 'Table 2' : 'Table 104')
    }
    await page.context().close() // it would poll a server that is gone
    await many.close()
  })

  it('a missing table or game has a clear message', async () => {
    const visit = await people.visit(`${server.url}/#/table/nowhere`)
    await visit.page.getByRole('alert').filter({ hasText: 'Table not found. Check the link.' }).waitFor()
    await visit.page.goto(`${server.url}/#/new/nothing`)
    await visit.page.getByText('There’s no game “nothing” on this site.').waitFor()
    // The browser logs the missing file itself.
    expect(visit.wrong.splice(0).every((line) => line.includes('Failed to load resource'))).toBe(true)
  })

  it('an unknown address shows a message and a link to the games', async () => {
    const visit = await people.visit(`${server.url}/#/whatever/it/is`)
    const { page } = visit
    for (const [hash, says] of [
      ['#/whatever/it/is', 'There’s no page at “#/whatever/it/is”.'],
      ['#/rules/123', 'No game here has the rules “123”.'],
      ['#/table/nowhere', 'Table not found. Check the link.'],
    ] as const) {
      await page.goto(`${server.url}/${hash}`)
      await page.getByRole('alert').filter({ hasText: says }).waitFor()
      expect(await axe(page), hash).toEqual([])
      await page.locator('main').getByRole('link', { name: /games/ }).click()
      await page.getByRole('link', { name: /Outposts/ }).waitFor()
    }
    expect(visit.wrong.splice(0).every((line) => line.includes('Failed to load resource'))).toBe(true)
  })

  it('the rulebook page has a title and margins, stays below the header, and opens at a rule', async () => {
    for (const options of [{}, PHONE]) {
      const { page } = await people.visit(`${server.url}/#/rules/outposts/4.2`, options)
      await page.locator('.chapter .sought').first().waitFor()
      await expect.poll(() => page.locator('h1').allInnerTexts()).toEqual(['Outposts: rulebook'])
      expect(await axe(page)).toEqual([])
      const box = (what: string) => restingBox(page.locator(what).last()) // the innermost
      const [head, tools, text] = [await box('.head'), await box('.book-tools'), await box('.chapter')]
      expect(tools.y).toBeGreaterThanOrEqual(head.y + head.height - 1)
      expect(text.x).toBeGreaterThanOrEqual(12)
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
      expect(text.x + text.width).toBeLessThanOrEqual(width - 12)
      const sought = await box('.chapter .sought')
      expect(sought.y).toBeGreaterThan(tools.y + tools.height)
      expect(sought.y).toBeLessThan(height)
    }
  })

  it('without its server the page shows a message, and recovers automatically', async () => {
    const visit = await people.visit(server.url)
    const { page } = visit
    await page.getByRole('link', { name: /Outposts/ }).waitFor()
    await page.evaluate(
      "localStorage.setItem('ludoforge/keys', JSON.stringify({ state: { keys: { a: 'b' } }, version: 0 }))",
    )
    await page.reload()
    await page.context().setOffline(true)
    await page.locator('.banner').waitFor()
    await page.context().setOffline(false)
    await page.locator('.banner').waitFor({ state: 'detached' })
    expect(visit.wrong.splice(0).every((line) => line.includes('Failed to load resource'))).toBe(true)
  })

  it('is small: lobby and table together need at most 200 KB of compressed JavaScript', () => {
    const folder = path.join(root, 'packages/web/dist/assets')
    const scripts = new Map(
      readdirSync(folder)
        .filter((name) => name.endsWith('.js'))
        .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
    )
    // What the two import is loaded with them. Further parts are loaded when they are first opened.
    const needed = new Set<string>()
    const need = (name: string): void => {
      const text = scripts.get(name)
      if (text === undefined || needed.has(name)) return
      needed.add(name)
      for (const [, other = ''] of text.matchAll(/from"\.\/([^"]+\.js)"/g)) need(other)
    }
    // `table-pane` is the table of the desk.
    for (const name of scripts.keys()) if (/^(?:index|table)-(?!pane-)/.test(name)) need(name)
    // The server writes JSON Schemas of its interface; the page only parses.
    expect([...needed].filter((name) => scripts.get(name)?.includes('json-schema.org'))).toEqual([])
    const sizes = [...needed].map((name) => gzipSync(scripts.get(name) ?? '').length)
    expect(needed.size).toBeGreaterThan(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(200 * 1024)
  })
})
