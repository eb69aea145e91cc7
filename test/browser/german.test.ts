/** Games with German words, on the page. */
import { afterAll, beforeAll, it } from 'vitest'
import { settled, sitDown } from './playing.js'
import { openBrowser, type Served, served, type TestBrowser } from './support.js'

let server: Served
let people: TestBrowser
beforeAll(async () => {
  server = await served(['tic-tac-toe', 'outposts'], { language: 'de' })
  people = await openBrowser()
})
afterAll(async () => {
  await people.close()
  await server.close()
})

it.each([
  ['tic-tac-toe', { cross: 'me', nought: 'me' }, 'Markiere ein leeres Feld', 'Kreuz'],
  ['outposts', { red: 'me', blue: 'me' }, 'Was tust du?', 'Rot'],
] as const)('%s asks in German', async (game, seats, prompt, seat) => {
  const { page } = await sitDown(people, server.url, { game, seats })
  await settled(page, '')
  const curtain = page.getByRole('button', { name: 'Show the board', exact: true })
  if ((await curtain.count()) > 0) await curtain.click()
  await page.locator('.prompt h2', { hasText: prompt }).waitFor()
  await page.locator('.prompt-who', { hasText: seat }).waitFor()
  await page.context().close()
})
