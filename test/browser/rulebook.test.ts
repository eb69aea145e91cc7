/** The rulebook's own page, with the book of the largest game. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gameFolder } from '@ludoforge/games'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axe, openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'

const GAME = 'fire-in-the-lake'
const WIDTHS = [390, 1280, 1440, 1920]

describe('the rulebook page', () => {
  let server: Pick<Served, 'url'>
  let people: TestBrowser
  beforeAll(async () => {
    server = await sharedServer()
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
  })
  const open = async (place: string, width = 1280) =>
    (
      await people.visit(
        `${server.url}/#/rules/${GAME}${place === '' ? '' : `/${encodeURIComponent(place)}`}`,
        {
          viewport: { width, height: 844 },
        },
      )
    ).page

  it('opens from the lobby at how to win, and shows no code until it is asked for', async () => {
    const { page } = await people.visit(server.url)
    await page
      .getByRole('link', { name: 'Rules' })
      .and(page.locator(`[href$="/rules/${GAME}"]`))
      .click()
    await page
      .locator('.chapter')
      .getByRole('heading', { name: /How to win/ })
      .first()
      .waitFor()
    await expect.poll(() => page.locator('.chapter .code').count()).toBe(0)
    await page.locator('.fold', { hasText: 'How it runs' }).first().locator('summary').click()
    await page.locator('.chapter .code').first().waitFor()
    expect(await axe(page)).toEqual([])
  })

  it('fits every width, on each of its pages', async () => {
    for (const place of ['', '1.2', 'glossary', 'map.yaml:1']) {
      const page = await open(place)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await page.locator('.chapter').waitFor()
        const over = () =>
          page.evaluate(
            "Math.max(...['html', 'main'].map((name) => document.querySelector(name)).map((one) => one.scrollWidth - one.clientWidth))",
          )
        await expect.poll(over, { message: `${width} ${place}` }).toBe(0)
      }
      await page.close()
    }
  })

  it('finds how to win, marks hits, and opens what it finds', async () => {
    const page = await open('')
    await page.getByLabel('Search the rulebook').fill('how do I win')
    const first = page.locator('.found li').first()
    await first.waitFor()
    await expect.poll(() => first.innerText()).toContain('How to win')
    await page.locator('.found mark', { hasText: 'win' }).first().waitFor()
    expect(await axe(page)).toEqual([])
    await first.getByRole('link').click()
    await page
      .locator('.chapter')
      .getByRole('heading', { name: /How to win/ })
      .first()
      .waitFor()
    await expect.poll(() => page.url()).toMatch(/#\/rules\/fire-in-the-lake\/How%20to%20win$/)
    await page.goBack()
    await page.locator('.contents [aria-current]', { hasText: 'Start here' }).waitFor()
  })

  it('has a glossary, and shows the meaning of a term in the prose', async () => {
    const page = await open('')
    await page.locator('.book-aside').getByRole('link', { name: 'Glossary' }).click()
    const entry = page.locator('.entry', { hasText: 'LimOp' }).first()
    await entry.waitFor()
    expect(await axe(page)).toEqual([])
    await entry.getByRole('link', { name: 'Rule 2.3.5' }).click()
    await page.locator('.chapter .sought').first().waitFor()
    const term = page.locator('.chapter .term').first()
    await term.focus()
    const tip = page.getByRole('tooltip')
    await tip.waitFor()
    await expect.poll(() => term.getAttribute('aria-describedby')).toBe(await tip.getAttribute('id'))
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await tip.waitFor({ state: 'detached' })
  })

  it('opens a line of code at its paragraph, and highlights the section in the contents', async () => {
    const rules = readFileSync(path.join(gameFolder(GAME), '3-operations.md'), 'utf8')
    const line = rules.split('\n').findIndex((text) => text.startsWith('test can-rally(')) + 1
    const page = await open(`3-operations.md:${line}`)
    await page.locator('.chapter .sought p').waitFor()
    await expect.poll(() => page.locator('.chapter .code').count()).toBe(0)
    await page.locator('.fold.has-sought summary').click()
    await page.locator('.code-line.sought-line').waitFor()
    await page.locator('.book-aside [aria-current="location"]', { hasText: 'Rally' }).waitFor()
  })

  it('has its contents behind a button on a phone', async () => {
    const page = await open('4.1', 390)
    await page.locator('.chapter').waitFor()
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('navigation', { name: 'Contents of the rulebook' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: '6 Coup Rounds' }).click()
    await page.locator('.chapter').getByRole('heading', { name: '6 Coup Rounds' }).waitFor()
  })

  it('prints the whole book, without tools and code', async () => {
    const page = await open('7')
    await page.locator('.chapter').waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.locator('.chapter.printed').nth(10).waitFor()
    const shown = () =>
      page.evaluate(
        `[...document.querySelectorAll('.head, .book-tools, .book-aside, .fold, .code')]
         .filter((one) => one.checkVisibility()).map((one) => one.className)`,
      )
    await expect.poll(shown).toEqual([])
    const breaks = () =>
      page.evaluate("getComputedStyle(document.querySelectorAll('.chapter.printed')[1]).breakBefore")
    await expect.poll(breaks).toBe('page')
    await page.emulateMedia({ media: 'screen' })
    await page.locator('.book-tools').waitFor()
  })
})
