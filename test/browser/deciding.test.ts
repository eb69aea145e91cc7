/** Deciding in a real browser: rows with consequences, the button in words, amounts, why not, hints, keys and touch. */
import type { Decision, Game } from '@ludoforge/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../support/games.js'
import { restingBox } from './at-rest.js'
import { asked, goOn, settled, sitDown, until } from './playing.js'
import { axe, openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'

describe('A question', () => {
  let server: Pick<Served, 'url'>
  let people: TestBrowser
  let game: Game
  let outposts: Game
  beforeAll(async () => {
    server = await sharedServer()
    game = await gameOf('fire-in-the-lake')
    outposts = await gameOf('outposts')
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
  })
  const all = { US: 'me', ARVN: 'me', NVA: 'me', VC: 'me' } as const
  const both = { red: 'me', blue: 'me' } as const
  const spaces = (decision: Decision): boolean =>
    decision.kind === 'one' && decision.type === 'zone' && decision.options.length > 6

  it.each([
    [1440, 900],
    [1280, 800],
  ])('at %i × %i shows at least five rows with their consequences', async (width, height) => {
    const viewport = { width, height }
    const { page } = await goOn(people, server.url, { ...until(game, spaces), seats: all }, { viewport })
    await settled(page, '')
    await page.locator('.option .outcome').nth(5).waitFor()
    const scroll = await restingBox(page.locator('.option-scroll'))
    const rows = await page
      .locator('.options [data-option]')
      .evaluateAll((found) => found.map((row) => row.getBoundingClientRect().bottom))
    const visible = rows.filter((bottom) => bottom <= scroll.y + scroll.height + 1)
    expect(visible.length).toBeGreaterThanOrEqual(5)
    const confirm = await restingBox(page.locator('[data-confirm]'))
    expect(confirm.y + confirm.height).toBeLessThanOrEqual(height)
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })

  it('is answered by a button that says what it does, and the preview has what follows', async () => {
    const begun = until(game, ({ action, type }) => action === 'assault-us' && type === 'zone')
    const { page } = await goOn(people, server.url, { ...begun, seats: all })
    await settled(page, '')
    const before = await asked(page)
    const row = page.locator('.options [data-option="0"]')
    const name = await row.locator('.option-label').innerText()
    await row.click()
    await expect.poll(() => page.locator('[data-confirm]').innerText()).toContain(`Assault ${name}`)
    await page.locator('.preview p').first().waitFor()
    await page.locator('[data-confirm]').click()
    await settled(page, before)
    await page.context().close()
  })

  it('with amounts starts with the largest, and has steppers and a total', async () => {
    const begun = until(
      outposts,
      ({ kind, options, max }) => kind === 'many' && options.length === 1 && max > 1,
    )
    const { page } = await goOn(people, server.url, { ...begun, seats: both })
    await settled(page, '')
    const shown = page.locator('.more-less output')
    const amount = async (): Promise<number> => Number.parseInt(await shown.innerText())
    const most = await amount()
    expect(most).toBeGreaterThan(1)
    await page.getByRole('button', { name: /^One less/ }).click()
    await expect.poll(amount).toBe(most - 1)
    await expect.poll(() => page.locator('.answering .count').innerText()).toContain(`${most - 1} chosen`)
    await page.locator('.options [data-option]').click() // none of it
    await expect.poll(amount).toBe(0)
    await page.locator('.options [data-option]').click() // all of it
    await expect.poll(amount).toBe(most)
    await page.context().close()
  })

  const train = (decision: Decision): boolean =>
    decision.action === 'train-us' && decision.name === 'space' && (decision.series ?? 0) > 2

  it('that is asked for several spaces takes them in order, from the rows, by digits and on the board', async () => {
    const { page } = await goOn(people, server.url, { ...until(game, train), seats: all })
    await settled(page, '')
    const before = await asked(page)
    const row = (i: number) => page.locator(`.options [data-option="${i}"]`)
    const names = await page.locator('.options .option-label').allInnerTexts()
    await row(2).click()
    const confirm = page.locator('[data-confirm]')
    const other = page.locator('[data-confirm-other]')
    await expect.poll(() => other.innerText()).toContain('… and no more')
    await page.keyboard.press('1')
    const space = await page
      .locator('.bd-choice', { has: page.locator('.bd-option[data-key="2"]') })
      .getAttribute('data-id')
    await page.locator(`.bd-choice[data-id="${space}"]`).dispatchEvent('click')
    await expect.poll(() => page.locator('.option-order').allInnerTexts()).toEqual(['2', '3', '1'])
    await expect
      .poll(() =>
        page.locator(`.bd-choice[data-id="${space}"] .bd-tick text`).evaluate((tick) => tick.textContent),
      )
      .toBe('3')
    const text = await confirm.innerText()
    expect(text).toMatch(/^Train/)
    expect(text.includes('3 spaces') || text.includes(`${names[2]}, ${names[0]} and ${names[1]}`)).toBe(true)
    await expect.poll(() => page.locator('.answering .count').innerText()).toContain('3 chosen')
    await row(0).click() // not this one
    await expect.poll(() => page.locator('.option-order').allInnerTexts()).toEqual(['2', '1'])
    expect(await asked(page)).toBe(before)
    expect(await axe(page)).toEqual([])
    await confirm.click()
    await settled(page, before)
    await expect.poll(() => page.locator('.prompt').innerText()).toContain(names[2])
    await page.context().close()
  })

  it('in a round of a list is answered for all rounds', async () => {
    const begun = until(game, train)
    const { page } = await goOn(people, server.url, { ...begun, seats: all })
    await settled(page, '')
    const before = await asked(page)
    for (const key of ['1', '2', '3']) await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await settled(page, before)
    const second = await asked(page)
    const first = page.locator('.options [data-option]').first()
    if ((await first.getAttribute('aria-pressed')) === 'false') await first.click()
    const other = page.locator('[data-confirm-other]')
    await expect.poll(() => other.innerText()).toContain('… in all of them')
    await page.keyboard.press('Shift+Enter')
    await settled(page, second)
    await page.context().close()
  })

  it('why not is asked by pointing, and shows nothing before', async () => {
    const { page } = await goOn(people, server.url, { ...until(game, spaces), seats: all })
    await settled(page, '')
    const before = await asked(page)
    const offered = await page
      .locator('.bd-space[data-lit]')
      .evaluateAll((lit) => lit.map((space) => space.getAttribute('data-id')))
    const every = await page
      .locator('.bd-space[data-id]')
      .evaluateAll((found) => found.map((space) => space.getAttribute('data-id') ?? ''))
    const other = every.find((id) => !offered.includes(id)) ?? ''
    await page.locator(`.bd-space[data-id="${other}"]`).first().hover({ force: true })
    await page.waitForTimeout(700)
    expect(await page.locator('.why, .why-search').count()).toBe(0)
    await page.keyboard.press('w')
    await page.locator('[data-search="why"]:focus').waitFor()
    await expect.poll(() => page.locator('html[data-asking]').count()).toBe(1)
    await page.locator(`.bd-space[data-id="${other}"]`).first().dispatchEvent('click')
    await page.locator('.why li, .why p').first().waitFor()
    await expect.poll(() => page.locator('html[data-asking]').count()).toBe(0)
    await page.keyboard.press('Escape')
    // A row that is asked about isn't marked.
    await page.getByRole('button', { name: /Why not…/ }).click()
    await page.locator('.options [data-option="1"]').click()
    await page.locator('.why', { hasText: 'You can choose' }).waitFor()
    await expect.poll(() => page.locator('.options [aria-pressed=true]').count()).toBe(0)
    expect(await asked(page)).toBe(before)
    await page.context().close()
  })

  it('is reached with Tab, marked with a digit, confirmed with Enter; a hint explains the row it marks', async () => {
    const { page } = await sitDown(people, server.url, { game: 'outposts', seats: both })
    await settled(page, '')
    let presses = 0
    while (presses < 5 && (await page.locator('[data-option]:focus').count()) === 0) {
      await page.keyboard.press('Tab')
      presses += 1
    }
    await expect.poll(() => page.locator('[data-option]:focus').count()).toBe(1)
    await page.keyboard.press('h')
    await page.locator('li:has(> .option-row [aria-pressed=true]) > .hint').waitFor()
    const before = await asked(page)
    await page.keyboard.press('2')
    await expect.poll(() => page.locator('[data-option="1"]').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Enter')
    await settled(page, before)
    await page.context().close()
  })

  it('on a phone is marked by a tap, and answered by the button only', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const { page } = await goOn(people, server.url, { ...until(game, spaces), seats: all }, phone)
    await settled(page, '')
    const before = await asked(page)
    const row = page.locator('.options [data-option="1"]')
    await row.waitFor({ state: 'attached' })
    if (!(await row.isVisible())) await page.getByRole('button', { name: /choices$/ }).tap()
    const box = await restingBox(row)
    expect(box.height).toBeGreaterThanOrEqual(44)
    await row.tap()
    await expect.poll(() => row.getAttribute('aria-pressed')).toBe('true')
    expect(await asked(page)).toBe(before)
    await expect.poll(() => page.locator('.answering kbd:visible').count()).toBe(0)
    await page.locator('[data-confirm]').tap()
    await settled(page, before)
    await page.context().close()
  })
})
