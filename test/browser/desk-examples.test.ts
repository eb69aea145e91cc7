/** The examples and the table of the desk, in their panes. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOfGame, importProject } from './desk-project.js'
import { openBrowser, served, type Served, type TestBrowser } from './support.js'

let browser: TestBrowser
let site: Served

beforeAll(async () => {
  site = await served(['tic-tac-toe'])
  browser = await openBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Opens files at the desk. */
async function deskWith(files: Readonly<Record<string, string>>): Promise<Page> {
  const { page } = await browser.visit(`${site.url}/#/make`, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  await importProject(page, files)
  return page
}

const openTab = (page: Page, name: RegExp): Promise<void> => page.getByRole('tab', { name }).click()

const question = (page: Page) => page.locator('.desk-table .prompt h2')

describe('the examples of the desk', () => {
  it('open with one of the file in the editor, and show lessons with their text and position', async () => {
    const page = await deskWith(filesOfGame('outposts'))
    await openTab(page, /Examples/)
    await expect.poll(() => page.locator('.example-detail .crumb').textContent()).toContain('rules.md, line')
    await expect.poll(() => page.locator('.example-steps li').count()).toBeGreaterThan(1)
    await page.locator('.group-head', { hasText: 'Lessons' }).click()
    await page.locator('[data-example="Hexes are points"]').click()
    await expect.poll(() => page.locator('.lesson-text').textContent()).toMatch(/^ {2}given /)
    await expect.poll(() => page.locator('.example-detail .bd-paper').count()).toBe(1)
    await expect
      .poll(() => page.locator('.example-options').textContent())
      .toContain('The position at the start of the lesson.')
  })
})

describe('the panes of the desk', () => {
  it('show the cards next to the board in a wide pane', async () => {
    const page = await deskWith(filesOfGame('before-the-ice'))
    await question(page).waitFor()
    const rail = page.locator('.desk-table .rail')
    await expect.poll(() => rail.isVisible()).toBe(false)
    await openTab(page, /Table/)
    await page.locator('.desk-table .prompt').click()
    await page.keyboard.press('Alt+1')
    await page.keyboard.press('Alt+1')
    await expect.poll(() => rail.isVisible()).toBe(true)
    await expect.poll(() => page.locator('.desk-table .rail [data-card]').count()).toBeGreaterThan(0)
  })
})
