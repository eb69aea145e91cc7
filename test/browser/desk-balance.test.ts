/** Balance at the desk: games are played as you edit, and their figures are those of the command. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zipFiles } from '@ludoforge/desk'
import { figuresText, shortDifference } from '@ludoforge/desk/report'
import type { FigureDifference, ScoreCurves } from '@ludoforge/sim'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../packages/cli/src/program.js'
import { textTerminal } from '../../packages/cli/test/terminal.js'
import { axe, openBrowser, type Served, served, type TestBrowser } from './support.js'

/** Two seats collect coins; Rich gets a bonus, which is a value of the rules. */
const RULES = `# Purse

\`\`\`yaml
game: {id: purse, title: Purse}
seats: {rich: Rich, poor: Poor}
seat-variables: {coins: {range: 0..99, start: 0}}
\`\`\`

\`\`\`rules
play
  repeat up to 6 times, seats in turn
    choose "What do you do?"
      option take "Take two coins"
        add 2 to coins of actor
      option wait "Wait"
        add 1 to coins of actor
  add bonus to coins of rich
  rank seats by coins of it, "all turns are over"

value bonus = 0
value worth(seat) = coins of seat
\`\`\`
`
/** The same with actions, one with a number. */
const ACTIONS = RULES.replace(
  /    choose[^]*?coins of actor\n      option wait[^]*?coins of actor\n/,
  '    choose action from actions where legal(it) "What do you do?"\n    perform action\n',
).replace(
  'value bonus',
  `action take "Take"
  add 3 to coins of actor

action wait "Wait"
  add one to coins of actor

value one = 1
value bonus`,
)
const EDITED = RULES.replace('value bonus = 0', 'value bonus = 2')

let server: Served
let people: TestBrowser
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-desk-balance-'))
  for (const [name, text] of [
    ['old', RULES],
    ['new', EDITED],
  ] as const) {
    mkdirSync(path.join(folder, name))
    writeFileSync(path.join(folder, name, 'rules.md'), text)
  }
  server = await served([path.join(folder, 'new'), 'tic-tac-toe'])
  people = await openBrowser()
})

