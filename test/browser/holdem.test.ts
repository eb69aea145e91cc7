/** A card table: playback of a hand, cards and name plates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asked, settled, sitDown } from './playing.js'
import { openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'

interface Seen {
  readonly title: string
  readonly board: number
  readonly ahead: boolean
  readonly over: boolean
}

const WATCHED = { reducedMotion: 'no-preference' } as const

describe("A table of Hold'em", () => {
  let server: Pick<Served, 'url'>
  let people: TestBrowser
  beforeAll(async () => {
    server = await sharedServer()
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
  })
  const two = { game: 'texas-holdem', scenario: 'heads-up', seats: { ada: 'me', boris: 'me' } } as const

  it('after an all-in shows flop, turn, river and winner before anything else', async () => {
    const { page } = await sitDown(people, server.url, two, WATCHED)
    await settled(page, '')
    const curtain = page.getByRole('button', { name: 'Show the board', exact: true })
    await page.locator('.options [data-option]', { hasText: 'All in' }).dblclick()
    await curtain.click()
    await page.evaluate(`(() => {
      window.seen = []
      const look = () => {
        const title = document.querySelector('.meanwhile h2')?.textContent
        if (title === undefined || window.seen.at(-1)?.title === title) return
        const board = document.querySelectorAll('[data-kind=card][data-zone=board]').length
        const ahead = / wins | share /.test(document.querySelector('.story')?.textContent ?? '')
        window.seen.push({ title, board, ahead, over: document.querySelector('.end') !== null })
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    })()`)
    await page.locator('.options [data-option]', { hasText: 'Call' }).dblclick()
    await expect.poll(() => page.evaluate('window.seen.length')).toBeGreaterThan(0)
    await page.locator('.end, .curtain, .prompt').first().waitFor()
    const seen = (await page.evaluate('window.seen')) as readonly Seen[]
    expect(seen.map(({ title }) => title)).toEqual(expect.arrayContaining(['The flop', 'The turn']))
    expect(seen.some(({ board }) => board > 0)).toBe(true)
    expect(seen.filter(({ ahead, over }) => ahead || over)).toEqual([]) // nothing runs ahead of the board
    const isOver = (await page.locator('.end').count()) > 0
    if (isOver) await expect.poll(() => page.locator('[data-kind=card][data-zone=board]').count()).toBe(5)
    await page.context().close()
  })

  it('shows who won the last hand, even without playback', async () => {
    const { page } = await sitDown(people, server.url, two)
    await settled(page, '')
    await page.locator('.options [data-option]', { hasText: 'Fold' }).dblclick()
    const curtain = page.getByRole('button', { name: 'Show the board', exact: true })
    await page.locator('.results, .curtain').first().waitFor()
    if ((await curtain.count()) > 0) await curtain.click()
    await page.locator('.results', { hasText: / wins / }).waitFor()
    await page.context().close()
  })

  it('no card is larger than its box, stepping forward or back', async () => {
    const { page } = await sitDown(people, server.url, two, WATCHED)
    const curtain = page.getByRole('button', { name: 'Show the board', exact: true })
    let before = ''
    for (const name of [/Call/, /Check/, /Check/, /Check/, /Fold|Check/]) {
      await settled(page, before)
      before = await asked(page)
      if ((await curtain.count()) > 0) await curtain.click()
      await page.locator('.options [data-option]', { hasText: name }).first().dblclick()
    }
    await settled(page, before)
    if ((await curtain.count()) > 0) await curtain.click()
    const most = async (): Promise<number> =>
      page
        .locator('.felt-card')
        .evaluateAll((cards) => Math.max(0, ...cards.map((card) => card.getBoundingClientRect().width)))
    const usual = await most()
    for (const key of ['[', '[', '[', ']', '[', ']']) {
      await page.keyboard.press(key)
      for (let n = 0; n < 5; n += 1) {
        expect(await most()).toBeLessThan(Math.max(usual * 2.2, 120))
        await page.waitForTimeout(60)
      }
    }
    await page.context().close()
  })

  it('shows only the seats in play, on the board and in the list', async () => {
    const names = ['ada', 'boris', 'clara', 'dmitri', 'emma', 'felix']
    const seats = Object.fromEntries(names.map((name) => [name, 'me' as const]))
    const { page } = await sitDown(people, server.url, { game: 'texas-holdem', seats })
    await settled(page, '')
    await expect.poll(() => page.locator('.felt-seat').count()).toBe(6)
    await page.getByRole('tab', { name: 'People' }).click()
    await expect.poll(() => page.locator('.person').count()).toBe(6)
    await page.context().close()
  })
})
