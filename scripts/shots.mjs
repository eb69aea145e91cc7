// `npm run shots -- DIR [PAGE…]`: takes screenshots of the main pages for review, at four widths, light and dark.
// `table-GAME` is a table of that game, some answers into a random game (`--answers N`), or into one that other bots play
// (`--bot policy`), of another scenario (`--scenario full-table`). `review-GAME` is its review.
// `--width` and `--theme` take fewer.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gameNames } from '@ludoforge/games'
import { presentSeats } from '@ludoforge/kernel'
import { launch } from '../test/browser/chromium.ts'
import { settledLayout } from '../test/browser/pixels.ts'
import { until, uploaded } from '../test/browser/playing.ts'
import { served } from '../test/browser/support.ts'
import { gameOf } from '../test/support/games.ts'
import { DESK_ACTIONS, DESK_GAME } from './desk-shots.mjs'

const SIZES = { 390: 844, 820: 1180, 1280: 800, 1440: 900, 1920: 1080 }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', multiple: true, default: ['390', '1280', '1440', '1920'] },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    answers: { type: 'string', default: '20' },
    bot: { type: 'string', default: 'random' },
    scenario: { type: 'string' },
  },
})
const [dir, ...only] = positionals
if (dir === undefined || values.width.some((width) => SIZES[width] === undefined)) {
  console.error(
    'Name the folder to write to: npm run shots -- DIR [PAGE…] [--width 1440] [--theme dark] [--answers N] [--bot policy] [--scenario ID]',
  )
  process.exit(2)
}
mkdirSync(dir, { recursive: true })

const isWanted = (page) => only.length === 0 || only.includes(page)
const reviewed = 'outposts'
const shown = gameNames().filter(
  (name) => isWanted(`table-${name}`) || (name === reviewed && isWanted(`review-${name}`)),
)
const practised = { learn: 'fire-in-the-lake', lesson: 'fire-in-the-lake', puzzles: 'chess', puzzle: 'chess' }
const desks = Object.keys(DESK_ACTIONS)
const needed = only.map(
  (page) =>
    (desks.includes(page) ? DESK_GAME : practised[page]) ?? shown.find((name) => page.endsWith(`-${name}`)),
)
const server = await served(
  only.length > 0 && needed.every((name) => name !== undefined) ? [...new Set(needed)] : gameNames(),
)

const keys = {}
const pages = {
  lobby: '#/',
  'new-small': '#/new/tic-tac-toe',
  'new-large': '#/new/fire-in-the-lake',
  account: '#/account',
  settings: '#/settings',
  rulebook: '#/rules/fire-in-the-lake/3.3.1',
  nowhere: '#/nowhere',
  learn: `#/learn/${practised.learn}`,
  lesson: `#/learn/${practised.lesson}/04-find-then-hit`,
  puzzles: `#/puzzles/${practised.puzzles}`,
  puzzle: `#/puzzles/${practised.puzzle}`,
  ...Object.fromEntries(desks.map((name) => [name, '#/make'])),
}

/** What a person does on a page before its picture is taken. */
const ACTIONS = {
  ...DESK_ACTIONS,
  lesson: async (page) => page.locator('.coach').waitFor(),
  puzzle: async (page) => {
    await page.getByRole('button', { name: 'Solve puzzle 1', exact: true }).click()
    await page.getByText('find the best turn').waitFor({ state: 'attached' })
  },
  [`review-${reviewed}`]: async (page) => {
    const story = page.locator('.phone-sheet .peek').getByText('Story')
    if ((await story.count()) > 0) await story.click()
    await page.getByRole('tab', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Review my turns' }).click()
    await page.getByRole('button', { name: 'Review again' }).waitFor()
    const better = page.locator('.review-option', { hasText: 'Search' }).locator('button')
    if ((await better.count()) > 0) await better.first().click()
  },
}

// Tables where you decide next. The other seats are open, so nothing moves while a picture is taken.
for (const name of shown) {
  const game = await gameOf(name)
  let left = Number(values.answers)
  let deciding = ''
  const begun = until(
    game,
    ({ seat }) => {
      deciding = seat
      left -= 1
      return left < 0
    },
    values.bot,
    values.scenario,
  )
  const present = presentSeats(game.def, { scenario: values.scenario }).map(({ id }) => [
    id,
    id === deciding ? 'me' : 'open',
  ])
  const { id, key } = await uploaded(server.url, { ...begun, seats: Object.fromEntries(present) })
  keys[id] = key
  pages[`table-${name}`] = `#/table/${id}`
  if (name === reviewed) pages[`review-${name}`] = `#/table/${id}`
  pages.join ??= `#/join/${id}/secret`
}

const browser = await launch()
for (const theme of values.theme) {
  for (const width of values.width) {
    const context = await browser.newContext({
      viewport: { width: Number(width), height: SIZES[width] },
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    await context.addInitScript('globalThis.__name = (named) => named') // tsx names functions by it
    await context.addInitScript((given) => {
      localStorage.setItem('ludoforge/keys', JSON.stringify({ state: { keys: given }, version: 0 }))
      localStorage.setItem('ludoforge/person', JSON.stringify({ state: { name: 'Ann' }, version: 0 }))
    }, keys)
    const page = await context.newPage()
    for (const [name, hash] of Object.entries(pages)) {
      if (!isWanted(name)) continue
      await page.goto(server.url)
      await page.goto(`${server.url}/${hash}`)
      await page.waitForLoadState('networkidle')
      const isTable = /^(table|review)-/.test(name)
      if (isTable) {
        await page.locator('.table-page').waitFor()
        await page.getByText('Reading the game').waitFor({ state: 'detached' })
      }
      await ACTIONS[name]?.(page)
      if (isTable || name === 'lesson' || name === 'puzzle') await settledLayout(page)
      await page.screenshot({ path: path.join(dir, `${name}-${width}-${theme}.png`) })
    }
    await context.close()
  }
}
await browser.close()
await server.close()
console.log(`Screenshots are in ${dir}`)
