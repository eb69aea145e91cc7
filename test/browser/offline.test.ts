import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text as textFrom } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textTerminal } from '../../packages/cli/test/terminal.js'
import { fileServer } from './files.js'
import { asked, byMouse, playOut, settled } from './playing.js'
import { run } from '../../packages/cli/src/program.js'
import { axe, builtPage, openBrowser, type TestBrowser } from './support.js'

describe('the static page', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-site-'))
  let site: Awaited<ReturnType<typeof fileServer>>
  let people: TestBrowser
  beforeAll(async () => {
    await builtPage()
    const terminal = textTerminal()
    expect(await run(['site', folder, 'tic-tac-toe', 'outposts'], terminal)).toBe(0)
    site = await fileServer(folder)
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('starts a game, continues offline, survives a reload, and exports it', async () => {
    const visit = await people.visit(site.url, { reducedMotion: 'reduce' })
    const { page } = visit
    await page.getByRole('link', { name: /Tic-tac-toe/ }).click()
    await page.getByLabel('Who plays Nought').selectOption({ label: 'Me' })
    await page.getByLabel('Table name').fill('On a train')
    await page.getByRole('button', { name: 'Start' }).click()
    await settled(page, '')
    await byMouse(page, 4)
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
    await site.close()
    await page.context().setOffline(true)

    const before = await asked(page)
    await page.reload()
    await settled(page, '')
    await expect.poll(() => asked(page)).not.toBe('')
    expect(before).not.toBe('')
    await byMouse(page, 0)
    expect(await playOut(page, byMouse)).toBeGreaterThan(0)

    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'All games' }).click()
    await page.getByRole('link', { name: /On a train/ }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Actions for On a train' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as a file' }).click(),
    ])
    const text = await textFrom(await file.createReadStream())
    expect(text).toContain('"game":"tic-tac-toe"')

    await page
      .getByLabel('Save file')
      .setInputFiles({ name: 'From a file.save', mimeType: 'text/plain', buffer: Buffer.from(text) })
    await page.getByRole('button', { name: 'Open the table' }).click()
    await page.locator('.end').waitFor()

    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'All games' }).click()
    await page.getByRole('link', { name: /From a file/ }).waitFor()
    await page.getByRole('button', { name: 'Actions for On a train' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('link', { name: /On a train/ }).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('link', { name: /From a file/ }).count()).toBe(1)
    // The browser logs the failed requests itself.
    expect(visit.wrong.splice(0).every((line) => line.includes('Failed to load resource'))).toBe(true)
  })
})
