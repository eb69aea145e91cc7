import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { GameListing } from '@ludoforge/look'
import { gameFiles } from '@ludoforge/look/node'
import { builtPage, type FoundGame, findGame, knownGames, load } from '../games.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'

/** The file that marks a folder as a site of ours, which may be overwritten. */
const MARK = 'site.json'

/** Writes the page and games as static files for any web server. The page then runs games in the browser. */
export async function site(
  folder: string,
  names: readonly string[],
  version: string,
  terminal: Terminal,
): Promise<number> {
  const page = builtPage()
  if (page === undefined)
    throw new Failure(
      'The page isn\'t built. Run "npm start -- site FOLDER" in the project folder to build it.',
    )
  const found = (names.length === 0 ? knownGames() : names).map((name) => findGame(name))
  const exists = existsSync(folder)
  if (exists && !statSync(folder).isDirectory()) throw new UsageError(`${folder} is a file, not a folder.`)
  if (exists && readdirSync(folder).length > 0 && !existsSync(path.join(folder, MARK)))
    throw new UsageError(
      `${folder} has other files in it. Choose an empty folder, or the folder of an earlier site.`,
    )
  const hasDocs = existsSync(path.join(folder, 'docs', 'index.html')) // by `npm run docs -- --site`
  cpSync(page, folder, { recursive: true })
  const listings: GameListing[] = []
  for (const game of found) {
    terminal.status(`Writing ${game.given}`)
    listings.push(await write(game, folder))
  }
  terminal.status('')
  writeText(path.join(folder, 'games'), 'index.json', JSON.stringify(listings))
  writeText(folder, MARK, JSON.stringify({ server: false, version, docs: hasDocs }))
  terminal.out(`Wrote ${listings.length} ${listings.length === 1 ? 'game' : 'games'} to ${folder}.`)
  terminal.out(
    'Serve the folder with any web server. Over https, people can install the page and play offline.',
  )
  return EXIT.ok
}

/** Writes the files of a game to a folder named after the fingerprint of its rules. */
async function write(found: FoundGame, folder: string): Promise<GameListing> {
  const game = await load(found)
  const { card, rules, scene, book, module, lessons } = await gameFiles(
    game,
    found.kind === 'folder' ? found.path : undefined,
  )
  const target = path.join(folder, 'games', card.fingerprint)
  writeText(target, 'rules.json', JSON.stringify(rules))
  writeText(target, 'scene.json', JSON.stringify(scene))
  writeText(target, 'book.json', JSON.stringify(book))
  writeText(target, 'game.js', module)
  if (lessons !== undefined) writeText(target, 'lessons.js', lessons)
  return card
}

function writeText(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, name), text)
}
