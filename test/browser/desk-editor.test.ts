/** The designer's desk in a real browser: the editor, its language server, storage and the list of games. */
import { unzipFiles } from '@ludoforge/desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  checked,
  cursorBehind,
  find,
  line,
  overlaps,
  startFrom,
  storedFiles,
  storedWith,
  explainName,
} from './desk.js'
import { axe, openBrowser, type Served, served, type TestBrowser } from './support.js'

let site: Served
let people: TestBrowser
beforeAll(async () => {
  site = await served(['tic-tac-toe'])
  people = await openBrowser()
}, 180_000)
afterAll(async () => {
  await people.close()
  await site.close()
})

const SIZES = [
  [1440, 900],
  [1280, 800],
  [820, 1180],
  [390, 844],
] as const

const PARTS = [
  '.desk-home',
  '.desk-bar h1',
  '.desk .find',
  '.desk-actions .button',
  '.desk-text',
  '.desk-pane',
  '.wave > div',
  '.page-switch',
]

describe('the desk', () => {
  it('starts a game from a template, which is checked and stored', async () => {
    const page = await startFrom(people, site.url, 'grid')
    await page.getByRole('heading', { name: 'Huddle', level: 1 }).waitFor()
    await line(page, 'Two seats fill a board').waitFor()
    expect(Object.keys(await storedFiles(page)).toSorted()).toEqual(['look/board.yaml', 'rules.md'])
    await page.goto(`${site.url}/#/make`)
    await page.getByRole('link', { name: 'Huddle' }).click()
    await checked(page, 'good')
  }, 180_000)

  it('shows an error below its line, and fixes it by a key', async () => {
    const page = await startFrom(people, site.url, 'hex')
    await find(page, 'can-grow-to')
    await cursorBehind(page, 'choose hex from map where can-grow-t')
    await page.keyboard.press('Backspace')
    await checked(page, 'bad')
    const note = page.locator('.desk-editor .note.error')
    await note.waitFor()
    expect(await note.innerText()).toContain('can-grow-to')
    await page.locator('.desk-rail .sign.error').waitFor()
    await page.keyboard.press('Control+.')
    await checked(page, 'good')
    await note.waitFor({ state: 'detached' })
    await storedWith(page, 'rules.md', 'choose hex from map where can-grow-to(it, actor)')
  }, 180_000)

  it('goes to the next error, and to a definition and back', async () => {
    const page = await startFrom(people, site.url, 'hex')
    await find(page, 'can-grow-to')
    await cursorBehind(page, 'choose hex from map where can-grow-t')
    await page.keyboard.press('Backspace')
    await checked(page, 'bad')
    await find(page, 'look/board.yaml')
    await page.locator('.crumbs', { hasText: 'look/board.yaml' }).waitFor()
    await page.keyboard.press('F8')
    await page.locator('.crumbs', { hasText: '2 A turn' }).waitFor()
    await page.locator('.desk-editor .note.error').waitFor()
    await page.keyboard.press('Control+.')
    await checked(page, 'good')
    await cursorBehind(page, 'choose hex from map where can-grow')
    await page.keyboard.press('F12')
    await page.locator('.desk-editor .cm-activeLine', { hasText: 'test can-grow-to' }).waitFor()
  }, 180_000)

  it('renames a name in all its places', async () => {
    const page = await startFrom(people, site.url, 'hex')
    await find(page, 'can-grow-to')
    await cursorBehind(page, 'test can-grow')
    await page.keyboard.press('F2')
    const field = page.locator('.desk-editor .cm-panels input')
    await field.waitFor()
    await field.fill('may-grow-to')
    await page.keyboard.press('Enter')
    await storedWith(page, 'rules.md', 'test may-grow-to(space, seat)')
    expect((await storedFiles(page))['rules.md']).not.toContain('can-grow-to')
    await checked(page, 'good')
  }, 180_000)

  it('completes names and explains them', async () => {
    const page = await startFrom(people, site.url, 'hex')
    await find(page, 'can-grow-to')
    await cursorBehind(page, 'choose hex from map where can-grow-to')
    for (let n = 0; n < 7; n += 1) await page.keyboard.press('Backspace')
    await page.keyboard.press('Control+Space')
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'can-grow-to' }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.type('grow-to')
    await checked(page, 'good')
    await explainName(page, 'choose hex from map', 'can-grow-to')
  }, 180_000)

  it('exports a zip, and imports it as a game of its own', async () => {
    const page = await startFrom(people, site.url, 'cards')
    const exported = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const download = await exported
    expect(download.suggestedFilename()).toBe('hedgerow.zip')
    const before = await storedFiles(page)
    const bytes = Buffer.concat(await (await download.createReadStream()).toArray())
    const other = await people.visit(`${site.url}/#/make`)
    await other.page.locator('input[type=file]').setInputFiles({
      name: 'hedgerow.zip',
      mimeType: 'application/zip',
      buffer: bytes,
    })
    await checked(other.page, 'good')
    expect(await storedFiles(other.page)).toEqual(before)
  }, 180_000)

  it('says that the storage is full, exports the game, and saves as soon as it can', async () => {
    const page = await startFrom(people, site.url, 'grid')
    await page.evaluate(() => {
      const { prototype } = IDBObjectStore
      const own = Object.getOwnPropertyDescriptor(prototype, 'put') ?? {}
      document.addEventListener('emptied', () => Object.defineProperty(prototype, 'put', own))
      Object.defineProperty(prototype, 'put', {
        ...own,
        value(this: IDBObjectStore, ...row: unknown[]) {
          const request = Reflect.apply(own.value, this, row) as IDBRequest
          const error = new DOMException('', 'QuotaExceededError')
          Object.defineProperty(this.transaction, 'error', { value: error })
          request.addEventListener('success', () => this.transaction.abort())
          return request
        },
      })
    })
    await line(page, 'Two seats fill a board').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Quite.')
    const bar = page.locator('.desk-bar [role=alert]')
    await bar.filter({ hasText: 'The storage of this browser is full. Export your game' }).waitFor()
    const exported = page.waitForEvent('download')
    await bar.getByRole('button', { name: 'Export' }).click()
    const bytes = Buffer.concat(await (await (await exported).createReadStream()).toArray())
    expect(unzipFiles(bytes)['rules.md']).toContain('Two seats fill a board')
    expect(unzipFiles(bytes)['rules.md']).toContain(' Quite.')
    expect((await storedFiles(page))['rules.md']).not.toContain(' Quite.')
    await page.evaluate(() => document.dispatchEvent(new Event('emptied')))
    await line(page, ' Quite.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Indeed.')
    await page.getByText('in this browser · all changes saved').waitFor()
    await storedWith(page, 'rules.md', ' Quite. Indeed.')
  }, 180_000)

  it('refuses a zip that isn’t a game, in words', async () => {
    const { page } = await people.visit(`${site.url}/#/make`)
    await page.locator('input[type=file]').setInputFiles({
      name: 'notes.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('not a zip'),
    })
    await page.getByRole('alert').filter({ hasText: 'isn’t a zip, or it is damaged' }).waitFor()
  }, 180_000)

  it('lets one tab edit, and the second one read until the first closes', async () => {
    const page = await startFrom(people, site.url, 'grid')
    const second = await page.context().newPage()
    await second.goto(page.url())
    await second.getByText('read-only: another tab edits this game').waitFor()
    await line(page, 'Two seats fill a board').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Quite.')
    await storedWith(page, 'rules.md', ' Quite.')
    expect(await second.locator('.cm-content').getAttribute('contenteditable')).toBe('false')
    await page.close()
    await second.getByText('all changes saved').waitFor()
    await line(second, 'Quite.').waitFor()
    await expect.poll(() => second.locator('.cm-content').getAttribute('contenteditable')).toBe('true')
  }, 180_000)

  it('copies a game of the site, and changes its title', async () => {
    const { page } = await people.visit(`${site.url}/#/make`)
    await page.getByRole('button', { name: /^Copy Tic-tac-toe/i }).click()
    await checked(page, 'good')
    await page.getByRole('heading', { name: /Tic-tac-toe \(my copy\)/i, level: 1 }).waitFor()
    expect(Object.keys(await storedFiles(page)).some((path) => path.startsWith('look/'))).toBe(true)
  }, 180_000)

  it('plays the game at a table of this browser', async () => {
    const page = await startFrom(people, site.url, 'grid')
    await page.locator('.desk-actions .button.main:enabled').click()
    await page.waitForURL(/#\/local\//)
    await page.locator('.at-local .table-page[data-asked]:not([data-asked=""])').waitFor()
  }, 180_000)

  it('saves under a name, and returns to it', async () => {
    const page = await startFrom(people, site.url, 'grid')
    await page.keyboard.press('Control+s')
    await page.getByRole('textbox', { name: 'Name of the save' }).fill('before the change')
    await page.keyboard.press('Enter')
    await page.locator('.save-list', { hasText: 'before the change' }).waitFor()
    await page.keyboard.press('Escape')
    await line(page, 'Two seats fill a board').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Quite.')
    await storedWith(page, 'rules.md', ' Quite.')
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Return to it' }).click()
    await expect.poll(async () => (await storedFiles(page))['rules.md']).not.toContain('Quite.')
  }, 180_000)

  it('works by keyboard alone', async () => {
    const page = await startFrom(people, site.url, 'grid')
    await page.keyboard.press('Alt+4')
    await page.getByRole('tab', { name: 'Rulebook', selected: true }).waitFor()
    await page.keyboard.press('Alt+4')
    await page.locator('.desk.stop-half').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.desk-editor .cm-focused').waitFor()
    await find(page, 'look/board.yaml')
    await page.locator('.desk-editor .cm-focused').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab') // leaves the editor
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.desk-editor') === null))
      .toBe(true)
  }, 180_000)

  it.each(SIZES)(
    'fits %d × %d, and axe finds nothing',
    async (width, height) => {
      const page = await startFrom(people, site.url, 'hex', { viewport: { width, height } })
      expect(await overlaps(page, PARTS)).toEqual([])
      expect(await axe(page)).toEqual([])
      await page.evaluate(() => {
        document.documentElement.dataset['theme'] = 'dark'
      })
      expect(await axe(page)).toEqual([])
      await page.goto(`${site.url}/#/make`)
      await page.locator('[data-template]').first().waitFor()
      expect(await axe(page)).toEqual([])
    },
    180_000,
  )
})
