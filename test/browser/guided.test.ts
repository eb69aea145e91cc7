/** The guided first game in a real browser: the coach speaks, suggests and warns, and the game continues after a reload. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gamesFolder } from '@ludoforge/games'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axe, openBrowser, type Served, served, sharedServer, type TestBrowser } from './support.js'
import { isThorough } from '../support/effort.js'

const GAME = 'fire-in-the-lake'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const DESKTOP = { viewport: { width: 1440, height: 900 } }

/** A small game, in which a search is sure. */
const GUIDE = `\`\`\`guide
First game as Nought
  given the start, seed 1, you are nought
  others play by careful
  cards begin with aside
  at play.cell
    say "Mark a cell. You need three in a line.", pointing at the question
  once count(marks in map) >= 3
    say "Three marks are there."
\`\`\`

\`\`\`rules
procedure aside "Aside"
  say "Unused."
\`\`\`
`

const coach = (page: Page) => page.locator('.coach')
const says = (page: Page, text: string) => page.locator('.coach-words', { hasText: text }).waitFor()
const button = (page: Page, name: string) => coach(page).getByRole('button', { name, exact: true })

/** Opens the options on a phone, and answers with one. */
async function choose(page: Page, label: string): Promise<void> {
  const sheet = page.locator('.phone-sheet.low .grab')
  if ((await sheet.count()) > 0) await sheet.click()
  const row = page.locator('[data-option]').filter({ has: page.getByText(label, { exact: true }) })
  if ((await row.first().getAttribute('aria-pressed')) !== 'true') await row.first().click()
  await page.locator('[data-confirm]:enabled').click()
}

/** Writes a picture, if somebody wants to look at it. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['LUDOFORGE_SHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/guided-${name}.png` })
}

describe('A guided first game', () => {
  let folder: string
  let shared: Pick<Served, 'url'>
  let server: Served
  let people: TestBrowser
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-guided-'))
    const marks = path.join(folder, 'marks')
    cpSync(path.join(gamesFolder, 'tic-tac-toe'), marks, { recursive: true })
    writeFileSync(path.join(marks, 'lessons', 'guide.md'), GUIDE)
    shared = await sharedServer()
    server = await served([marks])
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The page about learning a game. The small one has a guide of this test. */
  const learning = (game: string): string => `${(game === GAME ? shared : server).url}#/learn/${game}`

  /** Begins a guided game from the Learn page. */
  const begin = async (game: string, seat: string, size: Parameters<TestBrowser['visit']>[1]) => {
    const visit = await people.visit(learning(game), size)
    const { page } = visit
    await page.getByRole('heading', { name: 'Guided first game' }).waitFor()
    await shot(page, `learn-${game}`)
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: `Play as ${seat}` }).click()
    return visit
  }

  it('explains, suggests a turn with its reason, keeps quiet if asked, and continues after a reload', async () => {
    const { page, wrong } = await begin(GAME, 'US', DESKTOP)
    await says(page, 'You win by Support')
    await page.locator('[data-cell="US"][data-ring="1"]').waitFor()
    await coach(page).getByRole('heading', { name: 'Coach, card 2' }).waitFor()
    await shot(page, 'says')
    expect(await axe(page)).toEqual([])

    await button(page, 'See my suggestion').click()
    const first = coach(page).locator('.coach-suggestion summary').first()
    await first.waitFor()
    await expect.poll(() => first.innerText()).toMatch(/^US .+: (.+ → .+|.*by search)/)
    await first.click()
    await coach(page).getByText('Answers: ').first().waitFor()
    await shot(page, 'suggests')
    expect(await axe(page)).toEqual([])

    await button(page, 'Tell me more').click()
    await page.locator('.coach-words', { hasNotText: 'You win by Support' }).waitFor()
    const more = await page.locator('.coach-words').innerText()
    await button(page, 'Quiet').click()
    await button(page, 'Speak again').waitFor()
    await expect.poll(() => page.locator('.coach-words').innerText()).toBe('')
    await button(page, 'Speak again').click()
    await says(page, more.split('\n')[0] ?? '')

    // The game and the coach are where they were.
    await page.reload()
    await says(page, more.split('\n')[0] ?? '')
    await choose(page, 'Pass')
    await page.locator('.coach.mistaken, .coach h2:text-matches("card [3-9]")').first().waitFor()
    if ((await page.locator('.coach.mistaken').count()) > 0) await button(page, 'Play it').click()
    await coach(page)
      .getByRole('heading', { name: /Coach, card [3-9]/ })
      .waitFor()
    await page.locator('[data-option]').first().waitFor()
    await shot(page, 'next')
    const address = page.url()
    await page.goto(learning(GAME))
    const onward = page.getByRole('link', { name: 'Continue as US' })
    await onward.waitFor()
    await shot(page, 'learn-begun')
    await onward.click()
    await coach(page)
      .getByRole('heading', { name: /Coach, card [3-9]/ })
      .waitFor()
    await expect.poll(() => page.url()).toBe(address)
    await expect.poll(() => page.locator('.coach-words').innerText()).not.toContain('You win by Support')
    expect(wrong).toEqual([])
    await page.context().close()
  })

  it('warns before a turn that loses, once, and plays it if you insist', async () => {
    const { page, wrong } = await begin('tic-tac-toe', 'Nought', DESKTOP)
    await says(page, 'Mark a cell.')
    await choose(page, 'B1')
    await says(page, 'By search, this gives away the game. Better: Nought plays')
    await shot(page, 'warns')
    expect(await axe(page)).toEqual([])
    await button(page, 'Look again').click()
    await says(page, 'Mark a cell.')
    await expect.poll(() => coach(page).getAttribute('class')).not.toContain('mistaken')
    // The same turn again isn't held up.
    await choose(page, 'B1')
    await says(page, 'Three marks are there.')
    expect(wrong).toEqual([])
    await page.context().close()
  })

  it('fits a phone', async () => {
    const { page, wrong } = await begin('tic-tac-toe', 'Nought', PHONE)
    await says(page, 'Mark a cell.')
    await shot(page, 'phone')
    expect(await axe(page)).toEqual([])
    await button(page, 'See my suggestion').click()
    await coach(page).locator('.coach-suggestion summary').first().waitFor()
    await shot(page, 'phone-suggests')
    await choose(page, 'B1')
    await says(page, 'By search, this gives away the game')
    await shot(page, 'phone-warns')
    expect(await axe(page)).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(390)
    await button(page, 'Play it').click()
    await says(page, 'Three marks are there.')
    expect(wrong).toEqual([])
    await page.context().close()
  })

  it.each(isThorough ? [GAME] : [])('fits a phone with the large map of %s', async (game) => {
    const { page, wrong } = await begin(game, 'US', PHONE)
    await says(page, 'You win by Support')
    await button(page, 'See my suggestion').click()
    await coach(page).locator('.coach-suggestion summary').first().waitFor()
    await shot(page, 'phone-map')
    expect(await axe(page)).toEqual([])
    expect(wrong).toEqual([])
    await page.context().close()
  })
})
