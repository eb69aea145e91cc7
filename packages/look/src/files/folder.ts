/** Reads the folder of a game, and makes its files. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type LoadedGame, readFolder, type SourceFile } from '@ludoforge/compiler'
import { PUZZLE_FILE } from '@ludoforge/play'
import type { Book } from '../listing.js'
import { lookFilesIn, lookIn } from '../reader/folder.js'
import type { Look } from '../reader/look.js'
import { bookFrom } from './book.js'
import { type GameFiles, gameFilesOf } from './index.js'
import { MAX_PICTURE_BYTES, PICTURE_FILE } from './thumbnail.js'

/** The folder of translations. */
const WORDS = 'words'

/** Builds the files of a game. A compiled game has no folder, so it has no look and no rulebook. */
export async function gameFiles(game: LoadedGame, folder: string | undefined): Promise<GameFiles> {
  if (folder === undefined) return { ...gameFilesOf(game, []), book: { files: [] } }
  const { files } = lookFilesIn(path.join(folder, 'look'))
  return gameFilesOf(game, [
    ...(await readFolder(folder)),
    ...files,
    ...wordFiles(folder),
    ...fileAt(folder, PUZZLE_FILE),
    ...fileAt(folder, PICTURE_FILE, MAX_PICTURE_BYTES),
  ])
}

/** Reads the rulebook of a game's folder. A compiled game has no folder, so it has no rulebook. */
export async function bookOf(
  folder: string | undefined,
  game: LoadedGame,
  look: Look = lookIn(folder, game, 'words').look,
): Promise<Book> {
  if (folder === undefined) return { files: [] }
  return bookFrom([...(await readFolder(folder)), ...fileAt(folder, PUZZLE_FILE)], game, look)
}

/** The translations of a game. */
function wordFiles(folder: string): SourceFile[] {
  const place = path.join(folder, WORDS)
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  const names = readdirSync(place).filter((name) => /\.ya?ml$/i.test(name))
  return names.toSorted().flatMap((name) => fileAt(folder, `${WORDS}/${name}`))
}

/** The file at a path, if it is there and isn't too large. */
function fileAt(folder: string, at: string, most = Number.POSITIVE_INFINITY): SourceFile[] {
  const file = path.join(folder, at)
  const info = statSync(file, { throwIfNoEntry: false })
  return info?.isFile() === true && info.size <= most ? [{ path: at, text: readFileSync(file, 'utf8') }] : []
}
