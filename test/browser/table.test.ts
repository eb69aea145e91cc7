import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restingBox } from './at-rest.js'
import { byKeys, byMouse, playOut, settled, sitDown } from './playing.js'
import { axe, openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'
import { isThorough } from '../support/effort.js'

describe('a game is played to its end', () => {
  let server: Pick<Served, 'url'>
  let people: TestBrowser
  beforeAll(async () => {
    server = await sharedServer()
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
  })

  it.each([
    ['tic-tac-toe', { cross: 'me', nought: 'me' }, 5, [byMouse, byKeys]],
    ['outposts', { red: 'me', blue: { bot: 'random' } }, 5, [byMouse]],
    ['three-crowns', { north: 'me', east: { bot: 'random' }, south: { bot: 'random' } }, 3, [byKeys]],
  ] as const)('%s with the mouse and with keys alone', async (game, seats, least, quick) => {
    for (const hand of isThorough ? [byMouse, byKeys] : quick) {
      const { page } = await sitDown(people, server.url, { game, seats })
      expect(await playOut(page, hand)).toBeGreaterThanOrEqual(least)
      await expect.poll(() => page.locator('.end h2').innerText()).toMatch(/wins?|won|lost|draw/i)
      await expect.poll(() => page.locator('.ranking li').count()).toBe(Object.keys(seats).length)
      await page.context().close()
    }
  })

  it("a tournament of two in Hold'em with the mouse and with keys alone", async () => {
    const table = { game: 'texas-holdem', scenario: 'heads-up', seats: { ada: 'me', boris: 'me' } } as const
    for (const hand of isThorough ? [byMouse, byKeys] : [byKeys]) {
      const { page } = await sitDown(people, server.url, table)
      await settled(page, '')
      await expect.poll(() => page.locator('.felt-cards.own .felt-card').count()).toBe(2)
      expect(await playOut(page, hand)).toBeGreaterThan(1)
      await expect.poll(() => page.locator('.end h2').innerText()).toMatch(/wins/)
      expect(await axe(page)).toEqual([])
      await page.context().close()
    }
  })

  it.each([
    [390, 844],
    [800, 1000],
  ])("all seats of a Hold'em table are in sight on a screen of %i by %i", async (width, height) => {
    const names = ['ada', 'boris', 'clara', 'dmitri', 'emma', 'felix', 'greta', 'hugo', 'ines', 'jonas']
    const table = {
      game: 'texas-holdem',
      scenario: 'full-table',
      seats: Object.fromEntries(names.map((name) => [name, 'me' as const])),
    }
    const { page } = await sitDown(people, server.url, table, { viewport: { width, height } })
    await settled(page, '')
    const stage = await restingBox(page.locator('.stage'))
    await expect.poll(() => page.locator('.felt-name').count()).toBe(10)
    const seats = await page.locator('.felt-name').all()
    for (const seat of seats) {
      const box = await restingBox(seat)
      expect(box.y).toBeGreaterThanOrEqual(stage.y)
      expect(box.y + box.height).toBeLessThanOrEqual(stage.y + stage.height)
    }
    await page.context().close()
  })

  it('squares of the board can be clicked, and a click on one that is not offered explains why', async () => {
    const { page } = await sitDown(people, server.url, {
      game: 'tic-tac-toe',
      seats: { cross: 'me', nought: 'me' },
    })
    await settled(page, '')
    const middle = await restingBox(page.locator('.bd-space[data-id="b2"]'))
    const click = (): Promise<void> =>
      page.mouse.click(middle.x + middle.width / 2, middle.y + middle.height / 2)
    await click() // a board without a camera is answered by one click
    await page.locator('.prompt', { hasText: 'Nought' }).waitFor()
    await click()
    await page.locator('.why', { hasText: /Why not B2\?[^]*A piece is in B2/ }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.why').count()).toBe(0)
  })

  it('a hovered option is previewed in text and on the board', async () => {
    const { page } = await sitDown(people, server.url, { game: 'outposts', seats: { red: 'me', blue: 'me' } })
    await settled(page, '')
    await page.locator('[data-option]', { hasText: 'Muster' }).hover()
    await page.locator('.preview p').first().waitFor()
    await expect.poll(() => page.locator('.preview').innerText()).toMatch(/Soldier/i)
    await expect.poll(() => page.locator('.bd-coming').count()).toBeGreaterThan(0)
  })

  it('the rulebook opens at the rule of a question, and can be searched', async () => {
    const { page } = await sitDown(people, server.url, { game: 'outposts', seats: { red: 'me', blue: 'me' } })
    await settled(page, '')
    await page.locator('.prompt .rule-link').click()
    await page.locator('.chapter .sought').first().waitFor()
    await page.keyboard.press('/')
    await page.locator('[data-search="rules"]:focus').waitFor()
    await page.keyboard.type('desert')
    await page.locator('.found li').first().waitFor()
    expect(await axe(page)).toEqual([])
  })

  it('a bot gives a hint, which can be chosen', async () => {
    const { page } = await sitDown(people, server.url, {
      game: 'tic-tac-toe',
      seats: { cross: 'me', nought: 'me' },
    })
    await settled(page, '')
    await page.keyboard.press('h')
    await page.locator('.hint', { hasText: 'A bot would choose' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.prompt', { hasText: 'Nought' }).waitFor()
  })

  it('stepping through the past does not affect the game, and a free undo works', async () => {
    const { page } = await sitDown(people, server.url, {
      game: 'tic-tac-toe',
      seats: { cross: 'me', nought: 'me' },
    })
    await settled(page, '')
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await page.locator('.prompt', { hasText: 'Nought' }).waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await page.locator('.prompt', { hasText: 'Cross' }).waitFor()
    const now = page.getByRole('button', { name: 'Back to now' })
    await expect.poll(() => now.isEnabled()).toBe(false)
    await page.keyboard.press('[')
    await page.locator('.story-head', { hasText: 'step 1 of 2' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.story-head', { hasText: '1 turn' }).waitFor()
    await page.keyboard.press('l')
    await page.locator('.whole-game', { hasText: '2 decisions' }).waitFor()
    await page.locator('.horizon').waitFor()
    await page.keyboard.press('u')
    await page.locator('.prompt', { hasText: 'Nought' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await axe(page)).toEqual([])
  })
})
