/** `ludoforge edit`: the desk writes to the folder, and shows what other programs write there. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type RunningEdit, serveFolder } from '@ludoforge/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templateFolder } from '../../packages/cli/src/commands/new/templates.js'
import { watchFiles } from '../../packages/cli/src/watch/watch-files.js'
import { builtPage, openBrowser, type TestBrowser } from './support.js'

let browser: TestBrowser
let running: RunningEdit
let folder: string
/** A guard against hanging: a page on a loaded machine is slow. */
const PATIENCE = { timeout: 2 * 60_000 }
const rules = () => path.join(folder, 'rules.md')
const onDisk = () => readFileSync(rules(), 'utf8')

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-desk-'))
  cpSync(path.join(templateFolder('grid'), 'rules.md'), rules())
  running = await serveFolder({
    folder,
    name: 'my-game',
    port: 0,
    web: await builtPage(),
    docs: undefined,
    version: 'test',
    revisions: { list: () => Promise.resolve([]), files: () => Promise.resolve({}) },
    watch: (place, changed) => watchFiles([place], async () => changed()),
  })
  browser = await openBrowser()
}, 10 * 60_000)
afterAll(async () => {
  await browser.close()
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the desk on a folder', () => {
  it('writes what you type, and shows what another program writes', async () => {
    const { page } = await browser.visit(running.link)
    const editor = page.locator('.cm-content').first()
    await editor.waitFor()
    expect(page.url(), 'the key leaves the address').not.toContain(running.link.split('/').at(-1))
    await page.getByText('your folder · all changes saved').waitFor()

    await editor.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('<!-- by the desk -->')
    await expect.poll(onDisk, PATIENCE).toMatch(/^<!-- by the desk -->/)
    await page.getByText('your folder · all changes saved').waitFor()

    writeFileSync(rules(), `By another program. ${onDisk()}`)
    await editor.getByText('By another program.').waitFor()
    await page.getByText('your folder · all changes saved').waitFor()

    await editor.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('Again by the desk. ')
    await expect
      .poll(onDisk, PATIENCE)
      .toMatch(/^Again by the desk\. By another program\. <!-- by the desk -->/)
    expect(onDisk()).toContain('```rules')

    await page.getByRole('link', { name: 'All your games' }).click()
    await page.getByText('To edit a copy of an installed game').waitFor()
    const row = page.locator('.project-row', { hasText: 'in your folder' })
    await row.getByRole('link').click()
    await editor.getByText('Again by the desk.').waitFor()
  })
})
