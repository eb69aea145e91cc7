/** Terms, branches and reviews in a real browser: by mouse, by keys and on a phone. */
import { text as textFrom } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '@ludoforge/kernel'
import { gameOf } from '../support/games.js'
import { byMouse, goOn, settled, until } from './playing.js'
import { axe, openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe('Practice at a table', () => {
  let server: Pick<Served, 'url'>
  let people: TestBrowser
  let outposts: Game
  beforeAll(async () => {
    server = await sharedServer()
    outposts = await gameOf('outposts')
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
  })
  const both = { red: 'me', blue: { bot: 'random' } } as const
  const later = () => {
    let answers = 0
    return until(outposts, ({ seat }) => seat === 'red' && (answers += 1) > 6)
  }

  it('branches off without touching the game, and the branch says what it is', async () => {
    const { page, wrong } = await goOn(people, server.url, { ...later(), seats: both })
    await settled(page, '')
    const address = page.url()
    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByRole('button', { name: 'Explore' }).click()
    const name = page.getByLabel('Name of the branch')
    await name.fill('What if')
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Branch off' }).click()
    await page.getByText('You’re exploring.').waitFor()
    await expect.poll(() => page.url()).toContain('#/local/branch-')
    await page.locator('.options [data-option="0"]').first().waitFor()
    await shot(page, 'branch')
    await page.goto(address)
    await settled(page, '')
    await expect.poll(() => page.getByText('You’re exploring.').count()).toBe(0)
    expect(wrong).toEqual([])
    await page.context().close()
  })

  it('stores a branch under its name, lets bots play in it, and exports it as a save that opens again', async () => {
    const { page, wrong } = await goOn(people, server.url, { ...later(), seats: both })
    await settled(page, '')
    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByRole('button', { name: 'Explore' }).click()
    await page.getByLabel('Name of the branch').fill('What if')
    await page.getByRole('button', { name: 'Branch off' }).click()
    await page.getByText('You’re exploring.').waitFor()
    await settled(page, '')
    const peopleTab = page.getByRole('tab', { name: 'People' })
    await peopleTab.click()
    await page.getByLabel('Let a bot play Blue').selectOption({ label: 'Easy' })
    await page.getByLabel('Let a bot play Blue').getByText('Change the bot').waitFor({ state: 'attached' })
    // Red plays by hand until Blue has answered, too.
    for (let turn = 0; !/"seat":"blue"/.test(await savedText(page)); turn += 1) {
      expect(turn).toBeLessThan(40)
      await byMouse(page, turn)
      await settled(page, '')
      await peopleTab.click()
    }
    const shown = await questionText(page)
    const save = await savedText(page)
    expect(JSON.parse(save.split('\n')[0] ?? '')).toMatchObject({
      game: 'outposts',
      seats: { blue: 'easy' },
    })

    await page.goto(`${server.url}/#/`)
    await page.getByRole('link', { name: /What if/ }).waitFor()
    await page
      .getByLabel('Save file')
      .setInputFiles({ name: 'Again.save', mimeType: 'text/plain', buffer: Buffer.from(save) })
    await page.getByRole('button', { name: 'Open the table' }).click()
    await page.locator('.table-page').waitFor()
    await settled(page, '')
    await expect.poll(() => questionText(page)).toBe(shown)
    await page.goto(`${server.url}/#/`)
    await page.getByRole('link', { name: /Again/ }).waitFor()
    expect(wrong).toEqual([])
    await page.context().close()
  })

  it('reviews your turns, by keys, and leads to a branch', async () => {
    const { page, wrong } = await goOn(people, server.url, { ...later(), seats: both })
    await settled(page, '')
    await page.getByRole('tab', { name: 'Review' }).focus()
    await page.keyboard.press('Enter')
    const review = page.getByRole('button', { name: 'Review my turns' })
    await review.waitFor()
    expect(await axe(page)).toEqual([])
    await review.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Review again' }).waitFor()
    await shot(page, 'review')
    await expect.poll(() => page.locator('.review .plot').innerText()).toMatch(/\d+ turns/)
    // The better turn on the board: its spaces, and its result on the position before it.
    const better = page.locator('.review-option', { hasText: 'Search' }).locator('button').first()
    await better.click()
    await page.locator('.review-option button[aria-pressed=true]').waitFor()
    await page.locator('.bd-shown').first().waitFor()
    await shot(page, 'better')
    await better.click()
    await page.locator('.review-option button[aria-pressed=true]').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Try it yourself' }).first().click()
    await page.getByText('You’re exploring.').waitFor()
    expect(wrong).toEqual([])
    await page.context().close()
  })

  const asksOfTerm = () =>
    until(outposts, ({ prompt, seat }) => seat === 'red' && /muster|supply/i.test(prompt))

  it('explains terms by pointing, by keys, and with a link to the rule', async () => {
    const { page, wrong } = await goOn(people, server.url, { ...asksOfTerm(), seats: both })
    await settled(page, '')
    const term = page.locator('.prompt .term').first()
    await term.hover()
    const tip = page.locator('.term-tip')
    await tip.waitFor()
    await expect.poll(() => tip.innerText()).toMatch(/: .+/)
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await tip.waitFor({ state: 'detached' })
    await page.mouse.move(0, 0)
    await term.focus()
    await tip.waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.chapter').waitFor()
    expect(wrong).toEqual([])
    await page.context().close()
  })

  it('explains terms by a tap on a phone', async () => {
    const { page, wrong } = await goOn(people, server.url, { ...asksOfTerm(), seats: both }, PHONE)
    await settled(page, '')
    await page.locator('.prompt .term').first().tap()
    const tip = page.locator('.term-tip')
    await tip.waitFor()
    const isInside = async (): Promise<boolean> => {
      const { x, width } = (await tip.boundingBox()) ?? { x: -1, width: 0 }
      return x >= 0 && x + width <= 390
    }
    await expect.poll(isInside).toBe(true)
    expect(await axe(page)).toEqual([])
    await shot(page, 'phone')
    expect(wrong).toEqual([])
    await page.context().close()
  })
})

/** Downloads the game as a save. */
async function savedText(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  return textFrom(await file.createReadStream())
}

/** The question and its options. */
async function questionText(page: Page): Promise<string> {
  const labels = await page.locator('.option-label').allInnerTexts()
  return [await page.locator('.prompt h2').innerText(), ...labels].join('\n')
}

/** Writes a picture, if somebody wants to look at it. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['LUDOFORGE_SHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/practice-${name}.png` })
}
