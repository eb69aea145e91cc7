/** Every table is legible at five sizes: the map is large, nothing is small, cut off or on top of something else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignAt, faults, settledLayout, SIZES } from './pixels.js'
import { gameOf } from '../support/games.js'
import { goOn, settled, sitDown, until } from './playing.js'
import { axe, openBrowser, type Served, served, type TestBrowser } from './support.js'

const timeout = 300_000
const GAMES = ['fire-in-the-lake', 'texas-holdem', 'reversi', 'outposts', 'goofspiel', 'landfall']

let server: Served
let people: TestBrowser
beforeAll(async () => {
  server = await served(GAMES)
  people = await openBrowser()
}, 600_000)
afterAll(async () => {
  await people.close()
  await server.close()
})

describe('a map with cards', () => {
  it('at the coup of a short campaign', { timeout }, async () => {
    const { seat, seats, ...begun } = await campaignAt('short', 'coup')
    const table = Object.fromEntries(
      seats.map((one) => [one, one === seat ? 'me' : { bot: 'random' }] as const),
    )
    const { page } = await goOn(people, server.url, { ...begun, seats: table })
    await settled(page, '')
    expect(await faults(page)).toEqual([])
    expect(await page.locator('.rail .phases').count()).toBe(0) // a phone has it in its sheet
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.locator('.rail').waitFor()
    await expect.poll(() => page.locator('.rail .phases').count(), { timeout: 30_000 }).toBe(1)
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })

  it('Tab reaches the first option within five presses', { timeout }, async () => {
    const { seat, seats, ...begun } = await campaignAt('short', 'start')
    const table = Object.fromEntries(
      seats.map((one) => [one, one === seat ? 'me' : { bot: 'random' }] as const),
    )
    const { page } = await goOn(people, server.url, { ...begun, seats: table })
    await settled(page, '')
    let reached = false
    for (let n = 0; n < 5 && !reached; n += 1) {
      await page.keyboard.press('Tab')
      reached = await page.evaluate<boolean>("document.activeElement.hasAttribute('data-option')")
    }
    expect(reached).toBe(true)
    await page.context().close()
  })

  it('a card is enlarged beside the pointer, and never over the question', { timeout }, async () => {
    const { seat, seats, ...begun } = await campaignAt('short', 'start')
    const table = Object.fromEntries(
      seats.map((one) => [one, one === seat ? 'me' : { bot: 'random' }] as const),
    )
    const { page } = await goOn(people, server.url, { ...begun, seats: table })
    await settled(page, '')
    await page.locator('.rail .card-face.half').hover({ position: { x: 20, y: 8 } }) // not at a term of its text
    const card = await page.locator('.enlarged .card-face').boundingBox()
    const question = await page.locator('[data-question]').boundingBox()
    const pointed = await page.locator('.rail .card-face.half').boundingBox()
    expect(card?.width).toBe(340)
    expect(card?.x).toBeGreaterThanOrEqual((pointed?.x ?? 0) + (pointed?.width ?? 0))
    expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(question?.x ?? 0)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.enlarged').count()).toBe(0)
    await page.context().close()
  })
})

describe('a felt', () => {
  it.each([
    ['heads-up', 2],
    ['tournament', 6],
    ['full-table', 10],
  ] as const)("of Hold'em: %s, with %i players", { timeout }, async (scenario, players) => {
    const names = ['ada', 'boris', 'clara', 'dmitri', 'emma', 'felix', 'greta', 'hugo', 'ines', 'jonas']
    const seats = Object.fromEntries(
      names.slice(0, players).map((name, i) => [name, i === 0 ? 'me' : { bot: 'policy:tight' }] as const),
    )
    const { page } = await sitDown(people, server.url, { game: 'texas-holdem', scenario, seats })
    await settled(page, '')
    expect(await faults(page)).toEqual([])
    expect(await page.locator('.felt-seat').count()).toBe(players)
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })

  it('with hands of thirteen cards, sorted', { timeout }, async () => {
    const bot = { bot: 'random' }
    const seats = { red: 'me', green: bot, blue: bot, gold: bot } as const
    const { page } = await sitDown(people, server.url, { game: 'goofspiel', scenario: 'four', seats })
    await settled(page, '')
    expect(await faults(page)).toEqual([])
    const hand = page.locator('.felt-cards.own .felt-card')
    const ids = await hand.evaluateAll((cards) => cards.map((card) => card.getAttribute('data-id')))
    expect(ids).toEqual(Array.from({ length: 13 }, (_, i) => `red-${i + 1}`))
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })
})

describe('a hand that only the others see', () => {
  it('has captions below its backs, in the order of the cards', { timeout }, async () => {
    const game = await gameOf('landfall')
    let turn = 0
    const begun = until(
      game,
      ({ seat, name }) => seat === 'ada' && name === 'choice' && ++turn > 12,
      'policy',
    )
    const bot = { bot: 'policy' }
    const seats = { ada: 'me', bram: bot, cora: bot } as const
    const { page } = await goOn(people, server.url, { ...begun, seats })
    await settled(page, '')
    expect(await faults(page)).toEqual([])
    const captions = (zone: string) =>
      page.locator(`[data-flip-zone="${zone}"] .felt-caption`).allTextContents()
    const cards = (zone: string) =>
      page
        .locator(`[data-flip-zone="${zone}"] .felt-card`)
        .evaluateAll((all) => all.map((one) => one.dataset['id']))
    expect(await cards('hand:ada')).toEqual(['', '', '', '', ''])
    let state = game.start({ seed: begun.seed })
    for (const { choice } of begun.decisions ?? []) state = game.decide(state, choice)
    expect(await cards('hand:bram')).toEqual(game.view(state, 'ada').zones['hand:bram']?.cards)
    for (const seat of ['ada', 'bram', 'cora']) {
      const ranks = game.evaluate(state, `told-ranks(${seat})`, 'ada')
      const shown = (await captions(`hand:${seat}`)).map((text) => Number(/\d/.exec(text)?.[0] ?? 0))
      expect(shown).toEqual(ranks)
    }
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })
})

describe('a grid', () => {
  it.each([
    ['reversi', { black: 'me', white: 'me' }],
    ['outposts', { red: 'me', blue: 'me' }],
  ] as const)('of %s is shown whole, and an empty rail takes no room', { timeout }, async (game, seats) => {
    const { page } = await sitDown(people, server.url, { game, seats })
    await settled(page, '')
    expect(await faults(page)).toEqual([])
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await settledLayout(page)
      const stage = await page.locator('.bd-stage').boundingBox()
      const spaces = await page.locator('.bd-space').evaluateAll((all) => {
        const boxes = all.map((one) => one.getBoundingClientRect())
        return [Math.max(...boxes.map(({ right }) => right)), Math.max(...boxes.map(({ bottom }) => bottom))]
      })
      expect(spaces[0]).toBeLessThanOrEqual((stage?.x ?? 0) + (stage?.width ?? 0) + 1)
      expect(spaces[1]).toBeLessThanOrEqual((stage?.y ?? 0) + (stage?.height ?? 0) + 1)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await page.locator('.rail').isVisible()).toBe(false)
    await page.context().close()
  })
})