afterAll(async () => {
  await people.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const zipped = (rules: string) => ({
  name: 'purse.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from(zipFiles({ 'rules.md': rules }, 'purse')),
})

/** Opens rules at a desk, with the Balance tab. */
async function openDesk(rules: string): Promise<Page> {
  const { page } = await people.visit(`${server.url}/#/make`, { viewport: { width: 1440, height: 900 } })
  await page.getByLabel('Zip of a game').setInputFiles(zipped(rules))
  await page.locator('.desk').waitFor()
  await page.keyboard.press('Alt+3')
  return page
}

/** Opens the game at a desk, with the balance of random players. */
async function openBalance(): Promise<Page> {
  const page = await openDesk(RULES)
  for (const seat of ['Rich', 'Poor']) await page.getByLabel(seat, { exact: true }).selectOption('random')
  await done(page)
  return page
}

/** Waits until all games are played. */
const done = (page: Page): Promise<void> => page.locator('[data-balance="done"]').waitFor()

/** The output of the command, as JSON. */
async function command(...args: string[]): Promise<unknown> {
  const terminal = textTerminal()
  await run([...args, '--agents', 'random', '--seed', '1', '--jobs', '1', '--json'], terminal)
  return JSON.parse(terminal.text())
}

/** Saves what a button downloads. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const file = path.join(folder, download.suggestedFilename())
  await download.saveAs(file)
  return readFileSync(file)
}

describe('balance at the desk', () => {
  it('plays games, and shows findings, charts and a table for each', async () => {
    const page = await openBalance()
    await expect.poll(() => page.locator('.findings li').count()).toBe(4)
    await page.getByRole('img', { name: /^Who wins\. Rich alone \d+ %/ }).waitFor()
    await page.getByRole('img', { name: /^How much skill counts\./ }).waitFor()
    const card = page.locator('[data-chart="length"]')
    await card.getByRole('button', { name: 'Table' }).click()
    await card.getByRole('columnheader', { name: 'decisions' }).waitFor()
    await page.keyboard.press('t') // all as tables; the one that was a table is a chart again
    await page.locator('[data-chart="who-wins"] table').waitFor()
    await card.getByRole('img').waitFor()
    await page.keyboard.press('t')
    await page.locator('[data-chart="who-wins"] table').waitFor({ state: 'detached' })
    expect(await axe(page)).toEqual([])
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'dark'
    })
    expect(await axe(page)).toEqual([])
  })

  it('shows the score turn by turn, with the figures of the command', async () => {
    const page = await openBalance()
    const card = page.locator('[data-chart="score-over-time"]')
    await card.getByRole('img', { name: /^Coins, turn by turn\. Mean coins after 6 turns: Rich/ }).waitFor()
    const exported = await downloaded(page, () => card.getByRole('button', { name: 'JSON' }).click())
    const { data } = JSON.parse(exported.toString('utf8')) as {
      readonly data: Pick<ScoreCurves, 'games' | 'seats'> & { readonly score: string }
    }
    const { score, games, seats } = data
    expect(score).toBe('coins')
    const own = await command('evaluate', path.join(folder, 'old'), '--games', String(games))
    expect(own).toMatchObject({ curves: { name: score, isWorth: false, games, seats } })
  })

  it('lists all players, and shows the charts of the one you press', async () => {
    const page = await openBalance()
    const players = page.getByRole('region', { name: 'Other players' })
    await expect
      .poll(() => players.locator('.name').allInnerTexts())
      .toEqual(expect.arrayContaining(['random', 'greedy', 'easy']))
    await page.locator('.never', { hasText: 'with random' }).waitFor()
    await players.getByRole('button', { name: 'greedy' }).click()
    await players.locator('[aria-current]', { hasText: 'greedy' }).waitFor()
    await page.locator('.never', { hasText: 'with greedy' }).waitFor()
    await page.getByRole('img', { name: /^Who wins\. .*\(greedy\)\.$/ }).waitFor()
    await players.getByRole('button', { name: 'random' }).click()
    await page.getByRole('img', { name: /^Who wins\. .*\(random\)\.$/ }).waitFor()
  })

  it('plays with the other players if you open it while games are played', async () => {
    const { page } = await people.visit(`${server.url}/#/make`, { viewport: { width: 1440, height: 900 } })
    await page.getByLabel('Zip of a game').setInputFiles(zipped(RULES))
    await page.locator('[data-station="balance"]', { hasText: /\d games/ }).waitFor()
    await page.keyboard.press('Alt+3')
    await done(page)
    const players = page.getByRole('region', { name: 'Other players' }).getByRole('button')
    await expect.poll(() => players.count()).toBe(3)
    await page.getByRole('img', { name: /^How much skill counts\./ }).waitFor()
  })

  it('opens one of the slowest decisions at the table', async () => {
    const page = await openBalance()
    const slow = page.getByRole('region', { name: 'Slowest decisions' }).getByRole('button').first()
    const decision = Number(/decision (\d)/.exec(await slow.innerText())?.[1])
    await slow.click()
    await page.locator('.desk.tab-table').waitFor()
    const seat = decision % 2 === 1 ? 'Rich' : 'Poor'
    await page.locator('.desk-table .prompt', { hasText: seat }).waitFor()
  })

  it('exports a chart as SVG, PNG and JSON, and the report', async () => {
    const page = await openBalance()
    const card = page.locator('[data-chart="who-wins"]')
    const button = (name: string) => () => card.getByRole('button', { name }).click()
    const svg = (await downloaded(page, button('SVG'))).toString('utf8')
    const blank = await people.browser.newPage() // without the policy of our page, which forbids the styles of a picture
    const parsed = await blank.evaluate((text) => {
      const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
      return { name: root.nodeName, label: root.getAttribute('aria-label') ?? '' }
    }, svg)
    await blank.close()
    expect(parsed.name).toBe('svg')
    expect(parsed.label).toMatch(/^Who wins\. Rich alone/)
    const png = await downloaded(page, button('PNG'))
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect(png.length).toBeGreaterThan(1000)
    const json: unknown = JSON.parse((await downloaded(page, button('JSON'))).toString('utf8'))
    expect(json).toMatchObject({ title: 'Who wins', data: [{ players: 'random' }, {}, {}] })
    const report = await downloaded(page, () =>
      page.getByRole('button', { name: 'Export the report' }).click(),
    )
    expect(report.toString('utf8')).toMatch(/^<!doctype html>[\s\S]*<h1>Purse: [\d,]+ games/)
  })

  it('compares an edit with the rules before, with the figures of the command', async () => {
    const page = await openBalance()
    await page.keyboard.press('Control+b')
    await page.getByRole('heading', { name: 'Nothing has changed yet' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.cm-line', { hasText: 'value bonus = 0' }).click()
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('2')
    await page.locator('.changes tbody tr').first().waitFor()
    await done(page)
    const key = await page.locator('.changes .key').innerText()
    const pairs = (/random, ([\d,]+) pairs/.exec(key)?.[1] ?? '').replaceAll(',', '')
    const own = (await command(
      'compare',
      path.join(folder, 'old'),
      path.join(folder, 'new'),
      '--games',
      pairs,
    )) as { readonly found: readonly FigureDifference[]; readonly notFound: readonly FigureDifference[] }
    const names = (id: string) => (id === 'rich' ? 'Rich' : 'Poor')
    const [largest] = own.found
    if (largest === undefined) throw new Error('The command finds no difference.')
    const sentence = shortDifference(largest, names)
    await expect.poll(() => page.locator('[data-station="balance"]').innerText()).toContain(sentence)
    await expect.poll(() => page.locator('.headline').innerText()).toContain(sentence)
    await expect.poll(() => page.locator('.changes tbody tr').count()).toBe(own.found.length)
    for (const figure of own.notFound)
      await expect.poll(() => page.locator('.not-found').textContent()).toContain(figuresText(figure))
    const diff = page.getByRole('region', { name: 'What changed in the rules' })
    await diff.locator('.diff-line.new .of-number.is-changed', { hasText: '2' }).waitFor()
    await page.locator('.changes .effect-second').first().waitFor() // the stronger player's mark
    await page.getByRole('button', { name: 'all of the desk' }).click()
    await page.locator('.desk.stop-full').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo the edit' }).click()
    await page.getByRole('heading', { name: 'Nothing has changed yet' }).waitFor()
  })

  it('varies a number, and draws the result', async () => {
    const page = await openBalance()
    await page.getByRole('button', { name: 'Sweep' }).click()
    await page.getByLabel('Values').fill('0..2')
    await page.getByRole('button', { name: 'Play each value' }).click()
    await page.locator('[data-sweep="done"]').waitFor()
    await page.getByRole('img', { name: /^Purse: bonus\. 0: Rich/ }).waitFor()
    const exported = await downloaded(page, () =>
      page.locator('.sweep').getByRole('button', { name: 'JSON' }).click(),
    )
    expect(JSON.parse(exported.toString('utf8'))).toMatchObject({ name: 'bonus', now: 0, isDone: true })
    expect(await axe(page)).toEqual([])
  })

  it('compares with a save, another game and a zip', async () => {
    const page = await openBalance()
    await page.keyboard.press('Control+s')
    await page.getByLabel('Name of the save').fill('First try')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Compare with it' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const before = page.getByRole('combobox', { name: 'Before', exact: true })
    await before.selectOption({ label: 'First try' })
    await page.getByRole('heading', { name: 'Nothing has changed yet' }).waitFor()
    const isRicher = page.locator('.diff-line.old', { hasText: 'value bonus = 2' })
    await before.selectOption({ label: 'Purse' })
    await isRicher.waitFor()
    await page.locator('.changes tbody tr').first().waitFor()
    await before.selectOption({ label: 'First try' })
    await isRicher.waitFor({ state: 'detached' })
    await page.getByLabel('A zip to compare with').setInputFiles(zipped(EDITED))
    await isRicher.waitFor()
    await expect.poll(() => before.locator('option:checked').innerText()).toBe('purse.zip')
    await before.selectOption({ label: 'Tic-tac-toe' })
    await page.getByRole('alert').filter({ hasText: 'different seats' }).waitFor()
  })

  it('shows games that fail, with their seed, their rule and a way to the table', async () => {
    const page = await openDesk(RULES.replace('add 1 to coins of actor', 'add 98 to coins of actor'))
    const failing = page.getByRole('alert', { name: 'Games that fail' })
    await failing
      .getByText(/Seed 1\/\d+, after \d+ decisions, at rules\.md:\d+\./)
      .first()
      .waitFor()
    await failing.getByRole('button', { name: 'Open the rule' }).first().click()
    await page.locator('.cm-activeLine', { hasText: 'to coins of actor' }).waitFor()
    await failing.getByRole('button', { name: 'Open at the table' }).first().click()
    await page.locator('.desk.tab-table').waitFor()
    await page.locator('.desk-table .prompt', { hasText: 'What do you do?' }).waitFor()
  })

  it('shows above an action how often it is taken, and varies the number of a rule', async () => {
    const page = await openDesk(ACTIONS)
    await done(page)
    await page.keyboard.press('Escape')
    const lens = page.locator('.lens', { hasText: /taken [\d.]+ times a game/ })
    await lens
      .filter({ hasText: /in \d+ % of its chances/ })
      .first()
      .waitFor()
    await page.locator('.lens').getByRole('button', { name: 'Sweep 3' }).click()
    await page.getByLabel('Number', { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('Values').getAttribute('placeholder')).toBe('2..5')
  })

  it('fits a phone, with the findings first', async () => {
    const page = await openBalance()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Game' }).click()
    await page.locator('.findings').waitFor()
    const width = await page.locator('.balance').evaluate((element) => element.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    const top = await page.locator('.findings').evaluate((element) => element.getBoundingClientRect().top)
    expect(top).toBeLessThan(400)
    const seat = page.getByLabel('Rich', { exact: true })
    await seat.waitFor({ state: 'hidden' })
    await page.getByText('Players and games').click()
    await seat.waitFor()
  })
})
