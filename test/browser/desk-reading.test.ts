/** Reading rules at the desk: signs with their story, folding, references, and the parts around the editor. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cursorBehind, explainName, find, line, startFrom } from './desk.js'
import { openBrowser, type Served, served, type TestBrowser } from './support.js'

let site: Served
let people: TestBrowser
beforeAll(async () => {
  site = await served(['tic-tac-toe'])
  people = await openBrowser()
}, 180_000)
afterAll(async () => {
  await people.close()
  await site.close()
})

const WIDE = { viewport: { width: 1440, height: 900 } }
const editor = (page: Page, part: string) => page.locator(`.desk-editor ${part}`)

describe('the text of the rules', () => {
  it('marks every line, so that the heights of all are estimated from one font', async () => {
    const page = await startFrom(people, site.url, 'hex', WIDE)
    await find(page, 'can-grow-to')
    await line(page, 'test can-grow-to').waitFor()
    const bare = await editor(page, '.cm-line').evaluateAll((lines) =>
      lines.flatMap((one) =>
        [...one.childNodes]
          .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent),
      ),
    )
    expect(bare).toEqual([])
  }, 180_000)

  it('has signs at examples, with a story below the line', async () => {
    const page = await startFrom(people, site.url, 'hex', WIDE)
    await find(page, 'One sheep of each seat begins')
    await editor(page, '.cm-activeLine').filter({ hasText: 'One sheep of each seat' }).waitFor()
    await editor(page, '.signs .sign.passed').first().waitFor()
    await page.keyboard.press('Control+i')
    const story = editor(page, '.note.story')
    await story.filter({ hasText: 'This example passes.' }).waitFor()
    await page.keyboard.press('Control+i')
    await story.waitFor({ state: 'detached' })
    await editor(page, '.signs .sign.passed').first().click()
    await story.filter({ hasText: 'This example passes.' }).waitFor()
  }, 180_000)

  it('explains what a name is at the table now, at the pointer and below the line', async () => {
    const page = await startFrom(people, site.url, 'euro', WIDE)
    await find(page, '2 A round')
    const explained = editor(page, '.cm-tooltip-hover .name-now')
    await explainName(page, 'set grain of seat to 2', 'grain')
    await expect.poll(() => explained.textContent()).toBe('At the table now: Alder 2, Brook 2, Clay 2')
    const table = page.locator('.desk-table')
    const seat = (await table.locator('.prompt-who').textContent()) ?? ''
    await table.locator('[data-option]', { hasText: 'Reap grain' }).click()
    await table.locator('[data-confirm]').click()
    await expect.poll(() => table.locator('.prompt-who').textContent()).not.toBe(seat)
    await explained.waitFor({ state: 'detached' })
    await explainName(page, 'set grain of seat to 2', 'grain')
    await expect.poll(() => explained.textContent()).toMatch(/^At the table now: .*(?:Alder|Brook|Clay) 5/)
    await cursorBehind(page, 'add 1 to roun')
    await page.keyboard.press('Control+i')
    const story = editor(page, '.note.story')
    await story.filter({ hasText: 'variable round: a number' }).waitFor()
    await story.filter({ hasText: 'At the table now: 1' }).waitFor()
  }, 180_000)

  it('folds a section, and unfolds it', async () => {
    const page = await startFrom(people, site.url, 'hex', WIDE)
    await find(page, '3 Points')
    await line(page, '## 3 Points').waitFor()
    await line(page, 'value clover-points').waitFor()
    await page.keyboard.press('Control+Shift+BracketLeft')
    await editor(page, '.cm-foldPlaceholder').waitFor()
    await line(page, 'value clover-points').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Shift+BracketRight')
    await line(page, 'value clover-points').waitFor()
  }, 180_000)

  it('lists the places of a name', async () => {
    const page = await startFrom(people, site.url, 'hex', WIDE)
    await find(page, 'can-grow-to')
    await cursorBehind(page, 'test can-grow')
    await page.keyboard.press('Shift+F12')
    const places = editor(page, '.cm-lsp-reference')
    await places.filter({ hasText: 'choose hex from map where can-grow-to' }).first().waitFor()
    await expect.poll(() => places.count()).toBeGreaterThanOrEqual(4)
  }, 180_000)
})

describe('the parts around the editor', () => {
  it('move by their borders, which tell their share of the desk', async () => {
    const page = await startFrom(people, site.url, 'grid', WIDE)
    for (const [name, part, wider] of [
      ['Width of the list of files', '.desk-rail', 'ArrowRight'],
      ['Width of the pane', '.desk-pane', 'ArrowLeft'],
    ] as const) {
      const border = page.getByRole('separator', { name })
      const width = (): Promise<number> =>
        page.locator(part).evaluate((element) => element.getBoundingClientRect().width)
      const isShare = async (): Promise<boolean> =>
        Number(await border.getAttribute('aria-valuenow')) === Math.round((100 * (await width())) / 1440)
      await expect.poll(isShare).toBe(true)
      const before = await width()
      await border.press(wider)
      await expect.poll(width).toBeGreaterThan(before + 20)
      await expect.poll(isShare).toBe(true)
      const box = await border.boundingBox()
      if (box === null) throw new Error('The border is not on the screen.')
      const keyed = await width()
      await page.mouse.move(box.x + 4, box.y + 200)
      await page.mouse.down()
      await page.mouse.move(box.x + (wider === 'ArrowRight' ? 64 : -56), box.y + 200, { steps: 4 })
      await page.mouse.up()
      await expect.poll(width).toBeGreaterThan(keyed + 50)
      await expect.poll(isShare).toBe(true)
    }
  }, 180_000)

  it('put the files into a drawer at 1000 px', async () => {
    const page = await startFrom(people, site.url, 'grid', { viewport: { width: 1000, height: 800 } })
    const rail = page.locator('.desk-rail')
    await rail.waitFor({ state: 'hidden' })
    await page.locator('.rail-toggle').click()
    await rail.waitFor()
    await rail.getByRole('button', { name: 'look/board.yaml' }).click()
    await rail.waitFor({ state: 'hidden' })
    await page.locator('.crumbs', { hasText: 'look/board.yaml' }).waitFor()
  }, 180_000)
})
