import { choiceOfPicks, makeAgent } from '@ludoforge/agents'
import type { Decision, Game } from '@ludoforge/kernel'
import type { TraceDecision } from '@ludoforge/play'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../support/games.js'
import { asked, type Begun, byMouse, goOn, settled } from './playing.js'
import { axe, openBrowser, type Served, served, type TestBrowser } from './support.js'

/** Plays a random game up to a question that a test wants. */
function until(game: Game, wanted: (decision: Decision) => boolean): Begun {
  for (let seed = 1; seed < 30; seed += 1) {
    const agent = makeAgent('random', seed)
    const decisions: TraceDecision[] = []
    let state = game.start({ seed })
    for (let n = 1; n < 400; n += 1) {
      const decision = game.decision(state)
      if (decision === undefined) break
      if (wanted(decision)) return { game, seed, decisions }
      const index = game.def.seats.findIndex(({ id }) => id === decision.seat)
      const choice = choiceOfPicks(decision, agent.choose(game, state, index))
      state = game.decide(state, choice)
      decisions.push({ n, seat: decision.seat, name: decision.name, choice, hash: game.hash(state) })
    }
  }
  throw new Error('No game reached such a question.')
}

/** Answers with the mouse, offers first, until the log contains a text. */
async function playUntil(page: Page, says: RegExp, most = 60): Promise<void> {
  let before = ''
  for (let turn = 0; turn < most; turn += 1) {
    await settled(page, before)
    if (says.test(await page.locator('.log').innerText())) return
    before = await asked(page)
    const offer = page.locator('.offers [data-option]').first()
    if ((await offer.count()) > 0) await offer.click()
    else await byMouse(page, turn)
  }
  throw new Error(`The log never contained ${says}.`)
}

describe('Fire in the Lake is played', () => {
  let server: Served
  let people: TestBrowser
  let game: Game
  beforeAll(async () => {
    server = await served(['fire-in-the-lake'])
    game = await gameOf('fire-in-the-lake')
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
    await server.close()
  })

  const all = { US: 'me', ARVN: 'me', NVA: 'me', VC: 'me' } as const

  it.each(['US', 'ARVN', 'NVA', 'VC'])('%s takes an Operation with a Special Activity', async (seat) => {
    const begun = until(
      game,
      (decision) =>
        decision.seat === seat && decision.options.some(({ id }) => id === 'operation-and-activity'),
    )
    const { page } = await goOn(people, server.url, { ...begun, seats: all })
    await settled(page, '')
    await page.getByRole('button', { name: 'Operation with Special Activity' }).click()
    await playUntil(page, new RegExp(`${seat} inserts`))
    await page.context().close()
  })

  it('an Event', async () => {
    const begun = until(game, ({ options }) => options.some(({ id }) => id === 'event'))
    const { page } = await goOn(people, server.url, { ...begun, seats: all })
    await settled(page, '')
    await page.getByRole('button', { name: /^Event/ }).click()
    await playUntil(page, /executes/)
    expect(await axe(page)).toEqual([])
  })

  it('a Coup Round', async () => {
    const begun = until(game, ({ rule }) => rule?.startsWith('6.') === true)
    const { page } = await goOn(people, server.url, { ...begun, seats: all })
    await settled(page, '')
    const before = await asked(page)
    expect(await page.locator('.prompt .rule-link').innerText()).toMatch(/6\./)
    await page.locator('.prompt .rule-link').click()
    await page.locator('.chapter .sought').first().waitFor()
    await byMouse(page, 0)
    await settled(page, before)
  })

  it('on a phone, where nothing covers the board', async () => {
    const begun = until(game, ({ type, options }) => type === 'zone' && options.length > 4)
    const { page } = await goOn(
      people,
      server.url,
      { ...begun, seats: all },
      { viewport: { width: 390, height: 844 } },
    )
    await settled(page, '')
    const board = await page.locator('.bd').boundingBox()
    const beside = await page.locator('.side-panel').boundingBox()
    expect(board?.width).toBe(390)
    expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThanOrEqual(beside?.y ?? 0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await axe(page)).toEqual([])
    const before = await asked(page)
    await byMouse(page, 1)
    await settled(page, before)
  })

  it('a key scrolls to the row it picks, and an immediate answer needs a second press', async () => {
    const low = { viewport: { width: 1280, height: 460 } }
    const few = '1234567890abcdefgijkmoqsvxy'.length
    for (const kind of ['one', 'many'] as const) {
      const begun = until(
        game,
        (decision) =>
          decision.kind === kind && decision.options.length > 14 && decision.options.length <= few,
      )
      const { page } = await goOn(people, server.url, { ...begun, seats: all }, low)
      await settled(page, '')
      const before = await asked(page)
      const rows = page.locator('.options [data-option]')
      const last = rows.nth((await rows.count()) - 1)
      const key = (await last.getAttribute('aria-keyshortcuts')) ?? ''
      const inView = (): Promise<boolean> =>
        last.evaluate((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          const frame = row.closest('.question')?.getBoundingClientRect()
          return frame !== undefined && top >= frame.top - 1 && bottom <= frame.bottom + 1
        })
      expect(await inView()).toBe(false)
      await page.keyboard.press(key)
      await expect.poll(inView).toBe(true)
      expect(await asked(page)).toBe(before)
      if (kind === 'many') expect(await last.getAttribute('aria-pressed')).toBe('true')
      else {
        await page.keyboard.press(key)
        await settled(page, before)
      }
      await page.context().close()
    }
  })

  it("questions resolve names as players mean them: a seat's own Train, and no space if an action is asked for", async () => {
    const coup = until(game, ({ seat, rule }) => seat === 'US' && rule?.startsWith('6.') === true)
    const { page } = await goOn(people, server.url, { ...coup, seats: all })
    await settled(page, '')
    await page.getByLabel('Why not').fill('Train')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.locator('.why li, .why p:not(.description)').first().waitFor()
    expect(await page.locator('.why').innerText()).not.toMatch(/ only$/m)
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
    await second.page.locator('[data-kind=card][data-zone=current-card]').first().hover()
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
    await bots.waitFor()
    expect(await seat('NVA').isChecked()).toBe(false)
    await bots.selectOption('bot:policy:book')
    expect(await seat('NVA').isChecked()).toBe(true)
    expect(await seat('VC').isChecked()).toBe(false)
    await seat('VC').check({ force: true })
    expect(await seat('NVA').isChecked()).toBe(true)
    await page.context().close()
  })

  it.each([390, 1280, 1440, 1920])('at a width of %i, text stays inside its boxes', async (width) => {
    const begun = until(game, () => true)
    const { page } = await goOn(
      people,
      server.url,
      { ...begun, seats: all },
      { viewport: { width, height: 844 } },
    )
    await settled(page, '')
    const beyond = await page.locator('.bd-svg g[role="img"]:has(> .bd-frame)').evaluateAll((boxes) =>
      boxes.flatMap((box) => {
        const frame = box.querySelector('.bd-frame')?.getBoundingClientRect()
        return [...box.querySelectorAll(':scope > text')].flatMap((text) => {
          const { left, right, top, bottom, width: shown } = text.getBoundingClientRect()
          if (frame === undefined || shown === 0) return []
          const fits =
            left >= frame.left && right <= frame.right && top >= frame.top - 1 && bottom <= frame.bottom
          return fits ? [] : [`${box.getAttribute('aria-label')}: ${text.textContent}`]
        })
      }),
    )
    expect(beyond).toEqual([])
  })
})
