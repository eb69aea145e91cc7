/** The first five lessons of a course in the page, as people take them: with the mouse, with keys, and on a phone. */
import { compileLessons, type LoadedGame } from '@ludoforge/compiler'
import type { Lesson, LessonSession } from '@ludoforge/play'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../support/games.js'
import { button, coach, finger, type Hand, keys, mouse, says } from './lesson-hands.js'
import { asked, settled } from './playing.js'
import { axe, openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'
import { LessonTaker } from './take-lesson.js'
import { isThorough } from '../support/effort.js'

const GAME = 'fire-in-the-lake'
const SMALL = 'tic-tac-toe'
const FIRST = /^0[1-5]-/
const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/**
 * A person with a device: their hand, how they follow a link, the window, and how many lessons they take in `npm test`. One
 * takes all of them.
 */
const PEOPLE: readonly [
  string,
  Hand,
  (link: Locator) => Promise<void>,
  typeof DESKTOP | typeof PHONE,
  number,
][] = [
  ['with the mouse', mouse, (link) => link.click(), DESKTOP, 1],
  ['with keys only', keys, (link) => link.press('Enter'), DESKTOP, 5],
  ['on a phone', finger, (link) => link.tap(), PHONE, 1],
]

describe('lessons in the page', () => {
  let server: Pick<Served, 'url'>
  let people: TestBrowser
  let game: LoadedGame
  let lessons: readonly Lesson[]
  beforeAll(async () => {
    server = await sharedServer()
    people = await openBrowser()
    game = await gameOf(GAME)
    lessons = compileLessons(game).filter(({ id }) => FIRST.test(id))
  })
  afterAll(async () => {
    await people.close()
  })

  it.each(PEOPLE)(
    '%s: the first five lessons, with mistakes, hints and steps back',
    async (_, hand, follow, device, most) => {
      const taking = isThorough ? lessons : lessons.slice(0, most)
      const { page } = await people.visit(server.url, { reducedMotion: 'reduce', ...device })
      await follow(page.locator(`a[href$="/learn/${GAME}"]`).first())
      await follow(page.getByRole('link', { name: 'Start the first lesson' }))
      const detours = new Set<string>()
      let looked = 0
      for (const [i, lesson] of taking.entries()) {
        if (i > 0) await follow(coach(page).getByRole('link', { name: /^Next (lesson|part)/ }))
        await coach(page).getByRole('heading', { name: lesson.title }).waitFor()
        const taker = new LessonTaker(page, hand, game, lesson)
        const taken = await taker.run(async (session) => {
          await pointedInView(page, session)
          // The first card, and the first question.
          if (looked === 0 || (looked === 1 && session.question !== undefined)) {
            looked += 1
            expect(await axe(page)).toEqual([])
          }
        })
        for (const detour of taken) detours.add(detour)
      }
      if (taking.length === lessons.length)
        expect([...detours].toSorted()).toEqual(['back', 'hint', 'illegal', 'mistake'])
      else expect(detours.size).toBeGreaterThan(0)
      await follow(coach(page).getByRole('link', { name: 'All lessons' }))
      await page.locator('.lessons').waitFor()
      await expect.poll(() => page.locator('.lessons .finished').count()).toBe(taking.length)
      expect(await axe(page)).toEqual([])
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
      await page.context().close()
    },
  )

  it('a mistake stays on the board, the learner may play on, and a lesson resumes where it was left', async () => {
    const found = lessons.findIndex(({ id }) => id === '02-count-heads')
    const { page } = await people.visit(`${server.url}/#/learn/${GAME}`, DESKTOP)
    await page.locator('.lesson-row').nth(found).click()
    await button(page, 'Next').click()
    await button(page, 'Next').click()
    await mouse.find(page, { type: 'zone', id: 'pleiku-darlac', name: 'Pleiku-Darlac' })
    await settled(page, '')
    const question = await asked(page)
    const options = page.locator('[data-option]')
    await options.filter({ hasText: 'Saigon' }).click()
    await page.locator('[data-confirm]:enabled').click()
    await page.locator('.coach.mistaken').waitFor()
    expect(await axe(page)).toEqual([])
    await expect.poll(() => page.locator('[data-option][aria-pressed=true]').count()).toBe(1)
    await button(page, 'Try again').click()
    await page.locator('.coach:not(.mistaken)').waitFor()
    await expect.poll(() => page.locator('[data-option][aria-pressed=true]').count()).toBe(0)
    expect(await asked(page)).toBe(question)
    // Keep going plays on alone; the lesson waits.
    await options.filter({ hasText: 'Saigon' }).click()
    await page.locator('[data-confirm]:enabled').click()
    await button(page, 'Keep going').click()
    await says(page, 'The lesson waits')
    await button(page, 'Back to the lesson').click()
    // All hints, then the coach plays.
    const hint = coach(page).getByRole('button', { name: /hint/i })
    while ((await hint.count()) > 0) await hint.click()
    await button(page, 'Show me').click()
    await page.locator('.coach-dots[aria-label^="Step 3"]').waitFor()
    await page.reload()
    await page.locator('.coach-dots[aria-label^="Step 3"]').waitFor()
    await page.goto(`${server.url}/#/learn/${GAME}`)
    await page.locator('.lesson-row.begun').waitFor()
    await page.getByRole('link', { name: 'Continue: Count heads' }).waitFor()
    await page.context().close()
  })

  it('progress is stored with the account, and another browser goes on from there', async () => {
    const [first, second] = compileLessons(await gameOf(SMALL))
    if (first === undefined || second === undefined) throw new Error(`${SMALL} has too few lessons.`)
    const { page } = await people.visit(`${server.url}/#/account`)
    await page.getByLabel('Your name').fill('Ann')
    await page.getByLabel('Password').fill('a long password')
    await page.getByRole('button', { name: 'Create account' }).click()
    const login = await page.locator('.mono').innerText()
    await page.goto(`${server.url}/#/learn/${SMALL}`)
    await page.locator('.lesson-row').first().click()
    await coach(page).getByRole('heading', { name: first.title }).waitFor()
    const stored = page.waitForResponse((reply) => reply.url().endsWith('/api/me/lessons') && reply.request().method() === 'POST' && reply.request().postData()?.includes('"done":true') === true) // biome-ignore format: one line
    await new LessonTaker(page, keys, await gameOf(SMALL), first).run()
    expect((await stored).status()).toBe(200)
    await page.context().close()

    const elsewhere = (await people.visit(`${server.url}/#/account`)).page
    await elsewhere.getByRole('radio', { name: 'Log in' }).check()
    await elsewhere.getByLabel('Login').fill(login)
    await elsewhere.getByLabel('Password').fill('a long password')
    await elsewhere.getByRole('button', { name: 'Log in' }).click()
    await elsewhere.getByText('You are logged in as Ann').waitFor()
    await elsewhere.goto(`${server.url}/#/learn/${SMALL}`)
    await elsewhere.getByText(/^1 of 2 lessons finished/).waitFor()
    await elsewhere.getByRole('link', { name: `Continue: ${second.title}` }).waitFor()
    await elsewhere.context().close()
  })
})

/** If the coach points at one space, waits until it is in view, and on a phone above the sheet. */
async function pointedInView(page: Page, { card: { pointing } }: LessonSession): Promise<void> {
  const [thing, ...others] = pointing
  if (thing?.type !== 'zone' || others.length > 0) return
  const isInView = async (): Promise<boolean> => {
    const box = await page.locator(`.bd-space[data-id="${thing.id}"]`).boundingBox()
    const sheets = page.locator('.phone-sheet')
    const sheet = (await sheets.count()) === 0 ? null : await sheets.boundingBox()
    const size = page.viewportSize()
    if (box === null || size === null) return false
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    return x > 0 && x < size.width && y > 0 && y < (sheet?.y ?? size.height)
  }
  await expect.poll(isInView, { message: `${thing.id} is in view` }).toBe(true)
}
