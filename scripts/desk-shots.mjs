// The pictures of the desk in docs/desk.md: a copy of Outposts, with one edit. `npm run shots -- DIR desk-edit …`
// takes them on *Make a game*.
import { checked, find, pointBehind } from '../test/browser/desk.ts'
import { replaceText } from '../test/browser/desk-project.ts'

/** The game that the pictures show. */
export const DESK_GAME = 'outposts'

/** Two thousand games, twice, take a while. */
const PLAYED = { timeout: 5 * 60_000 }

/** Copies the game, lets bots play it, then changes a rule so that it asks for a third soldier. */
async function edited(page) {
  await page.getByRole('button', { name: 'Copy Outposts' }).click()
  await checked(page, 'good')
  await page.locator('.desk-table .prompt').waitFor()
  await page.locator('.desk-table .prompt').click()
  await page.keyboard.press('b')
  await page.locator('.desk-table .end').waitFor()
  await replaceText(page, 'repeat up to 2 times', 'repeat up to 3 times')
  await page.locator('.desk-table .desk-strip').waitFor()
  await page.locator('[data-station=examples][data-state=bad]').waitFor()
  await find(page, 'Muster')
}

async function balanced(page) {
  await edited(page)
  await page.keyboard.press('Alt+3')
  await page.locator('[data-balance=done]').waitFor(PLAYED)
}

/** What the designer does before each picture. */
export const DESK_ACTIONS = {
  'desk-edit': async (page) => {
    await edited(page)
    await replaceText(page, 'hex from map where own-in-supply', 'hex from map where own-in-suply')
    await checked(page, 'bad')
    await page.keyboard.press('F8')
    await page.locator('[data-station=balance]', { hasText: /\d/ }).waitFor()
    const { x, y } = await pointBehind(page, 'requires some(map where can-march-from', 'can-march-from')
    await page.mouse.move(x, y)
    await page.locator('.cm-tooltip-hover .name-now').waitFor()
  },
  'desk-examples': async (page) => {
    await edited(page)
    await page.locator('.desk-table .prompt').click()
    await page.keyboard.press('e')
    await page.locator('.example-draft pre').waitFor()
    await page.locator('[data-example][data-state=failed]').first().click()
    await page.locator('.example-detail .bd-paper').waitFor()
  },
  'desk-balance': balanced,
  'desk-compare': async (page) => {
    await balanced(page)
    await page.keyboard.press('Control+b')
    await page.locator('[data-balance=done]').waitFor(PLAYED)
  },
}
