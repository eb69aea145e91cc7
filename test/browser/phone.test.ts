/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Card tables and bids on a phone. */
import { presentSeats } from '@ludoforge/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../support/games.js'
import { atRest, restingBox } from './at-rest.js'
import { goOn, until } from './playing.js'
import { openBrowser, type Served, served, type TestBrowser } from './support.js'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe('On a phone', () => {
  let server: Served
  let people: TestBrowser
  beforeAll(async () => {
    server = await served(['before-the-ice', 'three-crowns', 'hearts', 'texas-holdem'])
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
    await server.close()
  })

  /** Opens a table at the first question that passes the test, with the seat that decides. */
  const openAt = async (name: string, wanted: Parameters<typeof until>[1]) => {
    const game = await gameOf(name)
    let deciding = ''
    const begun = until(game, (decision) => {
      deciding = decision.seat
      return wanted(decision)
    })
    const seats = presentSeats(game.def, {}).map(
      ({ id }) => [id, id === deciding ? ('me' as const) : ('open' as const)] as const,
    )
    const { page } = await goOn(people, server.url, { ...begun, seats: Object.fromEntries(seats) }, PHONE)
    await page.locator('.phone-sheet').waitFor()
    return page
  }

  it('the sheet of a number is as high as the question', async () => {
    const page = await openAt('before-the-ice', ({ kind }) => kind === 'number')
    await page.locator('.phone-sheet.up').waitFor()
    const number = await restingBox(page.locator('[data-number]'))
    const confirm = await restingBox(page.locator('[data-confirm]'))
    expect(confirm.y - (number.y + number.height)).toBeLessThan(160)
    await page.context().close()
  })

  it('the bar shows the coins of each seat', async () => {
    const page = await openAt('three-crowns', () => true)
    const cells = page.locator('.seat-cell')
    await expect
      .poll(async () => (await cells.allInnerTexts()).filter((text) => /\d/.test(text)).length)
      .toBe(3)
    await page.context().close()
  })

  it('six seats are in two even rows, each with its sign', async () => {
    const page = await openAt('texas-holdem', () => true)
    await expect.poll(() => page.locator('.seat-cell .disc:visible').count()).toBe(6)
    const tops = await page
      .locator('.seat-cell')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().top)))
    expect(tops.filter((top) => top === tops[0])).toHaveLength(3)
    await page.context().close()
  })

  it('the links of the head are one line each', async () => {
    const { page } = await people.visit(server.url, PHONE)
    const links = page.locator('header.head nav a')
    await links.first().waitFor()
    await atRest(page)
    const heights = await links.evaluateAll((found) =>
      found.map((link) => {
        const text = document.createRange()
        text.selectNodeContents(link)
        return text.getBoundingClientRect().height
      }),
    )
    expect(heights).toHaveLength(3)
    expect(Math.max(...heights)).toBeLessThan(30)
    await page.context().close()
  })

  it('the options are in the order of the hand', async () => {
    const page = await openAt('hearts', ({ options }) => options.length > 5)
    await page.locator('.phone-sheet.low .grab').tap()
    const takes = page.locator('.felt-cards.own .felt-take')
    const labels = page.locator('.options .option-label')
    await labels.nth(5).waitFor()
    const inHand = await takes.evaluateAll((found) =>
      found.map((one) => one.getAttribute('aria-label')?.replace(/,.*/, '') ?? ''),
    )
    expect(await labels.allInnerTexts()).toEqual(inHand)
    await page.context().close()
  })
})
