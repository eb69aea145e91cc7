/** Games of an account at the desk: stored on the server, shared by links, copied and reported by others. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checked, startFrom } from './desk.js'
import { axe, openBrowser, type Served, served, type TestBrowser } from './support.js'

let server: Served
let people: TestBrowser

beforeAll(async () => {
  server = await served([])
  people = await openBrowser()
})
afterAll(async () => {
  await people.close()
  await server.close()
})

const MARK = 'A line of the owner.'

async function register(page: Page, name: string): Promise<void> {
  await page.goto(`${server.url}/#/account`)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password').fill('a long password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Delete your account' }).waitFor()
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

const editor = (page: Page) => page.locator('.desk-editor .cm-content')

async function typeAtTop(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type(text)
}

/** Stores a game of a new account on the server, with a line of its own. Returns the page, at its desk. */
async function storedGame(name: string): Promise<Page> {
  const page = await startFrom(people, server.url, 'grid')
  await register(page, name)
  await page.goto(`${server.url}/#/make`)
  await page.locator('.project-row a').first().click()
  await checked(page, 'good')
  await press(page, 'Share')
  await press(page, 'Store a copy on this server')
  await page.waitForURL(/#\/desk\/hosted\//)
  await page.getByText('your copy · all changes saved').waitFor()
  await checked(page, 'good')
  const written = page.waitForResponse(
    (reply) => reply.url().endsWith('/changes') && reply.request().postData()?.includes(MARK) === true,
  )
  await typeAtTop(page, `${MARK} `)
  expect((await written).status()).toBe(200)
  await page.locator('[data-saved=saved]').waitFor()
  return page
}

/** Creates a link in the sheet, which stays open. */
async function link(page: Page, name: 'Link to read' | 'Link to play'): Promise<string> {
  const field = page.getByLabel('Link', { exact: true })
  const before = (await field.count()) === 0 ? '' : await field.inputValue()
  await press(page, name)
  await expect
    .poll(async () => ((await field.count()) === 0 ? before : field.inputValue()), { timeout: 60_000 })
    .not.toBe(before)
  return field.inputValue()
}

describe('a game on the server', () => {
  it('stays with its account', async () => {
    const page = await storedGame('Ann')
    await page.reload()
    await editor(page).getByText(MARK).waitFor()
    expect(await axe(page)).toEqual([])
    await page.goto(`${server.url}/#/make`)
    await page.locator('.project-row', { hasText: 'on this server' }).waitFor()
    await page.context().close()
  })

  it('is read, played and copied by its links, until they are withdrawn', async () => {
    const owner = await storedGame('Bea')
    await press(owner, 'Share')
    const toRead = await link(owner, 'Link to read')
    const toPlay = await link(owner, 'Link to play')

    const { page: reader, wrong } = await people.visit(toRead, { reducedMotion: 'reduce' })
    await editor(reader).getByText(MARK).waitFor()
    await reader.getByText('somebody else’s game · read-only').waitFor()
    expect(reader.url(), 'the key leaves the address').not.toContain(toRead.split('/').at(-1))
    await typeAtTop(reader, 'Not mine. ')
    expect(await editor(reader).innerText()).not.toContain('Not mine.')
    expect(await reader.getByRole('button', { name: 'Report' }).count(), 'needs an account').toBe(0)
    await press(reader, 'Copy')
    expect(await axe(reader)).toEqual([])
    await press(reader, 'Copy to this browser')
    await reader.waitForURL(/#\/desk\/browser\//)
    await editor(reader).getByText(MARK).waitFor()
    await typeAtTop(reader, 'Mine now. ')
    await editor(reader).getByText('Mine now.').waitFor()

    const { page: player } = await people.visit(toPlay, { reducedMotion: 'reduce' })
    await player.locator('.desk.stop-full.tab-table').waitFor()
    await player.locator('.desk-table .prompt').waitFor()
    await player.context().close()

    // Without both links, the page of the reader can't load the game again.
    for (const left of [1, 0]) {
      await owner.getByRole('button', { name: 'Withdraw' }).first().click()
      await expect.poll(() => owner.getByRole('button', { name: 'Withdraw' }).count()).toBe(left)
    }
    expect(wrong).toEqual([])
    await reader.goto(toRead)
    await reader.getByText('There is no such game here. It was deleted, or its link was withdrawn.').waitFor()
    expect(wrong.splice(0)).toEqual([expect.stringContaining('404')])
    await owner.context().close()
    await reader.context().close()
  })

  it('is copied to another account, and reported to the operator', async () => {
    const owner = await storedGame('Cleo')
    await press(owner, 'Share')
    const toRead = await link(owner, 'Link to read')
    await owner.context().close()

    const { page } = await people.visit(`${server.url}/#/account`, { reducedMotion: 'reduce' })
    await register(page, 'Dora')
    await page.goto(toRead)
    await page.getByText('somebody else’s game · read-only').waitFor()
    await press(page, 'Report')
    await page.getByLabel(/What is wrong with it/).fill('It is not a game at all.')
    expect(await axe(page)).toEqual([])
    const sent = page.waitForResponse((reply) => reply.url().endsWith('/reports'))
    await press(page, 'Send the report')
    expect((await sent).status()).toBe(200)
    await page.getByText('The operator of this server has your report.').waitFor()
    await press(page, 'Close')

    const original = page.url()
    await press(page, 'Copy')
    await press(page, 'Copy to your account')
    await expect.poll(() => page.url(), { timeout: 60_000 }).not.toBe(original)
    await page.getByText('your copy · all changes saved').waitFor()
    await editor(page).getByText(MARK).waitFor()
    await page.goto(`${server.url}/#/make`)
    await expect.poll(() => page.locator('.project-row').count()).toBe(1)
    await page.context().close()
  })
})
