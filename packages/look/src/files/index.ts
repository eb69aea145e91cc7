/** The files of a game for the web page, the same on a server and in a static site. */
import { compileGuides, compileLessons, type LoadedGame } from '@ludoforge/compiler'
import type { GameDef } from '@ludoforge/kernel'
import { writeLessons } from '@ludoforge/play'
import { sceneOf } from '../build/scene.js'
import type { Book, GameListing } from '../listing.js'
import { lookIn } from '../reader/folder.js'
import type { Scene } from '../scene.js'
import { bookOf } from './book.js'
import { lessonListing } from './lesson-listing.js'
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
  readonly lessons?: string // lessons.js, if the game has lessons or guides
}

/** Builds the files of a game. A compiled game has no folder, so it has no look and no rulebook. */
export async function gameFiles(game: LoadedGame, folder: string | undefined): Promise<GameFiles> {
  const { look } = lookIn(folder, game)
  const scene = sceneOf(game.def, look)
  const book = await bookOf(folder, game, look)
  const lessons = compileLessons(game)
  const guides = compileGuides(game)
  return {
    card: {
      ...listingOf(game, scene, thumbnailOf(folder, scene), book.puzzles?.length),
      ...(lessons.length > 0 ? { lessons: lessons.map(lessonListing) } : {}),
      ...(guides.length > 0 ? { guides: guides.map(({ seat, title }) => ({ seat, title })) } : {}),
    },
    rules: game.def,
    scene,
    book,
    module: moduleText(game, scene),
    ...(lessons.length + guides.length > 0 ? { lessons: writeLessons(game, { lessons, guides }) } : {}),
  }
}
