/** The page of a server that has just started. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { axe, openBrowser, served, type TestBrowser } from './support.js'

const GAME = 'fire-in-the-lake'
let people: TestBrowser
beforeAll(async () => {
  people = await openBrowser()
})
afterAll(async () => {
  await people.close()
})

it('lists a pending game immediately, and updates it without a reload when it is ready; a link waits for it', async () => {
  const server = await served([GAME], { waits: false })
  const visits = await Promise.all([people.visit(server.url), people.visit(`${server.url}/#/new/${GAME}`)])
  const [lobby, linked] = visits.map(({ page }) => page)
  if (lobby === undefined || linked === undefined) throw new Error('There are no pages.')
  const tile = lobby.getByRole('link', { name: /Fire in the Lake/ })
  await Promise.all([tile.filter({ hasText: 'Preparing' }).waitFor(), linked.locator('.waiting').waitFor()])
  expect(server.running.tables.rulebooks.offers).toEqual([])
  expect(await axe(lobby)).toEqual([])
  await tile.getByText('4 seats').waitFor()
  await expect.poll(() => lobby.locator('.preparing').count()).toBe(0)
  await linked.getByRole('heading', { name: 'Fire in the Lake' }).waitFor()
  await linked.getByRole('button', { name: 'Start' }).waitFor()
  for (const page of [lobby, linked]) await page.context().close()
  await server.close()
})
