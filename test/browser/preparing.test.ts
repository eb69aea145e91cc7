/** The page of a server that has just started. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { axe, openBrowser, type Served, served, type TestBrowser } from './support.js'

const GAME = 'fire-in-the-lake'
let people: TestBrowser
let server: Served
beforeAll(async () => {
  people = await openBrowser()
})
afterEach(async () => {
  await server.close()
})
afterAll(async () => {
  await people.close()
})

it('lists a pending game immediately, and updates it without a reload when it is ready', async () => {
  server = await served([GAME], { waits: false })
  const { page } = await people.visit(server.url)
  const tile = page.getByRole('link', { name: /Fire in the Lake/ })
  await tile.waitFor()
  expect(server.running.tables.rulebooks.offers).toEqual([])
  await expect.poll(() => tile.innerText()).toContain('Preparing')
  expect(await axe(page)).toEqual([])
  await tile.getByText('4 seats').waitFor()
  await expect.poll(() => page.locator('.preparing').count()).toBe(0)
  await page.context().close()
})

it('a link to a game waits until the game is ready', async () => {
  server = await served([GAME], { waits: false })
  const { page } = await people.visit(`${server.url}/#/new/${GAME}`)
  await page.locator('.waiting').waitFor()
  expect(server.running.tables.rulebooks.offers).toEqual([])
  await page.getByRole('heading', { name: 'Fire in the Lake' }).waitFor()
  await page.getByRole('button', { name: 'Start' }).waitFor()
  await page.context().close()
})
