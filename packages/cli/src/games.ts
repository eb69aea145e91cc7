import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { gamesFolder } from '@ludoforge/games'
import { type CompileOptions, type LoadedGame, loadGame, closestName } from '@ludoforge/compiler'
import { effectTree } from '@ludoforge/effect-tree'
import { LinkError, printable } from '@ludoforge/kernel'
import { lookIn, type LookRead } from '@ludoforge/look/node'
import { documentationFolder, pageFolder } from '@ludoforge/web'
import { Failure, unknownName, UsageError } from './usage.js'

/** A game on disk: a folder, or a compiled .json. */
export interface Found {
  readonly given: string // as the user typed it, fit to be printed
  readonly path: string
  readonly kind: 'folder' | 'file'
}

/** The page as it was built. */
export function builtPage(): string | undefined {
  return existsSync(path.join(pageFolder, 'index.html')) ? pageFolder : undefined
}

/** The documentation site as it was built. */
export function builtDocumentation(): string | undefined {
  return existsSync(path.join(documentationFolder, 'index.html')) ? documentationFolder : undefined
}

/** Where bare names are looked up: here, then among the games of the installation. */
function shelves(): string[] {
  const here = path.resolve('games')
  return here === gamesFolder ? [here] : [here, gamesFolder].filter(isFolder)
}

/** What can be called by its name alone. */
const BARE_NAME = /^[\w.-]+$/

/** The names of the games at hand. */
export function knownGames(): string[] {
  const names = shelves().flatMap((shelf) =>
    subfolders(shelf).filter((name) => BARE_NAME.test(name) && isGameFolder(path.join(shelf, name))),
  )
  return [...new Set(names)].toSorted()
}

/** A folder path, a compiled file, or the name of a game at hand. */
export function findGame(place: string): Found {
  const given = printable(place)
  if (place.includes('\0')) throw new UsageError(`${given} is no name of a file or folder.`)
  if (isFolder(place)) {
    if (isGameFolder(place)) return { given, path: place, kind: 'folder' }
    throw new UsageError(`${given} holds no Markdown or YAML files: it is not the folder of a game.`)
  }
  if (existsSync(place)) {
    if (place.endsWith('.json')) return { given, path: place, kind: 'file' }
    throw new UsageError(`${given} is neither a game's folder nor a compiled .json.`)
  }
  if (BARE_NAME.test(given)) {
    const folder = shelves()
      .map((shelf) => path.join(shelf, given))
      .find((one) => isFolder(one) && isGameFolder(one))
    if (folder !== undefined) return { given, path: folder, kind: 'folder' }
  }
  const known = knownGames()
  throw new UsageError(unknownName('game', given, closestName(path.basename(given), known), known))
}

/** As `findGame`, but a folder that holds games stands for all of them. */
export function findGames(given: readonly string[]): Found[] {
  return given.flatMap((name) => {
    if (!isFolder(name) || isGameFolder(name)) return [findGame(name)]
    const inside = subfolders(name).map((sub) => path.join(name, sub))
    const games = inside.filter(isGameFolder).map((place) => findGame(place))
    if (games.length === 0) throw new UsageError(`There are no games in ${name}.`)
    return games
  })
}

/** The command compiles every notation there is. */
export const COMPILE_OPTIONS: CompileOptions = { dialects: [effectTree] }

/** Compiles and links. Mistakes in the folder are thrown as CompileError, with the places. */
export async function load(found: Found): Promise<LoadedGame> {
  try {
    return await loadGame(found.path, COMPILE_OPTIONS)
  } catch (error) {
    if (error instanceof LinkError) throw new Failure(`${found.given} cannot be played. ${error.message}`)
    throw error
  }
}

/** How the game wants to be shown; a compiled file has no look. A terminal wants `words`, and no drawings. */
export function lookOf(
  found: Found,
  game: Pick<LoadedGame, 'def' | 'expression' | 'blocks'>,
  wanted?: 'words',
): LookRead {
  return lookIn(found.kind === 'folder' ? found.path : undefined, game, wanted)
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** It has rules or data of its own; what lies in its subfolders alone does not make a game. */
function isGameFolder(place: string): boolean {
  return readdirSync(place).some((name) => /\.(?:md|ya?ml)$/i.test(name) && name !== 'README.md')
}

function subfolders(place: string): string[] {
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted()
}
