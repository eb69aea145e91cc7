/** Puzzles in a real browser: a wrong turn, the right one, and the next puzzle, with the mouse and on a phone. */
import type { LoadedGame } from '@ludoforge/compiler'
import type { Choice } from '@ludoforge/kernel'
import type { Puzzle } from '@ludoforge/play'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { puzzlesOf, wrongTurn } from '../support/puzzles.js'
import { gameOf } from '../support/games.js'
import { restingBox } from './at-rest.js'
import { asked, settled } from './playing.js'
import { axe, openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'
import { isThorough } from '../support/effort.js'

const GAME = 'chess'
const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe('puzzles in the page', () => {
  let server: Pick<Served, 'url'>
  let people: TestBrowser
  let game: LoadedGame
  let puzzles: readonly Puzzle[]
  let wrong: readonly Choice[]
  beforeAll(async () => {
    server = await sharedServer()
    people = await openBrowser()
    game = await gameOf(GAME)
    puzzles = puzzlesOf(GAME)
    wrong = await wrongTurn(game, puzzles[0])
  })
  afterAll(async () => {
    await people.close()
  })

  const devices = [
    ['with the mouse', DESKTOP],
    ['on a phone', PHONE],
  ] as const
  it.each(isThorough ? devices : devices.slice(1))(
    '%s: a wrong turn, another try, the solution, and the next puzzle',
    async (_, device) => {
      const { page } = await people.visit(`${server.url}/#/puzzles/${GAME}`, {
        reducedMotion: 'reduce',
        ...device,
      })
      await page.getByText(`0 of ${puzzles.length} solved.`).waitFor()
      expect(await axe(page)).toEqual([])
      await page.getByRole('button', { name: 'Solve puzzle 1', exact: true }).click()
      const strip = page.getByRole('region', { name: 'Puzzle' })
      await strip.getByText(`Puzzle 1 of ${puzzles.length}`).waitFor()
      expect(await axe(page)).toEqual([])

      await play(page, wrong)
      await strip.getByText(/^Not the best turn\. Expected score \d+ %, the best turn has \d+ %\.$/).waitFor()
      await strip.getByRole('button', { name: 'Try again' }).click()
      await strip.getByText('Not the best turn').waitFor({ state: 'detached' })
      await play(page, puzzles[0]?.solution ?? [])
      await strip.getByText('Solved. That’s the turn.').waitFor()
      expect(await axe(page)).toEqual([])
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)

      await strip.getByRole('button', { name: 'Next puzzle' }).click()
      await strip.getByText(`Puzzle 2 of ${puzzles.length}`).waitFor()
      await strip.getByRole('button', { name: 'Show the solution' }).click()
      await strip.getByText(/^Solution: .+\.$/).waitFor()
      await strip.getByRole('link', { name: 'All puzzles' }).click()
      await page.getByText(`1 of ${puzzles.length} solved.`).waitFor()
      await page.getByRole('button', { name: /^Puzzle 1: .*, solved$/ }).waitFor()
      await page.context().close()
    },
  )
})

/** Plays a turn on the board: the piece, then its square. */
async function play(page: Page, turn: readonly Choice[]): Promise<void> {
  let before = ''
  for (const choice of turn) {
    await settled(page, before)
    before = await asked(page)
    const square = typeof choice === 'string' ? choice.split('@').at(-1) : undefined
    const box = await restingBox(page.locator(`.bd-space[data-id="${square}"]`))
    const at = [box.x + box.width / 2, box.y + box.height / 2] as const
    if ((await page.evaluate('navigator.maxTouchPoints')) === 0) await page.mouse.click(...at)
    else await page.touchscreen.tap(...at)
  }
}
