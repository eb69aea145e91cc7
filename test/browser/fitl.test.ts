import type { Game } from '@ludoforge/kernel'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../support/games.js'
import { asked, byMouse, goOn, settled, until } from './playing.js'
import { axe, openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'
import { isThorough } from '../support/effort.js'

const ACTIVITIES =
  'Advises|Air Lifts|Air Strikes|Governs|Transports|Raids|Infiltrates|Bombards|Ambushes|Taxes|Subverts'

/** Answers with the mouse, offers first, until the log contains a text. */
async function playUntil(page: Page, says: RegExp, most = 60): Promise<void> {
  let before = ''
  await page.getByRole('tab', { name: 'Log' }).click()
  for (let turn = 0; turn < most; turn += 1) {
    await settled(page, before)
    if (says.test(await page.locator('.log').innerText())) return
    before = await asked(page)
    const offer = page.locator('.offers [data-option]').first()
    if ((await offer.count()) > 0) {
      await offer.click()
      await page.locator('[data-confirm]:enabled').click()
    } else await byMouse(page, turn)
  }
  throw new Error(`The log never contained ${says}.`)
}

describe('Fire in the Lake is played', () => {
  let server: Pick<Served, 'url'>
  let people: TestBrowser
  let game: Game
  beforeAll(async () => {
    server = await sharedServer()
    game = await gameOf('fire-in-the-lake')
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
  })

  const all = { US: 'me', ARVN: 'me', NVA: 'me', VC: 'me' } as const

  it.each(isThorough ? ['US', 'ARVN', 'NVA', 'VC'] : ['ARVN', 'VC'])(
    '%s takes an Operation with a Special Activity',
    async (seat) => {
      const begun = until(
        game,
        (decision) =>
          decision.seat === seat && decision.options.some(({ id }) => id === 'operation-and-activity'),
      )
      const { page } = await goOn(people, server.url, { ...begun, seats: all })
      await settled(page, '')
      await page.locator('[data-option]', { hasText: 'Operation with Special Activity' }).dblclick()
      // The line of the turn names the Special Activity with its Operation.
      await playUntil(page, new RegExp(`${seat} [^:]*(?:${ACTIVITIES})`))
      await page.context().close()
    },
  )

  it('an Event', async () => {
    const begun = until(game, ({ options }) => options.some(({ id }) => id === 'event'))
    const { page } = await goOn(people, server.url, { ...begun, seats: all })
    await settled(page, '')
    await page
      .locator('[data-option]', { hasText: /Event:/ })
      .first()
      .dblclick()
    await playUntil(page, /plays the Event/)
    expect(await axe(page)).toEqual([])
  })

  it('a Coup Round', async () => {
    const begun = until(game, ({ rule }) => rule?.startsWith('6.') === true)
    const { page } = await goOn(people, server.url, { ...begun, seats: all })
    await settled(page, '')
    const before = await asked(page)
    await expect.poll(() => page.locator('.prompt .rule-link').innerText()).toMatch(/6\./)
    await page.locator('.prompt .rule-link').click()
    await page.locator('.chapter .sought').first().waitFor()
    await byMouse(page, 0)
    await settled(page, before)
  })

  it('a key scrolls to the row it marks, and Enter confirms', async () => {
    const low = { viewport: { width: 1280, height: 460 } }
    const begun = until(game, ({ series = 0, options }) => series > 1 && options.length > 14)
    const { page } = await goOn(people, server.url, { ...begun, seats: all }, low)
    await settled(page, '')
    const before = await asked(page)
    const row = page.locator('.options [data-option="8"]')
    const inView = (): Promise<boolean> =>
      row.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        const frame = element.closest('.option-scroll')?.getBoundingClientRect()
        return frame !== undefined && top >= frame.top - 1 && bottom <= frame.bottom + 1
      })
    await expect.poll(inView).toBe(false)
    await page.keyboard.press('9')
    await expect.poll(inView).toBe(true)
    await page.keyboard.press('9') // a second press removes it from the list, and doesn't answer
    await expect.poll(() => row.getAttribute('aria-pressed')).toBe('false')
    expect(await asked(page)).toBe(before)
    await page.keyboard.press('9')
    await expect.poll(() => row.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Enter')
    await settled(page, before)
    await page.context().close()
  })

  it("questions resolve names as players mean them: a seat's own Train, and no space if an action is asked for", async () => {
    const coup = until(game, ({ seat, rule }) => seat === 'US' && rule?.startsWith('6.') === true)
    const { page } = await goOn(people, server.url, { ...coup, seats: all })
    await settled(page, '')
    await page.keyboard.press('w')
    await page.getByLabel('Why not').fill('Train')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.locator('.why li, .why p:not(.description)').first().waitFor()
    await expect.poll(() => page.locator('.why').innerText()).not.toMatch(/ only$/m)
    await page.context().close()

    const menu = until(
      game,
      ({ type, options }) => type === 'choice' && options.some(({ id }) => id === 'event'),
    )
    const second = await goOn(people, server.url, { ...menu, seats: all })
    await settled(second.page, '')
    await second.page.locator('.bd-space[data-id="north-vietnam"]').focus()
    await second.page.waitForTimeout(900)
    expect(await second.page.locator('.why').count()).toBe(0)
    await second.page.locator('.rail [data-card]').first().hover()
    await second.page.locator('.option.pointed', { hasText: 'Event' }).waitFor()
    await second.page.waitForTimeout(600)
    expect(await second.page.locator('.why').count()).toBe(0)
    await second.page.context().close()
  })

  it('a game option that lists the seats of bots updates when bots are chosen', async () => {
    const { page } = await people.visit(`${server.url}/#/new/fire-in-the-lake`)
    const listed = page.getByRole('group', { name: 'Non players' })
    const seat = (name: string) => listed.getByRole('checkbox', { name, exact: true })
    const bots = page.getByLabel('Who plays NVA')
    await page.getByText('More options').click()
    await expect.poll(() => seat('NVA').isChecked()).toBe(false)
    await bots.selectOption('bot:policy:book')
    await expect.poll(() => seat('NVA').isChecked()).toBe(true)
    await expect.poll(() => seat('VC').isChecked()).toBe(false)
    await seat('VC').check({ force: true })
    await expect.poll(() => seat('NVA').isChecked()).toBe(true)
    await page.context().close()
  })
})
