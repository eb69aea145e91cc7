/** The bar above the board: counts of nothing take no room, unless they are news. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gameOf } from '../support/games.js'
import { goOn, sitDown, until } from './playing.js'
import { openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'

let server: Pick<Served, 'url'>
let people: TestBrowser

beforeAll(async () => {
  server = await sharedServer()
  people = await openBrowser()
})
afterAll(async () => {
  await people.close()
})

it('shows no captured pieces until there are some', async () => {
  const game = await gameOf('chess')
  const seats = { white: 'me', black: 'open' } as const
  const start = await sitDown(people, server.url, { game: 'chess', seats })
  await start.page.locator('.seat-cell').nth(1).waitFor()
  expect(await start.page.locator('.seat-cell .count').count()).toBe(0)

  let decisions = 0
  const begun = until(game, ({ seat }) => seat === 'white' && (decisions += 1) > 40)
  const later = await goOn(people, server.url, { ...begun, seats })
  await later.page.locator('.seat-cell .count').first().waitFor()
  expect(await later.page.locator('.seat-cell .count.none').count()).toBe(0)
  await later.page.locator('.seat-cell button').first().click()
  await later.page.locator('.popover.details').waitFor()
  expect(await later.page.locator('.popover.details li.none').count()).toBe(0)
})
