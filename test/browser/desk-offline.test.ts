/** The desk without a network: its files are stored when it is opened first, and not before. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checked, line, startFrom, storedWith } from './desk.js'
import { builtPage, openBrowser, type Served, served, type TestBrowser } from './support.js'

/** A list of the built service worker. */
function listOf(worker: string, name: string): readonly string[] {
  const found = new RegExp(`^const ${name} = (\\[.*\\])$`, 'm').exec(worker)?.[1]
  if (found === undefined) throw new Error(`The service worker has no list ${name}.`)
  return JSON.parse(found) as string[]
}

describe('the desk offline', () => {
  let site: Served
  let people: TestBrowser
  let folder: string
  let worker: string
  beforeAll(async () => {
    folder = await builtPage()
    worker = readFileSync(path.join(folder, 'service-worker.js'), 'utf8')
    site = await served(['tic-tac-toe'])
    people = await openBrowser()
  }, 180_000)
  afterAll(async () => {
    await people.close()
  })

  it('is in no list of files that every visitor stores', () => {
    const everyone = listOf(worker, 'FILES')
    const desk = listOf(worker, 'DESK_FILES')
    const scripts = (names: readonly string[]): readonly string[] =>
      names.filter((name) => name.endsWith('.js') && name.startsWith('assets/'))
    for (const name of scripts(everyone)) {
      expect(name).not.toMatch(/\/desk-/)
      expect(readFileSync(path.join(folder, name), 'utf8'), name).not.toContain('cm-editor')
    }
    for (const part of ['page', 'language-worker', 'game-worker', 'balance-worker'])
      expect(desk.some((name) => name.startsWith(`assets/desk-${part}-`))).toBe(true)
    const built = readdirSync(path.join(folder, 'assets')).filter((name) => /\.(?:js|css)$/.test(name))
    const listed = [...everyone, ...desk].filter((name) => /^assets\/.*\.(?:js|css)$/.test(name))
    expect(listed.toSorted()).toEqual(built.map((name) => `assets/${name}`).toSorted())
  })

  it('opens after a first visit, checks, plays and stores', async () => {
    const page = await startFrom(people, site.url, 'grid')
    const isStored = (name: string): Promise<boolean> =>
      page.evaluate(async (file) => (await caches.match(file)) !== undefined, name)
    for (const name of listOf(worker, 'DESK_FILES')) await expect.poll(() => isStored(name)).toBe(true)
    await storedWith(page, 'rules.md', 'Two seats fill a board')
    await site.close()
    await page.context().setOffline(true)

    await page.reload()
    await checked(page, 'good')
    // The worker of the game evaluates what it has compiled: the policy of its script is stored with it.
    await page.locator('.desk-table .prompt h2').waitFor()
    await line(page, 'Two seats fill a board').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Quite.')
    await storedWith(page, 'rules.md', ' Quite.')
    for (const [key, pane] of [
      ['2', 'Examples'],
      ['3', 'Balance'],
      ['4', 'Rulebook'],
    ] as const) {
      await page.keyboard.press(`Alt+${key}`)
      await page.getByRole('tab', { name: pane, selected: true }).waitFor()
    }
    await page.locator('.desk-pane').getByText('Two seats fill a board').first().waitFor()
  }, 180_000)
})
