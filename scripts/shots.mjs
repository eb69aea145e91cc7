// `npm run shots -- DIR`: takes screenshots of the main pages at three widths, light and dark, for review.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { launch } from '../test/browser/chromium.ts'
import { served } from '../test/browser/support.ts'

const [dir, only] = process.argv.slice(2)
if (dir === undefined) {
  console.error('Name the folder to write to: npm run shots -- DIR [PAGE]')
  process.exit(2)
}
mkdirSync(dir, { recursive: true })

const sizes = [
  [390, 844],
  [1280, 800],
  [1920, 1080],
]

const games = ['tic-tac-toe', 'outposts', 'texas-holdem', 'three-crowns', 'reversi', 'fire-in-the-lake']
const server = await served(games)
const { tables } = server.running

/** Seats with a person in the first and bots in the others. */
function seatsWithBots(game, bot) {
  const { seats } = tables.rulebooks.offers.find(({ id }) => id === game)
  return Object.fromEntries(seats.map(({ id }, i) => [id, i === 0 ? 'me' : { bot }]))
}

/** Makes tables like those of a regular player. */
async function makeTables() {
  const made = [
    await tables.make({ game: 'outposts', you: 'Ann', name: 'Tuesday night', seats: { red: 'me' } }),
    await tables.make({ game: 'tic-tac-toe', you: 'Ann', seats: { cross: 'me', nought: { bot: 'easy' } } }),
    await tables.make(
      { game: 'fire-in-the-lake', you: 'Ann', seats: seatsWithBots('fire-in-the-lake', 'policy:book') },
      null,
      7,
    ),
    await tables.make(
      { game: 'texas-holdem', you: 'Ann', seats: seatsWithBots('texas-holdem', 'policy:tight') },
      null,
      7,
    ),
  ]
  await tables.make({ game: 'texas-holdem', you: 'Bob', name: 'Open table', listed: true })
  return Object.fromEntries(made.map(({ table, key }) => [table.id, key]))
}

const keys = await makeTables()
const [first, second, large, cards] = Object.keys(keys)
const pages = {
  lobby: '#/',
  'new-small': '#/new/tic-tac-toe',
  'new-large': '#/new/fire-in-the-lake',
  join: `#/join/${first}/secret`,
  account: '#/account',
  settings: '#/settings',
  'table-hexes': `#/table/${first}`,
  'table-small': `#/table/${second}`,
  'table-large': `#/table/${large}`,
  'table-cards': `#/table/${cards}`,
  nowhere: '#/nowhere',
}

const browser = await launch()
for (const theme of ['light', 'dark']) {
  for (const [width, height] of sizes) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme })
    await context.addInitScript((given) => {
      localStorage.setItem('ludoforge/keys', JSON.stringify({ state: { keys: given }, version: 0 }))
      localStorage.setItem('ludoforge/person', JSON.stringify({ state: { name: 'Ann' }, version: 0 }))
    }, keys)
    const page = await context.newPage()
    for (const [name, hash] of Object.entries(pages)) {
      if (only !== undefined && name !== only) continue
      await page.goto(server.url)
      await page.goto(`${server.url}/${hash}`)
      await page.waitForLoadState('networkidle')
      if (name.startsWith('table-')) await page.locator('.table-page').waitFor()
      await page.screenshot({ path: path.join(dir, `${name}-${width}-${theme}.png`), fullPage: width < 1920 })
    }
    await context.close()
  }
}
await browser.close()
await server.close()
console.log(`Screenshots are in ${dir}`)
