import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { GameListing } from '@ludoforge/look'
import { gameFiles } from '@ludoforge/look/node'
import { builtPage, type Found, findGame, knownGames, load } from '../games.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'

/** What tells a folder that a site was written to. */
const MARK = 'site.json'

/** Writes the page and games as files: any web server gives them, and the page plays without a server of ours. */
export async function site(
  folder: string,
  names: readonly string[],
  version: string,
  terminal: Terminal,
): Promise<number> {
  const page = builtPage()
  if (page === undefined)
    throw new Failure(
      'The page was not built. In the project folder "npm start -- site FOLDER" builds it first.',
    )
  const found = (names.length === 0 ? knownGames() : names).map((name) => findGame(name))
  const isThere = existsSync(folder)
  if (isThere && !statSync(folder).isDirectory()) throw new UsageError(`${folder} is a file, not a folder.`)
  if (isThere && readdirSync(folder).length > 0 && !existsSync(path.join(folder, MARK)))
    throw new UsageError(`${folder} holds something else. Give an empty folder, or one of a site.`)
  const hasDocs = existsSync(path.join(folder, 'docs', 'index.html')) // by `npm run docs -- --site`
  cpSync(page, folder, { recursive: true })
  const cards: GameListing[] = []
  for (const game of found) {
    terminal.status(`Writing ${game.given}`)
    cards.push(await write(game, folder))
  }
  terminal.status('')
  put(path.join(folder, 'games'), 'index.json', JSON.stringify(cards))
  put(folder, MARK, JSON.stringify({ server: false, version, docs: hasDocs }))
  terminal.out(`Wrote ${cards.length} ${cards.length === 1 ? 'game' : 'games'} to ${folder}.`)
  terminal.out('Give the folder to any web server; over https the page can be installed and works offline.')
  return EXIT.ok
}

/** The files of a game, by the fingerprint of its rules. */
async function write(found: Found, folder: string): Promise<GameListing> {
  const game = await load(found)
  const { card, rules, scene, book, module } = await gameFiles(
    game,
    found.kind === 'folder' ? found.path : undefined,
  )
  const place = path.join(folder, 'games', card.fingerprint)
  put(place, 'rules.json', JSON.stringify(rules))
  put(place, 'scene.json', JSON.stringify(scene))
  put(place, 'book.json', JSON.stringify(book))
  put(place, 'game.js', module)
  return card
}

function put(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, name), text)
}
