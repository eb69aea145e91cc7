import { callEndpoint } from '@ludoforge/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asked, settled, sitAt, sitDown, wireTo } from './playing.js'
import { axe, openBrowser, type Served, served, type TestBrowser } from './support.js'

describe('people at one table', () => {
  let server: Served
  let people: TestBrowser
  beforeAll(async () => {
    server = await served(['tic-tac-toe', 'three-crowns'])
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
    await server.close()
  })

  it('two play, chat, and ask each other to undo; a lost connection recovers; a third watches', async () => {
    const { url } = server
    const ada = await sitDown(people, url, { game: 'tic-tac-toe', seats: { cross: 'me', nought: 'open' } })
    await ada.page.getByRole('tab', { name: 'Table' }).click()
    await ada.page.getByRole('button', { name: 'Create an invitation link' }).click()
    const link = await ada.page.getByLabel('Invitation link').inputValue()
    const secret = link.split('/').at(-1) ?? ''
    const joined = await callEndpoint(url, 'join', {
      path: { id: ada.id },
      body: { invitation: secret, you: 'Bea', seat: 'nought' },
    })
    const line = await wireTo(url)
    const bea = await sitAt(people, line.url, ada.id, joined.key)
    const cal = await sitAt(people, url, ada.id, undefined)
    await ada.page.getByText('Bea', { exact: true }).waitFor()

    await settled(ada.page, '')
    await ada.page.keyboard.press('5')
    await settled(bea.page, '')
    await cal.page.locator('.waiting', { hasText: 'Bea' }).waitFor()
    await bea.page.keyboard.press('1')
    await settled(ada.page, '')

    await bea.page.getByRole('tab', { name: 'Table' }).click()
    await bea.page.getByLabel('Message to the other players').fill('Well played')
    await bea.page.keyboard.press('Enter')
    await ada.page.locator('.chat', { hasText: 'Well played' }).waitFor()
    expect(await cal.page.locator('.tools button').count()).toBe(1) // a spectator can only open the help

    await ada.page.keyboard.press('u') // Nought has decided since
    await ada.page.getByRole('button', { name: 'Ask them' }).click()
    await bea.page.getByRole('button', { name: 'Yes' }).click()
    await ada.page.locator('.prompt', { hasText: 'Cross' }).waitFor()
    await ada.page.locator('.timeline-at', { hasText: '0 decisions' }).waitFor()

    line.cut()
    await bea.page.getByText('Connection lost').waitFor()
    await ada.page.keyboard.press('5')
    await cal.page.locator('.waiting', { hasText: 'Bea' }).waitFor()
    line.mend()
    await bea.page.locator('.prompt', { hasText: 'Nought' }).waitFor()
    expect(await bea.page.getByText('Connection lost').count()).toBe(0)
    expect(await axe(cal.page)).toEqual([])
    await bea.page.context().close()
    await line.close()
    // The browser logs each attempt to reconnect, and nothing else.
    expect(bea.wrong.filter((text) => !text.includes('net::ERR_CONNECTION'))).toEqual([])
    bea.wrong.length = 0
  })

  it('on a shared device, the board is covered until it is passed on', async () => {
    const { page } = await sitDown(people, server.url, {
      game: 'three-crowns',
      seats: { north: 'me', east: 'me', south: 'me' },
    })
    await settled(page, '')
    const first = await asked(page)
    await page.keyboard.press('1')
    await settled(page, first)
    await page.keyboard.press('1')
    await page.getByRole('heading', { name: /Pass the device/ }).waitFor()
    expect(await page.locator('.bd').count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.locator('.prompt').waitFor()
  })

  it('a seat is handed to a bot and taken back', async () => {
    const { page } = await sitDown(people, server.url, {
      game: 'tic-tac-toe',
      seats: { cross: 'me', nought: 'me' },
    })
    await settled(page, '')
    await page.getByRole('tab', { name: 'Table' }).click()
    await page.getByLabel('Let a bot play Nought').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByRole('button', { name: 'Take it back' }).waitFor({ state: 'detached' })
    expect(await axe(page)).toEqual([])
  })
})
