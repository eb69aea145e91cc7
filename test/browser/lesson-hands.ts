/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** The ways to take a lesson in the page: with the mouse, with keys, and with a finger. */
import type { Choice, Decision } from '@ludoforge/kernel'
import type { Page } from 'playwright-core'

/** Reads on, marks rows, answers, and points at things. */
export interface Hand {
  /** Presses a button of the coach. */
  press(page: Page, button: 'Next' | 'Back' | 'Hint' | 'Try again'): Promise<void>
  /** Marks as many of an option as are legal. Marks none if it is marked. */
  mark(page: Page, row: string, zone: string | undefined): Promise<void>
  /** Marks one more of an option, so often. */
  more(page: Page, row: string, times: number): Promise<void>
  /** Chooses a number. */
  number(page: Page, value: number): Promise<void>
  /** Gives the marked answer, or the other one that the marks can mean. */
  confirm(page: Page, isOther: boolean): Promise<void>
  decline(page: Page): Promise<void>
  /** Asks why something isn't offered. */
  why(page: Page, name: string): Promise<void>
  find(
    page: Page,
    thing: { readonly type: string; readonly id: string; readonly name: string },
  ): Promise<void>
}

/** The coach's strip. */
export const coach = (page: Page) => page.locator('.coach')

/** A button of the coach. */
export const button = (page: Page, name: string) => coach(page).getByRole('button', { name, exact: true })

/** Waits until the coach says something. */
export const says = (page: Page, text: string) => page.locator('.coach-words', { hasText: text }).waitFor()

const rowOf = (page: Page, row: string) => page.locator(`[data-option="${row}"]`)

/** Answers the question that the page shows. */
export async function answer(page: Page, hand: Hand, decision: Decision, choice: Choice): Promise<void> {
  const { kind, options } = decision
  if (typeof choice === 'object' && 'offer' in choice) {
    await hand.mark(page, `offer ${choice.offer}`, undefined)
    await hand.confirm(page, false)
    return
  }
  const isThroughout = typeof choice === 'object' && 'throughout' in choice
  const given = isThroughout ? choice.throughout : choice
  const ids = Array.isArray(given) ? given : [given]
  if (ids.length === 0) {
    await hand.decline(page)
    return
  }
  if (kind === 'number') await hand.number(page, Number(ids[0]))
  else {
    // A list is answered in its order.
    const marks = kind === 'one' ? [...new Set(ids)] : options.map(({ id }) => id)
    for (const id of marks) {
      const index = options.findIndex((option) => option.id === id)
      const row = String(index)
      const wanted = ids.filter((other) => other === id).length
      const marked = await marksOf(page, row)
      if (marked === wanted) continue
      if (marked > 0) await hand.mark(page, row, undefined) // what is likely is marked
      if (wanted === 0) continue
      const isAll = wanted === (kind === 'one' ? 1 : options[index]?.count)
      if (isAll) await hand.mark(page, row, decision.type === 'zone' ? String(id) : undefined)
      else await hand.more(page, row, wanted)
    }
  }
  const isList = kind === 'one' && (decision.series ?? 1) > 1
  await hand.confirm(page, isThroughout || (isList && Array.isArray(given) && ids.length === 1))
}

/** How many of an option are marked. */
async function marksOf(page: Page, row: string): Promise<number> {
  const option = rowOf(page, row)
  if ((await option.getAttribute('aria-pressed')) !== 'true') return 0
  const count = page.locator('.option-row', { has: option }).locator('output')
  return (await count.count()) === 0 ? 1 : Number.parseInt(await count.innerText(), 10)
}

/** What the mouse and a finger do alike. */
const pointing: Hand = {
  press: async (page, name) => button(page, name).click(),
  async mark(page, row, zone) {
    const spot = zone === undefined ? undefined : await spotOf(page, zone)
    if (spot === undefined) await rowOf(page, row).click()
    else await page.mouse.click(...spot)
    await page.locator(`[data-option="${row}"][aria-pressed]`).waitFor()
  },
  async more(page, row, times) {
    const more = page.locator('.option-row', { has: rowOf(page, row) }).getByLabel(/^One more/)
    for (let n = 0; n < times; n += 1) await more.click()
  },
  number: async (page, value) => page.locator('[data-number] input[type=number]').fill(String(value)),
  confirm: async (page, isOther) =>
    page.locator(isOther ? '[data-confirm-other]:enabled' : '[data-confirm]:enabled').click(),
  decline: async (page) => page.locator('[data-decline]').click(),
  async why(page, name) {
    await page.getByRole('button', { name: /Why not/ }).click()
    await page.locator('[data-search="why"]').fill(name)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
  },
  async find(page, { type, id, name }) {
    if (type === 'seat') {
      await page.locator(`[data-cell="${id}"] button`).click()
      return
    }
    const spot = type === 'zone' ? await spotOf(page, id) : undefined
    if (spot !== undefined) await page.mouse.click(...spot)
    else {
      await coach(page).getByRole('combobox').selectOption({ label: name })
      await button(page, 'This one').click()
    }
  },
}

