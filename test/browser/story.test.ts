/** The story of a game in a browser: what happened since your turn, on the page and played back on the board. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restingBox } from './at-rest.js'
import { asked, settled, sitDown } from './playing.js'
import { axe, openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'

const WATCHED = { reducedMotion: 'no-preference' } as const
const PHONE = { viewport: { width: 390, height: 844 } } as const
const TABLE = { game: 'tic-tac-toe', seats: { cross: 'me', nought: { bot: 'policy' } } } as const

describe('the story', () => {
  let server: Pick<Served, 'url'>
  let people: TestBrowser
  beforeAll(async () => {
    server = await sharedServer()
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
  })

  /** Cross takes the first cell, and the bot answers. */
  async function played(options: object = {}): Promise<Page> {
    const { page } = await sitDown(people, server.url, TABLE, options)
    await settled(page, '')
    const before = await asked(page)
    const sheet = page.locator('.phone-sheet.low .peek .yes')
    if ((await sheet.count()) > 0) await sheet.click()
    await page.locator('.options [data-option]').first().dblclick()
    await settled(page, before)
    return page
  }

  it('tells one entry per turn since yours, which opens to its steps', async () => {
    const page = await played()
    const turn = page.locator('.story-turn')
    await page.locator('.story-head', { hasText: '1 turn' }).waitFor()
    await expect.poll(() => turn.count()).toBe(1)
    await expect.poll(() => turn.innerText()).toMatch(/Nought plays/)
    await turn.locator('.story-title').click()
    await expect.poll(() => turn.locator('.story-steps').innerText()).toMatch(/Nought chooses/)
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Earlier turns' }).click()
    await expect.poll(() => turn.count()).toBe(2)
    await page.context().close()
  })

  it('gives the reason of a bot', async () => {
    const table = { game: 'connect-four', seats: { red: 'me', yellow: { bot: 'policy' } } } as const
    const { page } = await sitDown(people, server.url, table)
    await settled(page, '')
    const before = (await page.locator('.table-page').getAttribute('data-asked')) ?? ''
    await page.locator('.options [data-option]').nth(3).dblclick()
    await settled(page, before)
    await page.locator('.story-title').click()
    await expect.poll(() => page.locator('.story-steps').innerText()).toMatch(/because most open lines/)
    await page.context().close()
  })

  it('shows its place on the board, by pointer and by keyboard', async () => {
    const page = await played()
    await page.locator('.story-turn').hover()
    await page.locator('.bd-shown').waitFor({ state: 'attached' })
    await page.mouse.move(5, 5)
    await page.locator('.bd-shown').waitFor({ state: 'detached' })
    await page.locator('.story-title').focus()
    await page.locator('.bd-shown').waitFor({ state: 'attached' })
    await page.context().close()
  })

  it('plays on the board, tints the row, counts the steps, and returns', async () => {
    const page = await played()
    const marks = page.locator('[data-kind=piece]')
    await expect.poll(() => marks.count()).toBe(2)
    await page.locator('.story-turn').hover()
    await page.getByRole('button', { name: /^Play this turn/ }).click()
    await page.locator('.story-turn.playing').waitFor()
    await page.locator('.story-head', { hasText: /step 1 of 1/ }).waitFor()
    await page.locator('.story-head', { hasText: '1 turn' }).waitFor() // it has ended
    await page.keyboard.press('[')
    await page.locator('.story-head', { hasText: 'step 1 of 2' }).waitFor()
    await expect.poll(() => marks.count()).toBe(1)
    await page.keyboard.press(']')
    await expect.poll(() => marks.count()).toBe(2)
    await page.keyboard.press('p')
    await page.locator('.story-turn.playing').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.story-turn.playing').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('is played before the next question, and can be skipped', async () => {
    const { page } = await sitDown(people, server.url, TABLE, WATCHED)
    await settled(page, '')
    await page.evaluate(`(() => {
      window.early = 0
      const look = () => {
        const asks = document.querySelector('.table-page').dataset.asked !== ''
        if (asks && document.querySelector('.meanwhile') !== null) window.early += 1
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    })()`)
    const before = (await page.locator('.table-page').getAttribute('data-asked')) ?? ''
    await page.locator('.options [data-option]').first().dblclick()
    await settled(page, before)
    expect(await page.evaluate('window.early')).toBe(0)
    await page.context().close()
  })

  it('is one tap away on a phone, and the whole log has a slider', async () => {
    const page = await played(PHONE)
    await page.locator('.peek').getByRole('button', { name: 'Story' }).click()
    await page.locator('.story-turn').waitFor()
    for (const button of await page.locator('.playback .button').all()) {
      const box = await restingBox(button)
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    }
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await axe(page)).toEqual([])
    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByLabel('Position in the game').fill('0')
    await page.locator('.whole-game', { hasText: '0 of 2' }).waitFor()
    await expect.poll(() => page.locator('[data-kind=piece]').count()).toBe(0)
    await page.context().close()
  })
})
