/** Every table is legible at five sizes: the map is large, nothing is small, cut off or on top of something else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restingBox } from './at-rest.js'
import { campaignAt, faults, settledLayout, SIZES } from './pixels.js'
import { gameOf } from '../support/games.js'
import { goOn, settled, sitDown, until } from './playing.js'
import { axe, openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'
import { isThorough } from '../support/effort.js'

let server: Pick<Served, 'url'>
let people: TestBrowser
beforeAll(async () => {
  server = await sharedServer()
  people = await openBrowser()
})
afterAll(async () => {
  await people.close()
})

describe('a map with cards', () => {
  it('at the coup of a short campaign', async () => {
    const { seat, seats, ...begun } = await campaignAt('short', 'coup')
    const table = Object.fromEntries(
      seats.map((one) => [one, one === seat ? 'me' : { bot: 'random' }] as const),
    )
    const { page } = await goOn(people, server.url, { ...begun, seats: table })
    await settled(page, '')
    expect(await faults(page)).toEqual([])
    await expect.poll(() => page.locator('.rail .phases').count()).toBe(0) // a phone has it in its sheet
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.locator('.rail').waitFor()
    await expect.poll(() => page.locator('.rail .phases').count()).toBe(1)
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })

  it('Tab reaches the first option within five presses', async () => {
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

  it('a card is enlarged beside the pointer, and never over the question', async () => {
    const { seat, seats, ...begun } = await campaignAt('short', 'start')
    const table = Object.fromEntries(
      seats.map((one) => [one, one === seat ? 'me' : { bot: 'random' }] as const),
    )
    const { page } = await goOn(people, server.url, { ...begun, seats: table })
    await settled(page, '')
    await page.locator('.rail .card-face.half').hover({ position: { x: 20, y: 8 } }) // not at a term of its text
    const card = await restingBox(page.locator('.enlarged .card-face'))
    const question = await restingBox(page.locator('[data-question]'))
    const pointed = await restingBox(page.locator('.rail .card-face.half'))
    expect(card.width).toBe(340)
    expect(card.x).toBeGreaterThanOrEqual(pointed.x + pointed.width)
    expect(card.x + card.width).toBeLessThanOrEqual(question.x)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.enlarged').count()).toBe(0)
    await page.context().close()
  })
})

describe('a felt', () => {
  const tables = [
    ['heads-up', 2],
    ['tournament', 6],
    ['full-table', 10],
  ] as const
  it.each(tables.filter(([, players]) => isThorough || players === 10))(
    "of Hold'em: %s, with %i players",
    async (scenario, players) => {
      const names = ['ada', 'boris', 'clara', 'dmitri', 'emma', 'felix', 'greta', 'hugo', 'ines', 'jonas']
      const seats = Object.fromEntries(
        names.slice(0, players).map((name, i) => [name, i === 0 ? 'me' : { bot: 'policy:tight' }] as const),
      )
      const { page } = await sitDown(people, server.url, { game: 'texas-holdem', scenario, seats })
      await settled(page, '')
      expect(await faults(page)).toEqual([])
      await expect.poll(() => page.locator('.felt-seat').count()).toBe(players)
      expect(await axe(page)).toEqual([])
      await page.context().close()
    },
  )

  it('with hands of thirteen cards, sorted', async () => {
    const bot = { bot: 'random' }
    const seats = { red: 'me', green: bot, blue: bot, gold: bot } as const
    const { page } = await sitDown(people, server.url, { game: 'goofspiel', scenario: 'four', seats })
    await settled(page, '')
    expect(await faults(page)).toEqual([])
    const hand = page.locator('.felt-cards.own .felt-card')
    const ids = () => hand.evaluateAll((cards) => cards.map((card) => card.getAttribute('data-id')))
    await expect.poll(ids).toEqual(Array.from({ length: 13 }, (_, i) => `red-${i + 1}`))
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })
})

describe('a hand that only the others see', () => {
  it('has captions below its backs, in the order of the cards', async () => {
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
    await expect.poll(() => cards('hand:ada')).toEqual(['', '', '', '', ''])
    let state = game.start({ seed: begun.seed })
    for (const { choice } of begun.decisions ?? []) state = game.decide(state, choice)
    await expect.poll(() => cards('hand:bram')).toEqual(game.view(state, 'ada').zones['hand:bram']?.cards)
    for (const seat of ['ada', 'bram', 'cora']) {
      const ranks = game.evaluate(state, `told-ranks(${seat})`, 'ada')
      const shown = async () =>
        (await captions(`hand:${seat}`)).map((text) => Number(/\d/.exec(text)?.[0] ?? 0))
      await expect.poll(shown).toEqual(ranks)
    }
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })
})

describe('a grid', () => {
  const grids = [
    ['reversi', { black: 'me', white: 'me' }],
    ['outposts', { red: 'me', blue: 'me' }],
  ] as const
  it.each(grids.filter(([game]) => isThorough || game === 'outposts'))(
    'of %s is shown whole, and an empty rail takes no room',
    async (game, seats) => {
      const { page } = await sitDown(people, server.url, { game, seats })
      await settled(page, '')
      expect(await faults(page)).toEqual([])
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height })
        await settledLayout(page)
        const stage = await restingBox(page.locator('.bd-stage'))
        const spaces = await page.locator('.bd-space').evaluateAll((all) => {
          const boxes = all.map((one) => one.getBoundingClientRect())
          return [
            Math.max(...boxes.map(({ right }) => right)),
            Math.max(...boxes.map(({ bottom }) => bottom)),
          ]
        })
        expect(spaces[0]).toBeLessThanOrEqual(stage.x + stage.width + 1)
        expect(spaces[1]).toBeLessThanOrEqual(stage.y + stage.height + 1)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await expect.poll(() => page.locator('.rail').isVisible()).toBe(false)
      await page.context().close()
    },
  )
})
