import { callEndpoint } from '@ludoforge/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerByKey, asked, settled, sitAt, sitDown, wireTo } from './playing.js'
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
    await ada.page.getByRole('tab', { name: 'People' }).click()
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
    await answerByKey(ada.page, '5')
    await settled(bea.page, '')
    await cal.page.locator('.waiting', { hasText: 'Bea' }).waitFor()
    await answerByKey(bea.page, '1')
    await settled(ada.page, '')

    await bea.page.getByRole('tab', { name: 'People' }).click()
    await bea.page.getByLabel('Message to the other players').fill('Well played')
    await bea.page.keyboard.press('Enter')
    await ada.page.locator('.chat', { hasText: 'Well played' }).waitFor()
    await expect.poll(() => cal.page.locator('.tools button').count()).toBe(0) // a spectator decides nothing

    await ada.page.keyboard.press('u') // Nought has decided since
    await ada.page.getByRole('button', { name: 'Ask them' }).click()
    await bea.page.getByRole('button', { name: 'Yes' }).click()
    await ada.page.locator('.prompt', { hasText: 'Cross' }).waitFor()
    await ada.page.getByRole('tab', { name: 'Story' }).click()
    await ada.page.locator('.story', { hasText: 'Nothing has happened yet' }).waitFor()

    line.cut()
    await bea.page.getByText('Connection lost').waitFor()
    await answerByKey(ada.page, '5')
    await cal.page.locator('.waiting', { hasText: 'Bea' }).waitFor()
    line.mend()
    await bea.page.locator('.prompt', { hasText: 'Nought' }).waitFor()
    await expect.poll(() => bea.page.getByText('Connection lost').count()).toBe(0)
    expect(await axe(cal.page)).toEqual([])
    await bea.page.context().close()
    await line.close()
    // The browser logs each attempt to reconnect, and nothing else.
    expect(bea.wrong.filter((text) => !text.includes('net::ERR_CONNECTION'))).toEqual([])
    bea.wrong.length = 0
  })

  it('the page shows a save, requests for seats, invitations, and what to do about somebody', async () => {
    const { url } = server
    const ada = await sitDown(people, url, { game: 'tic-tac-toe', seats: { cross: 'me', nought: 'open' } })
    await ada.page.getByRole('tab', { name: 'People' }).click()
    await ada.page.getByRole('button', { name: 'Create an invitation link' }).click()
    const link = await ada.page.getByLabel('Invitation link').inputValue()
    await ada.page.getByText(/^Valid until/).waitFor()
    await ada.page.getByRole('button', { name: 'Show invitations' }).click()
    const withdraw = ada.page.getByRole('button', { name: 'Withdraw the invitation for Nought' })
    await withdraw.waitFor()
    const joined = await callEndpoint(url, 'join', {
      path: { id: ada.id },
      body: { invitation: link.split('/').at(-1), you: 'Bea', seat: 'nought' },
    })
    await withdraw.click()
    await ada.page.getByText('There are no valid invitations.').waitFor()
    const bea = await sitAt(people, url, ada.id, joined.key)

    // A request for Bea's seat, which she keeps, then gives up and takes back.
    await ada.page.getByRole('button', { name: 'Play for Bea' }).click()
    await bea.page.getByText('Ada asks for your seat').waitFor()
    await bea.page.getByRole('button', { name: 'Keep the seat' }).click()
    await ada.page.getByText('Waiting for an answer').waitFor({ state: 'detached' })
    await ada.page.getByRole('button', { name: 'Play for Bea' }).click()
    expect(await axe(bea.page)).toEqual([])
    await bea.page.getByRole('button', { name: 'Agree' }).click()
    await ada.page.getByText('Others who have seen what this seat sees: Bea.').waitFor()
    await bea.page.getByRole('tab', { name: 'People' }).click()
    await bea.page.getByRole('button', { name: 'Take your seat back' }).click()
    await bea.page.getByText('Others who have seen what this seat sees: Ada.').waitFor()

    // Ada reports and blocks Bea, whose messages she no longer sees, and sends her away.
    await bea.page.getByLabel('Message to the other players').fill('You will lose')
    await bea.page.keyboard.press('Enter')
    await ada.page.locator('.chat', { hasText: 'You will lose' }).waitFor()
    const about = ada.page.getByRole('button', { name: 'Block or report Bea' })
    await about.click()
    await ada.page.getByLabel(/Report Bea/).fill('She boasts.')
    expect(await axe(ada.page)).toEqual([])
    await ada.page.getByRole('button', { name: 'Send the report' }).click()
    await about.click()
    await ada.page.getByRole('button', { name: 'Block Bea', exact: true }).click()
    await ada.page.locator('.chat', { hasText: 'You will lose' }).waitFor({ state: 'detached' })
    await about.click()
    await ada.page.getByRole('button', { name: 'Send Bea away' }).click()
    await ada.page.getByRole('button', { name: 'Send Bea away for good' }).click()
    await ada.page.getByText('Open seat').waitFor()
    await bea.page.getByText('Connection lost').waitFor()
    expect(ada.wrong).toEqual([])
    bea.wrong.length = 0

    // The end: the save is out, the game can't continue, a new table can, and it shows where it comes from.
    const hot = await sitDown(people, url, { game: 'tic-tac-toe', seats: { cross: 'me', nought: 'me' } })
    for (const key of ['5', '1', '3', '5', '3']) {
      const before = await asked(hot.page)
      await answerByKey(hot.page, key)
      if ((await settled(hot.page, before)) === 'over') break
    }
    await hot.page.getByRole('region', { name: 'Result' }).waitFor()
    await callEndpoint(url, 'save', { path: { id: hot.id } })
    await hot.page.getByText('this game can’t continue. You can make a new table from it.').waitFor()
    await expect.poll(() => hot.page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true)
    await hot.page.getByRole('button', { name: 'New table from this game' }).click()
    await expect.poll(() => hot.page.url()).not.toContain(hot.id)
    await hot.page.getByRole('button', { name: 'Menu' }).click()
    await hot.page.getByText('From a save', { exact: true }).waitFor()
    expect(await axe(hot.page)).toEqual([])
    expect(hot.wrong).toEqual([])
  })

  it('on a shared device, the board is covered until it is passed on', async () => {
    const { page } = await sitDown(people, server.url, {
      game: 'three-crowns',
      seats: { north: 'me', east: 'me', south: 'me' },
    })
    await settled(page, '')
    const first = await asked(page)
    await answerByKey(page, '1')
    await settled(page, first)
    await answerByKey(page, '1')
    await page.getByRole('heading', { name: /Pass the device/ }).waitFor()
    await expect.poll(() => page.locator('.bd').count()).toBe(0)
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
    await page.getByRole('tab', { name: 'People' }).click()
    await page.getByLabel('Let a bot play Nought').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByRole('button', { name: 'Take it back' }).waitFor({ state: 'detached' })
    expect(await axe(page)).toEqual([])
  })
})
