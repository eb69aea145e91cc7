/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** A question with many spaces on a tablet: the pills for those outside the view. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../support/games.js'
import { restingBox } from './at-rest.js'
import { settledLayout } from './pixels.js'
import { goOn, settled, until } from './playing.js'
import { axe, openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'

const GAME = 'fire-in-the-lake'
const MANY = 9

describe('a tablet', () => {
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
    [820, 1180],
    [1180, 820],
  ])(
    'of %i × %i shows pills that can be tapped, and that cover nothing of each other',
    async (width, height) => {
      const game = await gameOf(GAME)
      let seat = ''
      const begun = until(game, (decision) => {
        ;({ seat } = decision)
        return decision.type === 'zone' && decision.options.length > MANY
      })
      const seats = Object.fromEntries(
        game.def.seats.map(({ id }) => [id, id === seat ? 'me' : 'open'] as const),
      )
      const { page } = await goOn(
        people,
        server.url,
        { ...begun, seats },
        { viewport: { width, height }, hasTouch: true },
      )
      await settled(page, '')
      await settledLayout(page)
      // The map is moved away from the question, as far as it goes.
      const stage = await restingBox(page.locator('.stage'))
      await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2)
      await page.mouse.down()
      await page.mouse.move(stage.x + stage.width / 2, stage.y + 10, { steps: 6 })
      await page.mouse.up()
      await settledLayout(page)
      await page.locator('.bd-pill').first().waitFor()
      const folder = process.env['LUDOFORGE_SHOTS']
      if (folder !== undefined) await page.screenshot({ path: `${folder}/tablet-${width}.png` })
      await expect.poll(() => page.evaluate(pillFaults)).toEqual([])
      expect(await axe(page)).toEqual([])
      // A pill brings its space into view.
      const pill = page.locator('.bd-pill[data-zone]').first()
      const zone = (await pill.getAttribute('data-zone')) ?? ''
      await pill.tap()
      await page.locator(`.bd-pill[data-zone="${zone}"]`).waitFor({ state: 'detached' })
      await page.context().close()
    },
  )
})

/** What is wrong with the pills: too small for a finger, outside of the stage, or on top of another one. */
function pillFaults(): string[] {
  const TOUCH = 44
  const stage = document.querySelector('.stage')?.getBoundingClientRect()
  const pills = [...document.querySelectorAll<HTMLElement>('.bd-pill, .bd-back')].map((element) => ({
    text: element.innerText.replaceAll(/\s+/g, ' '),
    box: element.getBoundingClientRect(),
  }))
  const faults: string[] = []
  pills.forEach(({ text, box }, i) => {
    if (box.height < TOUCH - 0.5) faults.push(`${text} is ${box.height} px high`)
    if (
      stage === undefined ||
      box.left < stage.left ||
      box.right > stage.right ||
      box.top < stage.top ||
      box.bottom > stage.bottom
    )
      faults.push(`${text} is outside of the stage`)
    for (const other of pills.slice(i + 1))
      if (
        box.left < other.box.right &&
        other.box.left < box.right &&
        box.top < other.box.bottom &&
        other.box.top < box.bottom
      )
        faults.push(`${text} covers ${other.text}`)
  })
  return faults
}
