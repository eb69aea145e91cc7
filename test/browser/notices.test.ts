/** Clocks, the account's own settings and notifications, in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPushService, type PushService } from '../../packages/server/test/support/push-service.js'
import { axe, openBrowser, type Served, served, type TestBrowser } from './support.js'

const PASSWORD = 'a long password'

describe('clocks, accounts and notifications', () => {
  let server: Served
  let people: TestBrowser
  let service: PushService
  beforeAll(async () => {
    server = await served(['tic-tac-toe'])
    people = await openBrowser()
    service = await openPushService()
  })
  afterAll(async () => {
    await people.close()
    service.close()
    await server.close()
  })

  it('a new table gets a clock, and the table and the lobby show it in plain words', async () => {
    const { page, wrong } = await people.visit(`${server.url}/#/new/tic-tac-toe`)
    await page.getByLabel('Your name').fill('Ann')
    await page.getByText('More options').click()
    await page.getByLabel('Clock').selectOption('3 days per answer')
    await page
      .getByLabel('When a player’s time runs out')
      .selectOption('A bot plays until the player is back')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('tab', { name: 'People' }).click()
    await page.getByText('Clock: 3 days per answer, then a bot plays until the player is back.').waitFor()
    await page.getByText(/^(3 days|2 days 23 hours) left, then a bot plays until you are back$/).waitFor()
    expect(await axe(page)).toEqual([])
    await page.goto(`${server.url}/#/`)
    await page.getByText(/left, then a bot plays until you are back/).waitFor()
    expect(wrong).toEqual([])
  })

  it('an account changes its password, sees its sessions, and is deleted', async () => {
    const { page, wrong } = await people.visit(`${server.url}/#/account`)
    await page.getByLabel('Your name').fill('Ann')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Chrome on Linux, this browser').waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill('another long password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed.').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete your account' }).click()
    await page.getByLabel('Password of the account').fill('another long password')
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('button', { name: 'Create account' }).waitFor()
    expect(wrong).toEqual([])
  })

  it('a switch subscribes the browser, and its service worker shows messages', async () => {
    const visit = await people.visit(`${server.url}/#/account`)
    const { page, wrong } = visit
    await page.context().grantPermissions(['notifications'], { origin: server.url })
    // Without a network, Chromium has no push service to subscribe to. This one stands in for it.
    const { endpoint, keys } = service.subscribe('/page')
    const subscription = JSON.stringify({ endpoint: endpoint.replace('http:', 'https:'), keys })
    await page.addInitScript({
      content: `PushManager.prototype.getSubscription = async () => null
        PushManager.prototype.subscribe = async () => ({ toJSON: () => (${subscription}) })`,
    })
    await page.reload()
    await page.getByLabel('Your name').fill('Bob')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    const toggle = page.getByRole('switch', { name: 'Notify me in this browser' })
    const hooks = () => server.running.tables.store.db.selectFrom('webhooks').select('push').execute()
    await toggle.click()
    await expect.poll(async () => (await hooks()).length).toBe(1)
    await expect.poll(() => toggle.isChecked()).toBe(true)
    await toggle.click()
    await expect.poll(async () => (await hooks()).length).toBe(0)

    // The handler of the real service worker gets a message, as a push service would send it.
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    const [worker] = page.context().serviceWorkers()
    const data = JSON.stringify({ title: 'Monday', body: 'It is your turn.', where: '#/table/t1' })
    const shown: unknown = await worker?.evaluate(`(() => {
      const shown = []
      registration.showNotification = async (title, { body, tag, data }) => {
        shown.push({ title, body, tag, data })
      }
      dispatchEvent(new PushEvent('push', { data: ${JSON.stringify(data)} }))
      return shown
    })()`)
    const where = '#/table/t1'
    expect(shown).toEqual([{ title: 'Monday', body: 'It is your turn.', tag: where, data: { where } }])
    expect(wrong).toEqual([])
  })
})
