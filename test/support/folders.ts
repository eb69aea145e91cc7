/** All game folders of the repository, for tests that must hold in every game. */
import { gameNames } from '@ludoforge/games'
import type { Game, GameDef } from '@ludoforge/kernel'
import { type Folder, folderOf, gameAt } from './games.js'

interface PlayableFolder extends Folder {
  readonly def: GameDef
  readonly game: Game
}

/** Every game in games/ and the language reference's game, whether or not they compile. */
export const folders: readonly Folder[] = await Promise.all(
  [...gameNames().map((name) => `games/${name}`), 'docs/language'].map(folderOf),
)

/** The playable games: those without errors. */
export const games: readonly PlayableFolder[] = await Promise.all(
  folders
    .filter(({ compilation }) => compilation.def !== undefined)
    .map(async (folder) => {
      const game = await gameAt(folder.name)
      return { ...folder, def: game.def, game }
    }),
)

/** A note for the name of a suite: the folders that are skipped because they have errors. */
export function leftOut(): string {
  const missing = folders.filter((folder) => folder.compilation.def === undefined)
  if (missing.length === 0) return ''
  return ` (left out, as it does not compile: ${missing.map((folder) => folder.name).join(', ')})`
}
