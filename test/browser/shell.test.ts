import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axe, openBrowser, type Served, served, type TestBrowser } from './support.js'

describe('The page', () => {
  let server: Served
  let people: TestBrowser
  beforeAll(async () => {
    server = await served(['tic-tac-toe'])
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
    await server.close()
  })

  it('is served at / and leads to the settings, which stay', async () => {
    const { page } = await people.visit(server.url)
    await page.getByRole('link', { name: /Tic-tac-toe/ }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('radio', { name: 'Dark' }).check()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.reload()
    expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
    expect(await axe(page)).toEqual([])
  })
})