/** Uses the mouse: spaces are clicked on the map. */
export const mouse: Hand = {
  ...pointing,
  async find(page, thing) {
    const whole = page.getByRole('button', { name: 'Whole map' })
    const isInView = thing.type !== 'zone' || (await spotOf(page, thing.id)) !== undefined
    if (!isInView && (await whole.getAttribute('aria-pressed')) !== 'true') await whole.click()
    await pointing.find(page, thing)
  },
}

/** Raises the sheet of a phone. */
async function raise(page: Page): Promise<void> {
  const grab = page.locator('.phone-sheet.low .grab')
  if ((await grab.count()) > 0) await grab.tap()
}

/** Uses a finger, on a phone: the sheet is raised for the rows, and the map is tapped above it. */
export const finger: Hand = {
  ...pointing,
  press: async (page, name) => button(page, name).tap(),
  async mark(page, row) {
    await raise(page)
    await rowOf(page, row).tap()
    await page.locator(`[data-option="${row}"][aria-pressed=true]`).waitFor()
  },
  async more(page, row, times) {
    await raise(page)
    const more = page.locator('.option-row', { has: rowOf(page, row) }).getByLabel(/^One more/)
    for (let n = 0; n < times; n += 1) await more.tap()
  },
  async confirm(page, isOther) {
    await raise(page)
    await page.locator(isOther ? '[data-confirm-other]:enabled' : '[data-confirm]:enabled').tap()
  },
  async decline(page) {
    await raise(page)
    await page.locator('[data-decline]').tap()
  },
  async why(page, name) {
    await raise(page)
    await page.getByRole('button', { name: /Why not/ }).tap()
    await page.locator('[data-search="why"]').fill(name)
    await page.getByRole('button', { name: 'Ask', exact: true }).tap()
  },
  async find(page, { type, id, name }) {
    if (type === 'seat') {
      await page.locator(`[data-cell="${id}"] button`).tap()
      return
    }
    const spot = type === 'zone' ? await spotOf(page, id) : undefined
    if (spot !== undefined) await page.touchscreen.tap(...spot)
    else {
      await raise(page)
      await coach(page).getByRole('combobox').selectOption({ label: name })
      await button(page, 'This one').tap()
    }
  },
}

/** Uses keys only. */
export const keys: Hand = {
  async press(page, name) {
    await button(page, name).waitFor()
    // A row that is still focused would take the key.
    if (name === 'Try again') await page.keyboard.press('Escape')
    await page.keyboard.press({ Next: 'Enter', 'Try again': 'Enter', Back: 'b', Hint: 'h' }[name])
  },
  async mark(page, row) {
    const key = await rowOf(page, row).getAttribute('aria-keyshortcuts')
    if (key !== null) await page.keyboard.press(key)
    else {
      await moveTo(page, row)
      await page.keyboard.press('Enter')
    }
    await page.locator(`[data-option="${row}"][aria-pressed]:focus`).waitFor()
  },
  async more(page, row, times) {
    await moveTo(page, row)
    await page.keyboard.press('Tab') // one less is disabled
    for (let n = 0; n < times; n += 1) await page.keyboard.press('Enter')
    while (!(await page.evaluate('document.activeElement.matches("[data-option]")')))
      await page.keyboard.press('Shift+Tab')
  },
  async number(page, value) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(String(value))
  },
  async confirm(page, isOther) {
    await page.locator('[data-confirm]:enabled').waitFor()
    await page.keyboard.press(isOther ? 'Shift+Enter' : 'Enter')
  },
  async decline(page) {
    await page.locator('[data-decline]').waitFor()
    await page.keyboard.press('n')
  },
  async why(page, name) {
    await page.keyboard.press('w')
    await page.locator('[data-search="why"]:focus').waitFor()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  },
  async find(page, { name }) {
    await coach(page).getByRole('combobox').focus()
    await page.keyboard.type(name) // the list finds what is typed
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  },
}

/** Moves the focus to a row, with the arrow keys. */
async function moveTo(page: Page, row: string): Promise<void> {
  await rowOf(page, row).waitFor()
  for (let n = 0; n < 100; n += 1) {
    if ((await page.locator(`[data-option="${row}"]:focus`).count()) > 0) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`The arrow keys don't reach row ${row}.`)
}

/**
 * Returns a point of the window where only this space is: no piece, no panel. Returns `undefined` if none is in view. Waits
 * until the map has come to rest.
 */
async function spotOf(page: Page, space: string): Promise<[number, number] | undefined> {
  let before: string | undefined
  for (;;) {
    const found = await page.evaluate(freeSpot, space)
    const now = JSON.stringify(found)
    if (now === before) return found
    before = now
    await page.waitForTimeout(60)
  }
}

function freeSpot(space: string): [number, number] | undefined {
  const STEPS = 12
  const shape = document.querySelector(`.bd-space[data-id="${CSS.escape(space)}"]`)
  if (shape === null) return undefined
  const { x, y, width, height } = shape.getBoundingClientRect()
  for (let down = 1; down < STEPS; down += 1)
    for (let right = 1; right < STEPS; right += 1) {
      const spot: [number, number] = [x + (width * right) / STEPS, y + (height * down) / STEPS]
      const hit = document.elementFromPoint(...spot)?.closest<HTMLElement>('[data-kind]')
      if (hit?.dataset['kind'] === 'space' && hit.dataset['id'] === space) return spot
    }
  return undefined
}
