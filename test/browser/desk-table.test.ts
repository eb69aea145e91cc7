import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOfGame, importProject, replaceText } from './desk.js'
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

describe('the table of the desk', () => {
  it('continues after an edit, and stops where it asks something else', async () => {
    const { page } = await browser.visit(`${site.url}/#/make`, { viewport: { width: 1440, height: 900 } })
    await importProject(page, filesOfGame('outposts'))
    const question = page.locator('.desk-table .prompt h2')
    await expect.poll(() => question.textContent()).toMatch(/^What do you do/)
    await page.screenshot({ path: '/tmp/desk-table.png' })
    await replaceText(page, 'What do you do?', 'Which action?')
    await expect.poll(() => question.textContent()).toMatch(/^Which action/)
    await page.screenshot({ path: '/tmp/desk-table2.png' })
  })
})
