/** The end of a game in a browser: the result, the winning line, and rematches that everybody can follow. */
import { callEndpoint } from '@ludoforge/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../support/games.js'
import { asked, byMouse, goOn, nearEnd, playOut, settled, sitAt, sitDown } from './playing.js'
import { axe, openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'

/** Cross wins with the middle column, against cells of the first row. */
const CROSS = ['B2', 'B1', 'B3']
const NOUGHT = ['A1', 'C3']

describe('the end of a game', () => {
  let server: Pick<Served, 'url'>
  let people: TestBrowser
  beforeAll(async () => {
    server = await sharedServer()
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
  })

  async function choose(page: Page, cell: string, before: string): Promise<string> {
    await settled(page, before)
    const now = await asked(page)
    await page.locator('.options [data-option]', { hasText: cell }).first().dblclick()
    return now
  }

  /** Ada plays cross and Bea nought, each in her own browser. Ada wins. */
  async function adaWins() {
    const ada = await sitDown(people, server.url, { game: 'tic-tac-toe', seats: { cross: 'me' } })
    const { secret } = await callEndpoint(server.url, 'invite', {
      path: { id: ada.id },
      key: ada.key,
      body: { seats: ['nought'] },
    })
    const joined = await callEndpoint(server.url, 'join', {
      path: { id: ada.id },
      body: { invitation: secret, you: 'Bea' },
    })
    const bea = await sitAt(people, server.url, ada.id, joined.key)
    let [mine, hers] = ['', '']
    for (const [i, cell] of CROSS.entries()) {
      mine = await choose(ada.page, cell, mine)
      const answer = NOUGHT[i]
      if (answer !== undefined) hers = await choose(bea.page, answer, hers)
    }
    await ada.page.locator('.end').waitFor()
    await bea.page.locator('.end').waitFor()
    return { ada, bea }
  }

  it('says who won to each player, why, and highlights the winning line', async () => {
    const { ada, bea } = await adaWins()
    await expect.poll(() => ada.page.locator('.end h2').innerText()).toContain('You won')
    await expect.poll(() => bea.page.locator('.end h2').innerText()).toContain('You lost')
    await expect.poll(() => bea.page.locator('.end').innerText()).toContain('Cross wins: three in a line')
    await expect.poll(() => ada.page.locator('.bd-above[data-lit]').count()).toBe(3)
    for (const { page } of [ada, bea]) expect(await axe(page)).toEqual([])
    // The rematch: Ada asks for it, Bea follows with one click, and both have their seats.
    await ada.page.getByRole('button', { name: 'Rematch, the same seats' }).click()
    await ada.page.locator('.prompt', { hasText: 'Cross' }).waitFor()
    await bea.page.getByRole('button', { name: 'Go to the rematch' }).click()
    await bea.page.locator('.waiting', { hasText: 'Ada' }).waitFor()
    await expect.poll(() => bea.page.url()).toBe(ada.page.url())
    await expect.poll(() => bea.page.url()).not.toContain(ada.id)
    await ada.page.locator('.options [data-option]').first().dblclick()
    await bea.page.locator('.prompt', { hasText: 'Nought' }).waitFor()
    // A spectator of the old table can follow as well.
    const cal = await sitAt(people, server.url, ada.id, undefined)
    await cal.page.getByRole('button', { name: 'Watch the rematch' }).click()
    await cal.page.locator('.waiting', { hasText: 'You’re watching' }).waitFor()
    await expect.poll(() => cal.page.url()).toBe(ada.page.url())
    for (const { page } of [ada, bea, cal]) await page.context().close()
  })

  it('has a rematch with rotated seats', async () => {
    const { ada, bea } = await adaWins()
    await bea.page.getByRole('button', { name: 'Rotate the seats' }).click()
    await bea.page.locator('.prompt', { hasText: 'Cross' }).waitFor()
    await ada.page.getByRole('button', { name: 'Go to the rematch' }).click()
    await ada.page.locator('.waiting', { hasText: 'Bea' }).waitFor()
    for (const { page } of [ada, bea]) await page.context().close()
  })

  it('has one for a table in this browser, where several players share it', async () => {
    const { page } = await people.visit(`${server.url}/#/new/tic-tac-toe`, { reducedMotion: 'reduce' })
    await page.getByLabel('In this browser').check()
    await page.getByLabel('Who plays Nought').selectOption({ label: 'Me' })
    await page.getByRole('button', { name: 'Start' }).click()
    let before = ''
    for (const cell of ['B2', 'A1', 'B1', 'C3', 'B3']) before = await choose(page, cell, before)
    await page.locator('.end', { hasText: 'Cross wins' }).waitFor()
    const first = page.url()
    await page.getByRole('button', { name: 'Rematch, the same seats' }).click()
    await page.locator('.prompt', { hasText: 'Cross' }).waitFor()
    await expect.poll(() => page.url()).not.toBe(first)
    await expect.poll(() => page.locator('[data-kind=piece]').count()).toBe(0)
    await page.context().close()
  })

  it('plots the scores, with a legend and the numbers as a table', async () => {
    const seats = { red: 'me', blue: { bot: 'random' } } as const
    const { page } = await goOn(people, server.url, { ...nearEnd(await gameOf('outposts'), 'red'), seats })
    await playOut(page, byMouse)
    await page.locator('.plot svg').waitFor()
    await expect.poll(() => page.locator('.plot-curve').count()).toBe(2)
    await expect.poll(() => page.locator('.plot-legend').innerText()).toMatch(/Red[\s\S]*Blue/)
    await page.getByText('As a table').click()
    await expect.poll(() => page.locator('.plot tbody tr').count()).toBeGreaterThan(2)
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })
})
