import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOfGame, importProject, lineWith, openFile, replaceText } from './desk-project.js'
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

/** Opens a copy of a game at the desk. */
async function deskOf(game: string): Promise<Page> {
  const { page } = await browser.visit(`${site.url}/#/make`, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce', // the camera doesn't move while a test points at something
  })
  await importProject(page, filesOfGame(game))
  return page
}

const question = (page: Page) => page.locator('.desk-table .prompt h2')

/** Answers the question at the table, when it is asked. */
async function answer(page: Page, prompt: RegExp, option: string): Promise<void> {
  await expect.poll(() => question(page).textContent()).toMatch(prompt)
  await page.locator('.desk-table [data-option]', { hasText: option }).first().click()
  await page.locator('.desk-table [data-confirm]').click()
}

describe('the table of the desk', () => {
  it('asks what an edit makes the rules ask', async () => {
    const page = await deskOf('outposts')
    await expect.poll(() => question(page).textContent()).toMatch(/^What do you do/)
    await replaceText(page, 'What do you do?', 'Which action?')
    await expect.poll(() => question(page).textContent()).toMatch(/^Which action/)
  })

  it('replays decisions up to the one that an edit makes illegal, and stays on it while there is an error', async () => {
    const page = await deskOf('outposts')
    await answer(page, /^What do you do/, 'March')
    await answer(page, /to which hex/, 'B3')
    await expect.poll(() => question(page).textContent()).toMatch(/with how many/)
    await page.locator('.desk-table [data-confirm]').click() // all of them are marked
    await expect.poll(() => page.locator('.desk-table .prompt-who').textContent()).toContain('Blue')
    const before = 'choose hex from neighbors of origin where no(enemies in it)'
    await replaceText(page, before, `${before} and it != b3`)
    const strip = page.locator('.desk-table .desk-strip')
    await expect
      .poll(() => strip.textContent())
      .toContain('Replayed 1 of 3 decisions. In turn 1 Red can’t choose B3 any more.')
    await expect.poll(() => question(page).textContent()).toMatch(/to which hex/)
    await replaceText(page, 'it != b3', 'it != bee3')
    await expect
      .poll(() => strip.textContent())
      .toMatch(/This is the version of a moment ago\. Now rules\.md has an error in line \d+/)
    await expect.poll(() => question(page).textContent()).toMatch(/to which hex/)
    await replaceText(page, ' and it != bee3', '')
    await expect.poll(() => page.locator('.desk-table .prompt-who').textContent()).toContain('Blue')
    await expect.poll(() => strip.count()).toBe(0)
  })

  it('undoes a decision, and lets bots play to the end, by keys', async () => {
    const page = await deskOf('outposts')
    await answer(page, /^What do you do/, 'March')
    await expect.poll(() => question(page).textContent()).toMatch(/to which hex/)
    await page.locator('.desk-table .prompt').click()
    await page.keyboard.press('u')
    await expect.poll(() => question(page).textContent()).toMatch(/^What do you do/)
    await page.keyboard.press('b')
    await page.locator('.desk-table .end').waitFor()
    await page.getByRole('button', { name: 'New game' }).click()
    await expect.poll(() => question(page).textContent()).toMatch(/^What do you do/)
  })

  it('shows the first error instead of a board, if the game has never compiled', async () => {
    const { page } = await browser.visit(`${site.url}/#/make`)
    await importProject(page, {
      'rules.md':
        '# Broken\n\n```yaml\ngame: {id: broken, title: Broken}\nseats: [red, blue]\n```\n\n```rules\nplay\n  choose x from nowhere\n```\n',
    })
    const message = page.locator('.desk-no-table')
    await expect.poll(() => message.textContent()).toMatch(/rules\.md, line 10: .*nowhere/)
  })

  it('changes its look without a change of the game', async () => {
    const page = await deskOf('outposts')
    await answer(page, /^What do you do/, 'March')
    await expect.poll(() => question(page).textContent()).toMatch(/to which hex/)
    const hill = page.locator('.desk-table [data-kind="space"][data-id="c2"]').first()
    const before = await hill.innerHTML()
    await openFile(page, 'look/board.yaml')
    await replaceText(page, 'hill: {fill: hill,', 'hill: {fill: water,')
    await expect.poll(() => hill.innerHTML()).not.toBe(before)
    await expect.poll(() => question(page).textContent()).toMatch(/to which hex/)
  })

  it('writes the YAML line of a point of a drawn map that is dragged', async () => {
    const page = await deskOf('before-the-ice')
    await question(page).waitFor()
    await page.locator('.desk-map-edit select').selectOption({ label: 'names, pieces and marks' })
    const handle = page.locator('[data-of="market name"]')
    const place = async (): Promise<readonly [number, number]> => {
      const box = await handle.boundingBox()
      if (box === null) throw new Error('The handle is not on the screen.')
      return [box.x + box.width / 2, box.y + box.height / 2]
    }
    const [x, y] = await place()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 20, y + 10, { steps: 3 })
    await page.mouse.up()
    const line = lineWith(page, /name: \{at: \[5\d\d/)
    await expect.poll(() => line.textContent()).toMatch(/name: \{at: \[5[1-9][\d.]+, 4[\d.]+\], size: 22\}/)
    await expect.poll(() => handle.getAttribute('cx')).not.toBe('500')
    await expect.poll(() => page.locator('.desk-table [data-of="market name"]').count()).toBe(1)
  })
})

describe('the examples of the desk', () => {
  it('fail and pass while they are written', async () => {
    const page = await deskOf('outposts')
    await page.getByRole('tab', { name: /Examples/ }).click()
    const title = 'Soldiers cut off desert'
    await replaceText(
      page,
      title,
      `Red is asked first  # 2.1\\n  given the start\\n  then blue is asked action\\n\\n${title}`,
    )
    const row = page.locator('[data-example="Red is asked first"]')
    await expect.poll(() => row.getAttribute('data-state')).toBe('failed')
    await row.click()
    await expect
      .poll(() => page.locator('.example-versus [data-actual]').textContent())
      .toMatch(/^red is asked action/)
    await expect.poll(() => page.locator('.example-detail .bd-paper').count()).toBe(1)
    await page.getByRole('button', { name: 'Expect the question' }).click()
    await expect.poll(() => row.getAttribute('data-state')).toBe('passed')
    await expect.poll(() => lineWith(page, 'then red is asked action').count()).toBeGreaterThan(0)
    await page.locator('[data-extend="muster"]').click()
    await expect.poll(() => lineWith(page, 'when red does muster').count()).toBeGreaterThan(0)
  })

  it('are made of a position at the table', async () => {
    const page = await deskOf('outposts')
    await answer(page, /^What do you do/, 'March')
    await expect.poll(() => question(page).textContent()).toMatch(/to which hex/)
    await page.locator('.desk-table .prompt').click()
    await page.keyboard.press('e')
    const draft = page.getByRole('region', { name: 'Make an example of this position' })
    await expect
      .poll(() => draft.locator('pre').textContent())
      .toMatch(/when red does march\n {2}then red is asked hex\n {3}and offered/)
    await draft.getByLabel('Title').fill('A march goes next door')
    await draft.getByRole('button', { name: 'Insert at 3.2' }).click()
    await expect
      .poll(() => page.locator('[data-example="A march goes next door"]').getAttribute('data-state'))
      .toBe('passed')
    await expect.poll(() => lineWith(page, 'A march goes next door').count()).toBeGreaterThan(0)
  })

  it('are covered and mutated on request', async () => {
    const page = await deskOf('outposts')
    await page.getByRole('tab', { name: /Examples/ }).click()
    await expect.poll(() => page.locator('[data-coverage]').textContent()).toMatch(/^\d+ of \d+$/)
    await page.getByRole('button', { name: 'Test the mutants' }).click()
    await expect.poll(() => page.locator('[data-mutants]').textContent()).toMatch(/^\d+ of \d+$/)
    await expect.poll(() => page.getByRole('button', { name: 'Test them again' }).count()).toBe(1)
  })
})

describe('the rulebook of the desk', () => {
  it('shows the rules as they are now', async () => {
    const page = await deskOf('outposts')
    await page.getByRole('tab', { name: 'Rulebook' }).click()
    const book = page.locator('.desk-rulebook')
    await expect.poll(() => book.textContent()).toContain('Take the other')
    await replaceText(page, 'Take the other', 'Capture the other')
    await expect.poll(() => book.textContent()).toContain('Capture the other')
  })
})
