/** The desk of a static page: a game is made, checked, played and exported without a LudoForge server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { TEMPLATES, unzipFiles } from '@ludoforge/desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../packages/cli/src/program.js'
import { textTerminal } from '../../packages/cli/test/terminal.js'
import { checked, explainName, startFrom, storedWith } from './desk.js'
import { importProject } from './desk-project.js'
import { fileServer } from './files.js'
import { axe, builtPage, openBrowser, type TestBrowser } from './support.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-desk-static-'))
let site: Awaited<ReturnType<typeof fileServer>>
let people: TestBrowser

beforeAll(async () => {
  await builtPage()
  expect(await run(['site', folder, 'tic-tac-toe'], textTerminal())).toBe(0)
  site = await fileServer(folder)
  people = await openBrowser()
})
afterAll(async () => {
  await people.close()
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

const SMALL = `# Small

PROSE

\`\`\`yaml
game: {id: small, title: Small}
seats: {north: North, south: South}
zones: {field: {}}
\`\`\`

\`\`\`rules
play
  draw
\`\`\`
`

const url = () => site.url.replace(/\/$/, '')

describe('the desk of a static page', () => {
  it('starts from a template, checks and stores an edit, plays, and exports the game', async () => {
    const page = await startFrom(people, url(), 'grid')
    await page.locator('[data-station=examples][data-state=good]').waitFor({ state: 'attached' })
    await page.locator('[data-station=balance][data-state=good]').waitFor({ state: 'attached' })
    expect(await page.getByRole('button', { name: 'Share' }).count(), 'sharing needs a server').toBe(0)

    const editor = page.locator('.desk-editor .cm-content')
    await editor.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('```rules\nnonsense\n```\n')
    await checked(page, 'bad')
    await page.keyboard.press('Control+Home')
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Delete')
    await checked(page, 'good')
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('Without a server. ')
    await storedWith(page, 'rules.md', 'Without a server.')
    await checked(page, 'good')

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    const files = unzipFiles(new Uint8Array(await buffer(await file.createReadStream())))
    expect(files['rules.md']).toMatch(/^Without a server\. /)

    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.waitForURL(/#\/local\//)
    await page.locator('.question').first().waitFor()
    await page.context().close()
  })

  it('shows HTML in prose as text', async () => {
    const { page } = await people.visit(`${url()}/#/make`, { reducedMotion: 'reduce' })
    const prose = [
      '<script>document.title = "harmed"</script>',
      '<img src="none.png" onerror="document.title = \'harmed\'">',
      '[Press me](javascript:document.title="harmed")',
      'The end of the prose.',
    ].join('\n\n')
    const rules = SMALL.replace('PROSE', () => prose)
    await importProject(page, { 'rules.md': rules })
    await checked(page, 'good')
    await page.getByRole('tab', { name: 'Rulebook' }).click()
    const book = page.locator('.desk-pane')
    await book.getByText('The end of the prose.').waitFor()
    await book.getByText('onerror').waitFor()
    expect(await book.locator('script, img, [onerror], a[href^="javascript" i]').count()).toBe(0)
    await explainName(page, 'zones: {field: {}}', 'field')
    const explanation = page.locator('.cm-tooltip-hover', { hasText: 'The end of the prose.' })
    await explanation.waitFor()
    expect(await explanation.locator('script, img, [onerror], a').count()).toBe(0)
    expect(await page.title()).not.toContain('harmed')
    await page.context().close()
  })

  it('offers all templates, and its games to copy', async () => {
    const { page } = await people.visit(`${url()}/#/make`, { reducedMotion: 'reduce' })
    for (const { name } of TEMPLATES) {
      const card = page.locator('.template', { has: page.locator(`[data-template=${name}]`) })
      await card.locator('.bd-paper, .felt-middle').waitFor()
    }
    // As on a page that is served by plain HTTP.
    await page.evaluate(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }))
    const copy = page.getByRole('button', { name: 'Copy Tic-tac-toe' })
    await copy.waitFor()
    expect(await axe(page)).toEqual([])
    await copy.click()
    await checked(page, 'good')
    await page.getByText('in this browser · all changes saved').waitFor()
    await page.getByRole('heading', { name: 'Tic-tac-toe (my copy)' }).waitFor()
    await page.context().close()
  })
})
