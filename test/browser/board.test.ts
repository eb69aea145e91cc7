/** The board in a real browser: drawing, labels, clicks, keyboard and animation. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../support/items.js'
import { atRest, restingBox } from './at-rest.js'
import { type Film, filmOf, openBoard } from './boards.js'
import { axe, openBrowser, type TestBrowser } from './support.js'

describe('A board', () => {
  let people: TestBrowser
  let outposts: Film
  beforeAll(async () => {
    people = await openBrowser()
    outposts = await filmOf('outposts', { decisions: 30 })
  })
  afterAll(async () => {
    await people.close()
  })

  const set = (page: Page, props: object): Promise<unknown> =>
    page.evaluate(`stage.set(${JSON.stringify(props)})`)
  const show = (page: Page, at: number): Promise<unknown> => page.evaluate(`stage.show(${at})`)
  const heard = (page: Page, what: string): Promise<unknown> =>
    page.evaluate(`stage.heard.filter((one) => one.what === '${what}').map((one) => one.target)`)
  const space = (page: Page, zone: string): Locator => page.locator(`.bd-space[data-id="${zone}"]`)
  const scale = (page: Page): Promise<number> =>
    page.evaluate(`new DOMMatrix(getComputedStyle(document.querySelector('.bd-paper')).transform).a *
      document.querySelector('.bd-paper').dataset.scale`)

  it('labels the contents of each space, and axe finds no violations, in light, dark and safe colours', async () => {
    const page = await openBoard(people, outposts)
    await page.getByRole('button', { name: /^A3, .*3 Red soldier/i }).waitFor()
    const grounds = new Set<string>()
    for (const [theme, safe] of [
      ['light', false],
      ['dark', false],
      ['dark', true],
      ['light', true],
    ]) {
      await page.evaluate(
        `Object.assign(document.documentElement.dataset, { theme: '${theme}', safe: '${safe}' })`,
      )
      await atRest(page)
      expect(await axe(page)).toEqual([])
      await expect.poll(async () => (await page.locator('.bd-texture').count()) > 0).toBe(safe) // seats differ in more than colour
      grounds.add((await page.locator('.bd').getAttribute('style')) ?? '')
    }
    expect(grounds.size).toBe(2)
  })

  it('is one Tab stop, arrows move to the neighbour in that direction, and Enter chooses', async () => {
    const page = await openBoard(people, outposts)
    await page.keyboard.press('Tab')
    const focused = (): Promise<string> => page.evaluate('document.activeElement.dataset.id ?? ""')
    await expect.poll(focused).not.toBe('')
    await page.locator('.bd-space[data-id="c3"]').focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe('c2')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('c4')
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toMatch(/^d[34]$/)
    await page.keyboard.press('Enter')
    const id = await focused()
    await expect.poll(() => heard(page, 'pick')).toMatchObject([{ kind: 'space', id }])
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate('document.activeElement.closest(".bd-paper")')).toBeNull()
  })

  it('reports a click on a selectable piece, otherwise on its space, and a right click asks why not', async () => {
    const page = await openBoard(people, outposts)
    const piece = page.locator('[data-kind=piece][data-zone=a3]').first()
    await piece.click()
    await set(page, { glow: { pieces: { 'red-soldier@a3': { picked: 0, max: 6 } } } })
    await piece.click()
    await space(page, 'c3').click({ button: 'right' })
    await expect
      .poll(() => heard(page, 'pick'))
      .toEqual([
        { kind: 'space', id: 'a3', zone: 'a3' },
        { kind: 'piece', id: 'red-soldier@a3', zone: 'a3' },
      ])
    await expect.poll(() => heard(page, 'ask')).toEqual([{ kind: 'space', id: 'c3', zone: 'c3' }])
    await page.getByRole('button', { name: /Red soldier.* in A3, can be chosen/i }).waitFor()
    await set(page, { glow: { pieces: { 'red-soldier@a3': { picked: 2, max: 6 } } } })
    await page.getByRole('button', { name: /Red soldier.* in A3, 2 of 6 chosen/i }).waitFor()
    await expect.poll(() => page.locator('.bd-halo.bd-picked').count()).toBe(2)
  })

  it('previews arriving and leaving pieces as ghosts, and removes them', async () => {
    const page = await openBoard(people, outposts)
    const then = outposts.positions.findIndex(({ events }) =>
      events.some((event) => event.type === 'moved' && event.into.length === 2),
    )
    expect(then).toBeGreaterThan(0)
    await page.evaluate(`stage.show(${then - 1})`)
    const before = await page.locator('.bd-paper').innerHTML()
    await page.evaluate(`stage.set({ ghost: stage.film.positions[${then}].view })`)
    await expect.poll(() => page.locator('.bd-coming [data-coming]').count()).toBeGreaterThan(0)
    await expect.poll(() => page.locator('.bd-leaving').count()).toBeGreaterThan(0)
    await set(page, { ghost: null })
    await expect.poll(() => page.locator('.bd-paper').innerHTML()).toBe(before)
  })

  it('redraws only the spaces that changed', async () => {
    const page = await openBoard(people, outposts)
    for (const at of [1, 2, 3, 4, 5]) {
      const changed = new Set(zonesIn(outposts, at))
      const drawn = (await page.evaluate(`new Promise((resolve) => {
        const zones = new Set()
        const observer = new MutationObserver((records) => {
          for (const { target } of records) {
            const zone = target.closest?.('[data-zone]')?.dataset.zone
            if (zone !== undefined) zones.add(zone)
          }
        })
        observer.observe(document.querySelector('.bd-paper'), { subtree: true, childList: true, attributes: true })
        stage.painted(${at}).then(() => { observer.disconnect(); resolve([...zones]) })
      })`)) as string[]
      expect(drawn.filter((zone) => !changed.has(zone))).toEqual([])
    }
  })

  it('animates, and ends in the right state, also if the animation is interrupted', async () => {
    const still = await openBoard(people, outposts)
    const page = await openBoard(people, outposts)
    await set(page, { speed: 3 })
    await page.evaluate(`(() => {
      window.flights = 0
      const look = () => { window.flights = Math.max(window.flights, document.querySelectorAll('.bd-flights > g').length) }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
    })()`)
    const last = outposts.positions.length - 1
    for (let at = 1; at <= last; at++) {
      await show(page, at)
      if (at % 3 === 0) await page.waitForTimeout(120)
    }
    await expect.poll(() => page.evaluate('window.flights')).toBeGreaterThan(0)
    await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0)
    await expect.poll(() => page.locator('.bd-flights > g').count()).toBe(0)
    await show(still, last)
    await expect.poll(() => drawing(page)).toBe(await drawing(still))
  })

  it('does not animate with reduced motion', async () => {
    const page = await openBoard(people, outposts, { reducedMotion: 'reduce' })
    await set(page, { speed: 2 })
    for (let at = 1; at < 8; at++) {
      await show(page, at)
      expect(await page.evaluate('document.getAnimations().length')).toBe(0)
    }
  })

  it('is shown whole, zooms by wheel, double click and keys, drags, and returns', async () => {
    const page = await openBoard(people, outposts, { reducedMotion: 'reduce' })
    const home = await scale(page)
    const fits = (await page.evaluate(`(() => {
      const { width, height } = document.querySelector('.bd-stage').getBoundingClientRect()
      const [w, h] = stage.film.scene.map.size
      return Math.min(width / w, height / h)
    })()`)) as number
    expect(home).toBeCloseTo(fits, 3)
    await page.mouse.move(300, 300)
    await page.mouse.wheel(0, -400)
    await expect.poll(() => scale(page)).toBeGreaterThan(home * 1.2)
    const left = (): Promise<number> =>
      page.evaluate(`new DOMMatrix(getComputedStyle(document.querySelector('.bd-paper')).transform).e`)
    const was = await left()
    await page.mouse.move(400, 300)
    await page.mouse.down()
    await page.mouse.move(340, 300, { steps: 4 })
    await page.mouse.up()
    await expect.poll(left).toBeLessThan(was - 30)
    await expect.poll(() => heard(page, 'pick')).toEqual([])
    await space(page, 'c3').focus()
    await page.keyboard.press('Home')
    await expect.poll(() => scale(page)).toBeCloseTo(home, 3)
    await page.keyboard.press('+')
    await expect.poll(() => scale(page)).toBeCloseTo(home * 1.5, 2)
    await page.keyboard.press('Home')
    await page.mouse.dblclick(12, 12)
    await expect.poll(() => scale(page)).toBeGreaterThan(home * 1.2)
  })

  it('fits a phone: it uses the full width, a long press asks why not, a tap chooses', async () => {
    const page = await openBoard(people, outposts, {
      viewport: { width: 390, height: 700 },
      hasTouch: true,
      isMobile: true,
    })
    const box = await restingBox(page.locator('.bd-svg').first())
    expect(box.width).toBeGreaterThan(340)
    expect(box.width).toBeLessThanOrEqual(390)
    const at = await restingBox(space(page, 'c3'))
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2]
    await page.touchscreen.tap(x, y)
    await expect.poll(() => heard(page, 'pick')).toEqual([{ kind: 'space', id: 'c3', zone: 'c3' }])
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await expect.poll(() => heard(page, 'ask')).toEqual([{ kind: 'space', id: 'c3', zone: 'c3' }])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await atRest(page)
    expect(await heard(page, 'pick')).toHaveLength(1)
  })
})

describe('Many pieces and cards', () => {
  let people: TestBrowser
  beforeAll(async () => {
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
  })

  it('pieces stay in their space without overlap, also 14 and 60 of them', async () => {
    const film = await filmOf('outposts', { decisions: 0 })
    const [first] = film.positions
    if (first === undefined) throw new Error('There is no position.')
    const crowded = [14, 25, 60].map((count) => ({
      ...first,
      view: {
        ...first.view,
        zones: {
          ...first.view.zones,
          c3: { size: count, pieces: { 'red-soldier': count - 6, 'blue-soldier': 6 }, markers: {} },
        },
      },
    }))
    const page = await openBoard(people, { ...film, positions: crowded })
    for (const at of crowded.keys()) {
      await page.evaluate(`stage.show(${at})`)
      await atRest(page)
      const boxes = (await page.evaluate(`[...document.querySelectorAll('[data-kind=piece][data-zone=c3]')]
        .map((piece) => piece.getBoundingClientRect().toJSON())`)) as Rect[]
      const hex = (await page.evaluate(
        `document.querySelector('.bd-space[data-id=c3]').getBoundingClientRect().toJSON()`,
      )) as Rect
      expect(boxes.length).toBeGreaterThan(1)
      boxes.forEach((box, i) => {
        expect(box.left).toBeGreaterThanOrEqual(hex.left)
        expect(box.right).toBeLessThanOrEqual(hex.right)
        expect(box.bottom).toBeLessThanOrEqual(hex.bottom)
        for (const other of boxes.slice(i + 1)) expect(shared(box, other)).toBeLessThan(0.12)
      })
    }
    await expect
      .poll(() => page.locator('[data-kind=piece][data-zone=c3] .bd-number').allTextContents())
      .toContain('54')
  })

  it('cards: text stays inside the card, also on the ten of hearts', async () => {
    const film = await filmOf('texas-holdem', { decisions: 0 })
    const cards = ['Th', 'Td', 'Tc', 'Ts', 'Qh']
    const positions = film.positions.map((one) => ({
      ...one,
      view: { ...one.view, zones: { ...one.view.zones, board: { size: 5, cards, markers: {} } } },
    }))
    const page = await openBoard(people, { ...film, positions })
    const faces = page.locator('[data-kind=card][data-zone=board] .bd-card')
    await expect.poll(() => faces.count()).toBe(5)
    await expect.poll(async () => (await faces.first().locator('text').allTextContents())[0]).toBe('10♥')
    await atRest(page)
    const beyond = await faces.evaluateAll((all) =>
      all.flatMap((face) => {
        const card = face.querySelectorAll('rect')[1]?.getBoundingClientRect()
        return [...face.querySelectorAll('text')].flatMap((text) => {
          const { left, right } = text.getBoundingClientRect()
          return card === undefined || left < card.left || right > card.right ? [text.textContent] : []
        })
      }),
    )
    expect(beyond).toEqual([])
  })

  it('cards: own cards are open, others show their backs, and a click on a pile reports its top card', async () => {
    const film = await filmOf('texas-holdem', { decisions: 0 })
    const page = await openBoard(people, film)
    const { zones } = itemAt(film.positions, 0).view
    const mine = Object.entries(zones).find(
      ([id, { cards }]) => id.startsWith('hand:') && cards?.length === 2,
    )
    const other = Object.entries(zones).find(
      ([id, { cards, size }]) => id.startsWith('hand:') && cards === undefined && size === 2,
    )
    if (mine === undefined || other === undefined) throw new Error('Nobody has cards.')
    const cardsOf = (zone: string): Locator => page.locator(`[data-kind=card][data-zone="${zone}"]`)
    await expect.poll(() => cardsOf(mine[0]).locator('.bd-card:not(.bd-back)').count()).toBe(2)
    await expect.poll(() => cardsOf(other[0]).locator('.bd-card.bd-back').count()).toBe(2)
    expect(await axe(page)).toEqual([])
    await page.evaluate(
      `stage.set({ glow: { cards: { '${mine[1].cards?.[0] ?? ''}': { picked: 0, max: 1 } } } })`,
    )
    await cardsOf(mine[0]).and(page.locator('.lit')).click()
    const picks = () =>
      page.evaluate('stage.heard.filter((one) => one.what === "pick").map((one) => one.target)')
    await expect.poll(picks).toEqual([{ kind: 'card', id: mine[1].cards?.[0], zone: mine[0] }])
  })
})

interface Rect {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The overlap, as a share of the smaller box. */
function shared(a: Rect, b: Rect): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  const area = (one: Rect): number => (one.right - one.left) * (one.bottom - one.top)
  return (Math.max(0, width) * Math.max(0, height)) / Math.min(area(a), area(b))
}

/** The zones that changed since the previous position. */
function zonesIn({ positions }: Film, at: number): string[] {
  return (positions[at]?.events ?? []).flatMap((event) => {
    if (event.type === 'moved') return [event.from, event.into]
    if (event.type === 'flipped') return [event.at]
    return event.type === 'set' && event.of !== undefined ? [event.of] : []
  })
}

/** The drawing without what two boards may differ in: ids and the focus. */
async function drawing(page: Page): Promise<string> {
  const text = await page.locator('.bd-paper').innerHTML()
  const prefix = /id="([^"]*?)piece/.exec(text)?.[1] ?? ''
  return text.replaceAll(prefix, '').replaceAll(/ tabindex="-?\d"/g, '')
}
