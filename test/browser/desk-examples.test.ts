/** The examples and the table of the desk, in their panes. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cursorBehind, find } from './desk.js'
import { filesOfGame, importProject, lineWith, replaceText } from './desk-project.js'
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

const station = (page: Page, name: string, state: string): Promise<void> =>
  page.locator(`[data-station=${name}][data-state=${state}]`).waitFor({ state: 'attached' })

/** The title of the example that the pane shows. */
const shown = (page: Page) => page.locator('.example-detail h2')

/** An example that doesn't end for a while: each of its many steps does a lot, and none of them too much. */
const ENDLESS = `# Purse

\`\`\`yaml
game: {id: purse, title: Purse}
seats: {rich: Rich, poor: Poor}
seat-variables: {coins: {range: 0..99, start: 0}}
\`\`\`

\`\`\`rules
play
  repeat up to 6 times, seats in turn
    choose "What do you do?"
      option take "Take a coin"
        add 1 to coins of actor
      option wait "Wait"
        stop
  rank seats by coins of it, "all turns are over"

procedure busy
  repeat up to 300000 times
    add 1 to coins of rich
    subtract 1 from coins of rich
\`\`\`

\`\`\`example
A coin is taken
  given the start
  when rich chooses take
  then coins of rich = 1

It takes too long
  given the start
${'  when do busy\n'.repeat(2000)}  then nothing is asked
\`\`\`
`

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

describe('an example at the desk', () => {
  it('that fails comes first, and its edit is undone; others are played from, and keys play a rule and format it', async () => {
    const page = await deskWith(filesOfGame('outposts'))
    await station(page, 'examples', 'good')
    await replaceText(page, 'repeat up to 2 times', 'repeat up to 3 times')
    await station(page, 'examples', 'bad')
    await openTab(page, /Examples/)
    const failing = 'Two are mustered where one is in supply'
    await expect.poll(() => shown(page).textContent()).toBe(failing)
    await expect
      .poll(() => page.locator('[data-since]').textContent())
      .toMatch(/^your edit of line \d+, repeat up to 3 times$/)
    await page.locator('.example-detail .bd-paper').waitFor()
    await page.getByRole('button', { name: /^Undo line \d+$/ }).click()
    await station(page, 'examples', 'good')
    await lineWith(page, 'repeat up to 2 times').waitFor()
    await expect.poll(() => page.locator('.example-versus').count()).toBe(0)
    await expect.poll(() => shown(page).textContent()).toBe(failing) // the pane stays at it

    const whole = 'Three soldiers of each begin in their harbours'
    await page.locator('.group-head', { hasText: '1.1 Components' }).first().click()
    await page.locator(`[data-example="${whole}"]`).click()
    await expect.poll(() => shown(page).textContent()).toBe(whole)
    await page.getByRole('button', { name: 'Play from here' }).click()
    await expect.poll(() => question(page).textContent()).toMatch(/^What do you do/)

    await find(page, 'can-march-from')
    await cursorBehind(page, 'choose hex from neighbors of origin')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => question(page).textContent()).toMatch(/to which hex/)

    await replaceText(page, 'repeat up to 2 times', 'repeat   up to 2  times')
    await page.keyboard.press('Shift+Alt+F')
    await lineWith(page, /^ {2}repeat up to 2 times$/).waitFor()
    await station(page, 'examples', 'good')
  })

  it('that doesn’t end is stopped, and the others run', async () => {
    const page = await deskWith({ 'rules.md': ENDLESS })
    await openTab(page, /Examples/)
    const state = (title: string) => page.locator(`[data-example="${title}"]`).getAttribute('data-state')
    await expect.poll(() => state('It takes too long'), { timeout: 60_000 }).toBe('failed')
    await expect.poll(() => state('A coin is taken')).toBe('passed')
    await page.locator('[data-example="It takes too long"]').click()
    await expect
      .poll(() => page.locator('.example-versus').textContent())
      .toContain('This example doesn’t end.')
    await openTab(page, /Table/)
    await expect.poll(() => question(page).textContent()).toMatch(/^What do you do/)
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
