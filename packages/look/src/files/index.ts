/** What a page needs of a game, as files: the same on a server and in a static site. */
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

/** All files that a page needs of a game. */
export interface GameFiles {
  readonly card: GameListing // one of games/index.json
  readonly rules: GameDef // games/FINGERPRINT/rules.json
  readonly scene: Scene // scene.json
  readonly book: Book // book.json
  readonly module: string // game.js
}

/** Of a game and the folder that it was loaded from; a compiled game has none, so it has neither look nor book. */
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
