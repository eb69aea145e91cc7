/** The camera of a large map in a real browser: sizes in pixels, questions, gestures, minimap and drags. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atRest, restingBox } from './at-rest.js'
import { type Film, filmOf, openBoard } from './boards.js'
import { axe, openBrowser, type TestBrowser } from './support.js'

describe('The camera', () => {
  let people: TestBrowser
  let film: Film
  beforeAll(async () => {
    people = await openBrowser()
    film = await filmOf('fire-in-the-lake', { decisions: 320, every: 40 })
  })
  afterAll(async () => {
    await people.close()
  })

  const open = async (width: number, height: number, more: object = {}): Promise<Page> => {
    const page = await openBoard(people, film, {
      viewport: { width, height },
      reducedMotion: 'reduce',
      ...more,
    })
    await page.evaluate('stage.show(stage.film.positions.length - 1)')
    return page
  }
  const ask = (page: Page, zones: readonly string[], question: string): Promise<unknown> => {
    const spaces = Object.fromEntries(
      zones.map((zone, i) => [zone, { picked: 0, max: 1, key: String(i + 1) }]),
    )
    return page.evaluate(`stage.set(${JSON.stringify({ glow: { spaces }, question })})`)
  }
  const drawnScale = (page: Page): Promise<number> =>
    page.evaluate(`Number(document.querySelector('.bd-paper').dataset.scale)`)
  const isShown = (page: Page, zone: string): Promise<boolean> =>
    page.evaluate(`(() => {
      const stage = document.querySelector('.bd-stage').getBoundingClientRect()
      const { x, y, width, height } = document.querySelector('.bd-choice[data-id="${zone}"]').getBoundingClientRect()
      return x >= stage.x && y >= stage.y && x + width <= stage.right && y + height <= stage.bottom
    })()`)
  /** The smallest piece and the smallest upright text of the map, in pixels. */
  const smallest = (page: Page): Promise<{ readonly piece: number; readonly text: number }> =>
    page.evaluate(`(() => {
      const pieces = [...document.querySelectorAll('.bd-piece > use')].map((use) => {
        const { width, height } = use.getBoundingClientRect()
        return Math.max(width, height)
      })
      const texts = [...document.querySelectorAll('.bd-paper text')].filter((text) => text.closest('defs, .bd-piece') === null)
      const sizes = texts.map((text) => {
        const { a, b } = text.getScreenCTM()
        return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)
      })
      return { piece: Math.min(...pieces), text: Math.min(...sizes) }
    })()`)

  it('scales the letters of the map with the paper', async () => {
    const page = await open(1168, 842)
    // Any other value lays out every text in each frame of a zoom: `npm run bench:web` loses most frames by it.
    const rendering = await page
      .locator('.bd-paper text')
      .evaluateAll((all) => [...new Set(all.map((text) => getComputedStyle(text).textRendering))])
    expect(rendering).toEqual(['geometricprecision'])
    await page.context().close()
  })

  it('shows the full width of the map by default, with pieces of 18 and names of 11 pixels', async () => {
    for (const [width, height] of [
      [1168, 842],
      [1462, 1014],
      [1054, 742],
      [1172, 536],
      [390, 651],
    ] as const) {
      const page = await open(width, height)
      await atRest(page)
      const drawn = await drawnScale(page)
      expect(drawn).toBeGreaterThanOrEqual(0.8)
      expect(drawn).toBeLessThanOrEqual(1.07)
      const { piece, text } = await smallest(page)
      expect(piece).toBeGreaterThanOrEqual(18)
      expect(text).toBeGreaterThanOrEqual(11)
      await page.context().close()
    }
  })

  it('keeps these sizes in the whole view, and leaves out marks that never change', async () => {
    const page = await open(1168, 842)
    const population = page.locator('[data-mark="Population"]')
    await expect.poll(() => population.count()).toBeGreaterThan(0)
    await atRest(page)
    const single = await page.locator('.bd-piece:not([data-group])').count()
    await page.evaluate('stage.camera.toggleWhole()')
    await expect.poll(() => drawnScale(page)).toBeLessThan(0.6)
    await atRest(page)
    const { piece, text } = await smallest(page)
    expect(piece).toBeGreaterThanOrEqual(18)
    expect(text).toBeGreaterThanOrEqual(11)
    await expect.poll(() => population.count()).toBe(0)
    await expect.poll(() => page.locator('.bd-piece:not([data-group])').count()).toBeLessThan(single)
    await expect.poll(() => page.locator('[data-mark="Control"]').count()).toBeGreaterThan(0)
    await page.evaluate('stage.camera.toggleWhole()')
    await expect.poll(() => drawnScale(page)).toBeGreaterThanOrEqual(0.8)
  })

  it('moves to a question, lists spaces that stay outside, and goes to them', async () => {
    const page = await open(1168, 842)
    await ask(page, ['north-vietnam', 'hue', 'quang-nam'], 'north')
    for (const zone of ['north-vietnam', 'hue', 'quang-nam'])
      await expect.poll(() => isShown(page, zone)).toBe(true)
    await expect.poll(() => page.locator('.bd-pill').count()).toBe(0)
    await ask(page, ['north-vietnam', 'quang-nam', 'ba-xuyen'], 'apart')
    const pill = page.locator('.bd-pill')
    await expect.poll(() => pill.count()).toBe(1)
    await expect.poll(() => pill.textContent()).toMatch(/3.*Ba Xuyen.*↓/)
    expect(await axe(page)).toEqual([])
    await pill.click()
    await expect.poll(() => isShown(page, 'ba-xuyen')).toBe(true)
  })

  it('leaves your own view alone, and returns on request', async () => {
    const page = await open(1168, 842)
    await ask(page, ['hue'], 'first')
    await expect.poll(() => isShown(page, 'hue')).toBe(true)
    await page.mouse.move(400, 600)
    await page.mouse.down()
    await page.mouse.move(400, 150, { steps: 5 })
    await page.mouse.up()
    await ask(page, ['quang-nam', 'hue'], 'second')
    const back = page.getByRole('button', { name: 'Back to the question' })
    await back.waitFor()
    await atRest(page)
    expect(await isShown(page, 'hue')).toBe(false)
    await back.click()
    await expect.poll(() => isShown(page, 'hue')).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Back to the question' }).count()).toBe(0)
  })

  it('pans without drawing anything again, and draws once after a zoom', async () => {
    const page = await open(1168, 842)
    await page.mouse.move(400, 600)
    await page.mouse.down()
    await page.evaluate(`(() => {
      window.changes = 0
      new MutationObserver((records) => { window.changes += records.length })
        .observe(document.querySelector('.bd-contents'), { subtree: true, childList: true, attributes: true })
    })()`)
    const changes = (): Promise<number> => page.evaluate('window.changes')
    await page.mouse.move(420, 300, { steps: 12 })
    await page.mouse.up()
    await page.waitForTimeout(400)
    expect(await changes()).toBe(0)
    const before = await drawnScale(page)
    const whileZooming = (await page.evaluate(`(async () => {
      const stage = document.querySelector('.bd-stage')
      for (let i = 0; i < 5; i++)
        stage.dispatchEvent(new WheelEvent('wheel', { deltaY: -80, clientX: 400, clientY: 400, cancelable: true }))
      await Promise.resolve()
      return window.changes
    })()`)) as number
    expect(whileZooming).toBe(0)
    await expect.poll(() => drawnScale(page)).toBeGreaterThan(before * 1.1)
    await expect.poll(changes).toBeGreaterThan(0)
  })

  it('has a minimap with control, tints and regions, which is dragged and takes keys', async () => {
    const page = await open(1168, 842)
    const minimap = page.getByRole('application', { name: /Minimap/ })
    const y = (): Promise<number> => page.evaluate('stage.camera.get().view.y')
    const box = await restingBox(minimap)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height - 4)
    await expect.poll(y).toBeGreaterThan(900)
    const low = await y()
    await minimap.focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(y).toBeLessThan(low - 100)
    await expect.poll(() => minimap.locator('circle').count()).toBeGreaterThan(3)
    const fills = await minimap
      .locator('path')
      .evaluateAll((paths) => new Set(paths.map((path) => path.getAttribute('fill'))).size)
    expect(fills).toBeGreaterThan(2)
    await page.getByRole('button', { name: /Delta/ }).click()
    await expect.poll(y).toBeGreaterThan(1050)
    await page.getByRole('button', { name: /Whole map/ }).click()
    await expect.poll(() => drawnScale(page)).toBeLessThan(0.6)
    expect(await axe(page)).toEqual([])
  })

  it('reports a piece dragged to a space that can be chosen, and pans otherwise', async () => {
    const page = await open(1168, 842)
    await atRest(page)
    const target = (await page.evaluate(`(() => {
      const stageBox = document.querySelector('.bd-stage').getBoundingClientRect()
      const all = [...document.querySelectorAll('.bd-piece:not([data-group])')]
      const piece = all.find((one) => {
        const { x, y } = one.getBoundingClientRect()
        return x > 200 && y > 250 && y < 500 && x < stageBox.width - 200
      })
      return { id: piece.dataset.id, zone: piece.dataset.zone }
    })()`)) as { id: string; zone: string }
    const goal = target.zone === 'saigon' ? 'tay-ninh' : 'saigon'
    await page.evaluate(
      `stage.set(${JSON.stringify({
        cameraSpeed: 0,
        glow: { pieces: { [target.id]: { picked: 0, max: 1 } }, spaces: { [goal]: { picked: 0, max: 1 } } },
      })})`,
    )
    const centre = async (selector: string): Promise<readonly [number, number]> => {
      const box = await restingBox(page.locator(selector).first())
      return [box.x + box.width / 2, box.y + box.height / 2]
    }
    const from = await centre(`.bd-piece[data-id="${target.id}"]`)
    const to = await centre(`.bd-space[data-id="${goal}"]`)
    const view = await page.evaluate('stage.camera.get().view')
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(...to, { steps: 6 })
    await expect.poll(() => page.locator('.bd-dragged').count()).toBe(1)
    await page.mouse.up()
    await expect.poll(() => page.locator('.bd-dragged').count()).toBe(0)
    const heard = () => page.evaluate('stage.heard.filter(({ what }) => what !== "point")')
    await expect.poll(heard).toEqual([
      {
        what: 'drag',
        target: { kind: 'piece', id: target.id, zone: target.zone },
        to: { kind: 'space', id: goal, zone: goal },
      },
    ])
    await expect.poll(() => page.evaluate('stage.camera.get().view')).toEqual(view)
  })

  it('draws keys of options, crosses and arrows of a preview, and dots of who was there', async () => {
    const page = await open(1168, 842)
    await ask(page, ['saigon', 'tay-ninh'], 'preview')
    await expect.poll(() => page.locator('.bd-choice .bd-option').allTextContents()).toEqual(['2', '1'])
    const counts = (await page.evaluate(`(() => {
      const { view } = stage.film.positions.at(-1)
      const zones = structuredClone(view.zones)
      const [kind, other] = Object.keys(zones.saigon.pieces).filter((one) => zones.saigon.pieces[one] > 0)
      zones.saigon.pieces[kind] -= 1
      zones['tay-ninh'].pieces[kind] = (zones['tay-ninh'].pieces[kind] ?? 0) + 1
      if (other !== undefined) zones.saigon.pieces[other] -= 1
      stage.set({ ghost: { ...view, zones }, touched: { hue: Object.keys(stage.film.scene.seats)[1] } })
      return { moved: 1, removed: other === undefined ? 0 : 1 }
    })()`)) as { moved: number; removed: number }
    await expect.poll(() => page.locator('[data-fate="moved"]').count()).toBe(counts.moved)
    await expect.poll(() => page.locator('[data-fate="removed"]').count()).toBe(counts.removed)
    await expect
      .poll(() => page.locator('.bd-journey[data-from="saigon"][data-into="tay-ninh"]').count())
      .toBe(1)
    await expect.poll(() => page.locator('.bd-label[data-id="hue"] .bd-touched').count()).toBe(1)
  })

  it('glides on the compositor, unless motion is reduced', async () => {
    const page = await open(1168, 842, { reducedMotion: 'no-preference' })
    const gliding = (): Promise<number> =>
      page.evaluate(`document.querySelector('.bd-paper').getAnimations().length`)
    await ask(page, ['hue'], 'glide')
    await expect.poll(gliding).toBe(1)
    await expect.poll(gliding).toBe(0)
    await expect.poll(() => isShown(page, 'hue')).toBe(true)
    const still = await open(1168, 842)
    await ask(still, ['hue'], 'cut')
    expect(await still.evaluate(`document.querySelector('.bd-paper').getAnimations().length`)).toBe(0)
    await expect.poll(() => isShown(still, 'hue')).toBe(true)
  })
})
