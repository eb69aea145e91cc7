/** The games of the repository, read, compiled and linked once for all test files of a worker. */
import { join } from 'node:path'
import {
  type Compilation,
  compileFiles,
  type LoadedGame,
  loadCompilation,
  readFolder,
  type SourceFile,
} from '@ludoforge/compiler'
import { effectTree } from '@ludoforge/effect-tree'
import { root } from '../../scripts/process.mjs'

export interface Folder {
  readonly name: string // relative to the repository
  readonly files: readonly SourceFile[]
  readonly compilation: Compilation
}

const folders = new Map<string, Promise<Folder>>()
const games = new Map<string, Promise<LoadedGame>>()

async function compiled(name: string): Promise<Folder> {
  const files = await readFolder(join(root, name))
  return { name, files, compilation: compileFiles(files, { dialects: [effectTree] }) }
}

function remembered<T>(known: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const made = known.get(name) ?? make()
  known.set(name, made)
  return made
}

/** Loads a game that a test has written. Throws a CompileError if it has errors. */
export function gameFrom(text: string, path = 'rules.md'): LoadedGame {
  return loadCompilation(compileFiles([{ path, text }]))
}

/** Compiles a folder of the repository, whether or not it is a game that can be played. */
export function folderOf(name: string): Promise<Folder> {
  return remembered(folders, name, () => compiled(name))
}

/** Loads the game of a folder of the repository. Nobody changes it: others play it, too. */
export function gameAt(folder: string): Promise<LoadedGame> {
  return remembered(games, folder, async () => loadCompilation((await folderOf(folder)).compilation))
}

/** Loads a game of `games/`. */
export function gameOf(name: string): Promise<LoadedGame> {
  return gameAt(`games/${name}`)
}

/** Two seats with a hand each, and cards from 1 to 20: the beginning of a game that a test writes. */
export const NUMBERED_HANDS = `seats: {left: {name: Left}, right: {name: Right}}
zones:
  deck: {holds: cards, visible: none}
  hand: {holds: cards, per: seat, visible: owner}
cards:
  number: {each: {rank: 1..20}, id: 'n{rank}', supply: deck}`
