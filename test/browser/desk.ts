/** A designer at the desk, in a browser. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { atRest, restingBox } from './at-rest.js'
import type { TestBrowser } from './support.js'

/** Starts a game from a template, and waits until it is checked. */
export async function startFrom(
  people: TestBrowser,
  url: string,
  template: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page } = await people.visit(`${url}/#/make`, { reducedMotion: 'reduce', ...options })
  await page.locator(`[data-template=${template}]`).click()
  await checked(page, 'good')
  return page
}

/** Waits for the result of the check. */
export async function checked(page: Page, state: 'good' | 'bad'): Promise<void> {
  await page.locator(`[data-station=check][data-state=${state}]`).waitFor({ state: 'attached' })
}

/** Goes to what *Find anything* finds. */
export async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Go to a rule, a name, a command' })
  await field.fill(text)
  await page.locator('[role=option][aria-selected=true]', { hasText: text }).waitFor()
  await page.keyboard.press('Enter')
  await field.waitFor({ state: 'detached' })
}

/** A line of the editor that is on the screen. */
export const line = (page: Page, text: string): Locator =>
  page.locator('.desk-editor .cm-line', { hasText: text }).first()

/** Puts the cursor behind a text in a line of the editor. Lenses that arrive move lines: a click that missed is repeated. */
export async function cursorBehind(page: Page, text: string): Promise<void> {
  const active = page.locator('.desk-editor .cm-activeLine', { hasText: text })
  const isThere = async (): Promise<boolean> => {
    await restingBox(line(page, text))
    const { x, y } = await pointBehind(page, text)
    await page.mouse.click(x, y)
    await atRest(page)
    return (await active.count()) > 0
  }
  await expect.poll(isThere).toBe(true)
}

/** The place on the screen of the last letter of a text, or of another text in its line. */
export function pointBehind(
  page: Page,
  text: string,
  inLine = text,
): Promise<{ readonly x: number; readonly y: number }> {
  return line(page, text).evaluate((element, sought) => {
    let left = element.textContent.indexOf(sought) + sought.length
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { length } = node.textContent ?? ''
      if (left > length) {
        left -= length
        continue
      }
      const range = document.createRange()
      range.setStart(node, left - 1)
      range.setEnd(node, left)
      const box = range.getBoundingClientRect()
      return { x: box.right - 1, y: (box.top + box.bottom) / 2 }
    }
    throw new Error(`The line has no ${sought}.`)
  }, inLine)
}

/** Points at a name in a line until it is explained. Lenses that arrive move lines: a pointer that missed points again. */
export async function explainName(page: Page, text: string, name: string): Promise<void> {
  const explanation = page.locator('.cm-tooltip-hover', { hasText: name })
  const isExplained = async (): Promise<boolean> => {
    if ((await explanation.count()) > 0) return true
    await restingBox(line(page, text))
    await page.mouse.move(0, 0)
    const { x, y } = await pointBehind(page, text, name)
    await page.mouse.move(x, y)
    return false
  }
  await expect.poll(isExplained, { interval: 3000 }).toBe(true)
}

/** The files of the last changed project, as this browser has stored them. */
export function storedFiles(page: Page): Promise<Record<string, string>> {
  return page.evaluate(
    () =>
      new Promise<Record<string, string>>((resolve, reject) => {
        const opening = indexedDB.open('ludoforge-desk')
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('projects').objectStore('projects').getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            const rows = reading.result as { changed: number; files: Record<string, string> }[]
            resolve(rows.toSorted((a, b) => b.changed - a.changed)[0]?.files ?? {})
          })
        })
      }),
  )
}

/** Waits until a file is stored with a text. */
export async function storedWith(page: Page, path: string, text: string): Promise<void> {
  await expect.poll(async () => (await storedFiles(page))[path] ?? '', { timeout: 60_000 }).toContain(text)
}

/** Pairs of parts that overlap, and parts that stick out of the window. Tests expect none. */
export function overlaps(page: Page, parts: readonly string[]): Promise<string[]> {
  return page.evaluate((selectors) => {
    const boxes = selectors.flatMap((selector) =>
      [...document.querySelectorAll(selector)]
        .map((element) => ({ selector, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && box.height > 0),
    )
    const wrong: string[] = []
    for (const [i, { selector, box }] of boxes.entries()) {
      if (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
        wrong.push(`${selector} sticks out`)
      for (const other of boxes.slice(i + 1)) {
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        if (wide > 1 && high > 1) wrong.push(`${selector} overlaps ${other.selector}`)
      }
    }
    return wrong
  }, parts)
}
