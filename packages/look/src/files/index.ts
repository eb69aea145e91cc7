/**
 * `@ludoforge/look/files`: makes the files of a game for the web page, without Node. They are the same on a server, in a
 * static site and at the designer's desk.
 */
import { compileGuides, compileLessons, type LoadedGame, type SourceFile } from '@ludoforge/compiler/files'
import type { GameDef } from '@ludoforge/kernel'
import { writeLessons } from '@ludoforge/play'
import { sceneOf } from '../build/scene.js'
import type { Book, GameListing } from '../listing.js'
import type { Look } from '../reader/look.js'
import { lookOfFiles } from '../reader/look-of-files.js'
import type { Scene } from '../scene.js'
import { bookFrom } from './book.js'
import { lessonListing } from './lesson-listing.js'
import { listingOf } from './listing.js'
import { moduleText } from './module.js'
import { thumbnailOf } from './thumbnail.js'

export { sceneExpressions } from './module.js'

/** All files of a game. */
export interface GameFiles {
  readonly card: GameListing // an entry of games/index.json
  readonly rules: GameDef // games/FINGERPRINT/rules.json
  readonly scene: Scene // scene.json
  readonly book: Book // book.json
  readonly module: string // game.js
  readonly lessons?: string // lessons.js, if the game has lessons or guides
}

/** What the page draws of a game, and its rulebook. */
export type DrawnGame = Pick<GameFiles, 'scene' | 'book'>

/** Builds the scene and the rulebook from the files of a folder. */
export function drawnGame(
  game: LoadedGame,
  files: readonly SourceFile[],
): DrawnGame & { readonly look: Look } {
  const { look } = lookOfFiles(files, game)
  return { look, scene: sceneOf(game.def, look), book: bookFrom(files, game, look) }
}

/** Builds the files of a game from those of its folder: rules, look, puzzles and thumbnail. */
export function gameFilesOf(game: LoadedGame, files: readonly SourceFile[]): GameFiles {
  const { scene, book } = drawnGame(game, files)
  const lessons = compileLessons(game)
  const guides = compileGuides(game)
  return {
    card: {
      ...listingOf(game, scene, thumbnailOf(files, scene), book.puzzles?.length),
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
