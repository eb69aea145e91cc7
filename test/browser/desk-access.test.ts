/** Everything that opens at the desk is accessible, in both themes. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checked, cursorBehind, explainName, find, startFrom } from './desk.js'
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

/** Expects that axe finds nothing in the light and in the dark theme. */
async function accessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    expect(await axe(page), theme).toEqual([])
  }
}

describe('axe finds nothing at the desk', () => {
  it('with the note of an error', async () => {
    const page = await startFrom(people, site.url, 'hex')
    await find(page, 'can-grow-to')
    await cursorBehind(page, 'choose hex from map where can-grow-t')
    await page.keyboard.press('Backspace')
    await checked(page, 'bad')
    await page.locator('.desk-editor .note.error').waitFor()
    await accessible(page)
  }, 180_000)

  it('with Find anything, and then with the history', async () => {
    const page = await startFrom(people, site.url, 'hex')
    await page.keyboard.press('Control+k')
    await page.locator('.palette [role=option]').first().waitFor()
    await accessible(page)
    await page.keyboard.press('Escape')
    await page.locator('.palette').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+s')
    await page.getByRole('textbox', { name: 'Name of the save' }).fill('first')
    await page.keyboard.press('Enter')
    await page.locator('.save-list', { hasText: 'first' }).waitFor()
    await accessible(page)
  }, 180_000)

  it('with an explained name, and with a list of completions', async () => {
    const page = await startFrom(people, site.url, 'hex')
    await find(page, 'can-grow-to')
    await explainName(page, 'choose hex from map', 'can-grow-to')
    await accessible(page)
    await cursorBehind(page, 'choose hex from map where can-grow')
    await page.keyboard.press('Control+Space')
    await page.locator('.cm-tooltip-autocomplete li').first().waitFor()
    await accessible(page)
  }, 180_000)

  it('with a file that can only be read', async () => {
    const page = await startFrom(people, site.url, 'grid')
    const second = await page.context().newPage()
    await second.goto(page.url())
    await second.getByText('read-only: another tab edits this game').waitFor()
    await expect.poll(() => second.locator('.cm-content').getAttribute('contenteditable')).toBe('false')
    await accessible(second)
  }, 180_000)
})
