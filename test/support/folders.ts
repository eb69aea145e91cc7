/** The game folders of the repository, read and compiled once for each test file. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { effectTree } from '@ludoforge/effect-tree'
import { type Compilation, compileFiles, readFolder, type SourceFile } from '@ludoforge/compiler'
import { gameNames } from '@ludoforge/games'
import { type Game, type GameDef, linkGame } from '@ludoforge/kernel'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Folder {
  readonly name: string // relative to the repository
  readonly files: readonly SourceFile[]
  readonly compilation: Compilation
}

export interface PlayableFolder extends Folder {
  readonly def: GameDef
  readonly game: Game
}

async function readAndCompile(name: string): Promise<Folder> {
  const files = await readFolder(join(root, name))
  return { name, files, compilation: compileFiles(files, { dialects: [effectTree] }) }
}

/** Every game in games/ and the language reference's game, whether or not they compile. */
export const folders: readonly Folder[] = await Promise.all(
  [...gameNames().map((name) => `games/${name}`), 'docs/language'].map(readAndCompile),
)

/** The playable games: those without errors. */
export const games: readonly PlayableFolder[] = folders.flatMap((folder) => {
  const { def } = folder.compilation
  return def === undefined ? [] : [{ ...folder, def, game: linkGame(def) }]
})

/** A note for the name of a suite: the folders that are skipped because they have errors. */
export function leftOut(): string {
  const missing = folders.filter((folder) => folder.compilation.def === undefined)
  if (missing.length === 0) return ''
  return ` (left out, as it does not compile: ${missing.map((folder) => folder.name).join(', ')})`
}
