/** The files of a game for the web page, the same on a server and in a static site. */
import type { LoadedGame } from '@ludoforge/compiler'
import type { GameDef } from '@ludoforge/kernel'
import { sceneOf } from '../build/scene.js'
import type { Book, GameListing } from '../listing.js'
import { lookIn } from '../reader/folder.js'
import type { Scene } from '../scene.js'
import { bookOf } from './book.js'
import { listingOf } from './listing.js'
import { moduleText } from './module.js'
import { thumbnailOf } from './thumbnail.js'

/** All files of a game. */
export interface GameFiles {
  readonly card: GameListing // an entry of games/index.json
  readonly rules: GameDef // games/FINGERPRINT/rules.json
  readonly scene: Scene // scene.json
  readonly book: Book // book.json
  readonly module: string // game.js
}

/** Builds the files of a game. A compiled game has no folder, so it has no look and no rulebook. */
export async function gameFiles(game: LoadedGame, folder: string | undefined): Promise<GameFiles> {
  const { look } = lookIn(folder, game)
  const scene = sceneOf(game.def, look)
  return {
    card: listingOf(game, scene, thumbnailOf(folder, scene)),
    rules: game.def,
    scene,
    book: await bookOf(folder),
    module: moduleText(game, scene),
  }
}
