import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { gamesFolder } from '@ludoforge/games'
import {
  type CompileOptions,
  type LoadedGame,
  loadGame,
  closestName,
  renderDiagnostic,
} from '@ludoforge/compiler'
import { effectTree } from '@ludoforge/effect-tree'
import { LinkError, printable } from '@ludoforge/kernel'
import { lookIn, type LookRead } from '@ludoforge/look/node'
import { documentationFolder, pageFolder } from '@ludoforge/web'
import { Labels, Table } from './terminal/board/index.js'
import type { Terminal } from './terminal/terminal.js'
import { Failure, unknownName, UsageError } from './usage.js'

/** A game on disk: a folder, or a compiled .json. */
export interface FoundGame {
  readonly given: string // as the user typed it, safe to print
  readonly path: string
  readonly kind: 'folder' | 'file'
}

/** The folder of the built page. Returns `undefined` if it isn't built. */
export function builtPage(): string | undefined {
  return existsSync(path.join(pageFolder, 'index.html')) ? pageFolder : undefined
}

/** The documentation site as it was built. */
export function builtDocumentation(): string | undefined {
  return existsSync(path.join(documentationFolder, 'index.html')) ? documentationFolder : undefined
}

/** The folders to look up bare names in: `./games`, then the games of the installation. */
function gameFolders(): string[] {
  const here = path.resolve('games')
  return here === gamesFolder ? [here] : [here, gamesFolder].filter(isFolder)
}

/** The names that can be looked up. */
const BARE_NAME = /^[\w.-]+$/

/** The names of the installed games, including those in `./games`. */
export function knownGames(): string[] {
  const names = gameFolders().flatMap((parent) =>
    subfolders(parent).filter((name) => BARE_NAME.test(name) && isGameFolder(path.join(parent, name))),
  )
  return [...new Set(names)].toSorted()
}

/** Finds a game by folder, compiled file or bare name. Throws `UsageError` if there is none. */
export function findGame(nameOrPath: string): FoundGame {
  const given = printable(nameOrPath)
  if (nameOrPath.includes('\0')) throw new UsageError(`${given} isn't a valid name of a file or folder.`)
  if (isFolder(nameOrPath)) {
    if (isGameFolder(nameOrPath)) return { given, path: nameOrPath, kind: 'folder' }
    throw new UsageError(`${given} isn't a game's folder: it has no Markdown or YAML files.`)
  }
  if (existsSync(nameOrPath)) {
    if (nameOrPath.endsWith('.json')) return { given, path: nameOrPath, kind: 'file' }
    throw new UsageError(`${given} is neither a game's folder nor a compiled .json file.`)
  }
  if (BARE_NAME.test(given)) {
    const folder = gameFolders()
      .map((parent) => path.join(parent, given))
      .find((one) => isFolder(one) && isGameFolder(one))
    if (folder !== undefined) return { given, path: folder, kind: 'folder' }
  }
  const known = knownGames()
  throw new UsageError(unknownName('game', given, closestName(path.basename(given), known), known))
}

/** Like `findGame`, but a folder of games means all of them. */
export function findGames(given: readonly string[]): FoundGame[] {
  return given.flatMap((name) => {
    if (!isFolder(name) || isGameFolder(name)) return [findGame(name)]
    const inside = subfolders(name).map((sub) => path.join(name, sub))
    const games = inside.filter(isGameFolder).map((place) => findGame(place))
    if (games.length === 0) throw new UsageError(`There are no games in ${name}.`)
    return games
  })
}

/** The command compiles rules in every notation. */
export const COMPILE_OPTIONS: CompileOptions = { dialects: [effectTree] }

/** The same in a language. A compiled file has one language only. */
export function compileOptions(found: FoundGame, language: string | undefined): CompileOptions {
  if (language === undefined) return COMPILE_OPTIONS
  if (found.kind === 'file')
    throw new UsageError(
      `${found.given} is a compiled game, which has one language. Name the folder of the game.`,
    )
  return { ...COMPILE_OPTIONS, language }
}

/** Compiles and links a game. Throws `CompileError` for errors in the folder, with their locations. */
export async function load(found: FoundGame, language?: string): Promise<LoadedGame> {
  try {
    return await loadGame(found.path, compileOptions(found, language))
  } catch (error) {
    if (error instanceof LinkError) throw new Failure(`${found.given} can't be played. ${error.message}`)
    throw error
  }
}

/** Reads the look of a game; a compiled file has none. `words` leaves out drawings, for terminals. */
export function lookOf(
  found: FoundGame,
  game: Pick<LoadedGame, 'def' | 'expression' | 'blocks'>,
  wanted?: 'words',
): LookRead {
  return lookIn(found.kind === 'folder' ? found.path : undefined, game, wanted)
}

/** The game as this terminal shows it. Prints the problems of its look. */
export function tableOf(found: FoundGame, game: LoadedGame, terminal: Terminal): Table {
  const { look, diagnostics, sources } = lookOf(found, game, 'words')
  const colour = terminal.paint.isColorSupported
  for (const diagnostic of diagnostics) terminal.err(renderDiagnostic(diagnostic, sources, { colour }))
  return new Table(game, new Labels(game.def, look, terminal.paint), (note) => terminal.err(note))
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Whether the folder itself has rules or data. Subfolders don't count. */
function isGameFolder(place: string): boolean {
  return readdirSync(place).some((name) => /\.(?:md|ya?ml)$/i.test(name) && name !== 'README.md')
}

function subfolders(place: string): string[] {
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted()
}
