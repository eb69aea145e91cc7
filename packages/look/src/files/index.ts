/**
 * `@ludoforge/look/files`: makes the files of a game for the web page, without Node. They are the same on a server, in a
 * static site and at the designer's desk.
 */
import { compileGuides, compileLessons, type LoadedGame, type SourceFile } from '@ludoforge/compiler/files'
import type { GameDef } from '@ludoforge/kernel'
import { writeLessons } from '@ludoforge/play'
import { sceneOf } from '../build/scene.js'
import type { Book, GameListing } from '../listing.js'
import { lookOfFiles } from '../reader/look-of-files.js'
import type { Scene } from '../scene.js'
import { bookFrom } from './book.js'
import { lessonListing } from './lesson-listing.js'
import { listingOf } from './listing.js'
import { moduleText } from './module.js'
import { thumbnailOf } from './thumbnail.js'

export { bookFrom } from './book.js'
export { moduleText, sceneExpressions } from './module.js'
export { sceneOf } from '../build/scene.js'
export { standingValues } from '../build/standing-values.js'
export { isLookFile, lookOfFiles } from '../reader/look-of-files.js'

/** All files of a game. */
export interface GameFiles {
  readonly card: GameListing // an entry of games/index.json
  readonly rules: GameDef // games/FINGERPRINT/rules.json
  readonly scene: Scene // scene.json
  readonly book: Book // book.json
  readonly module: string // game.js
  readonly lessons?: string // lessons.js, if the game has lessons or guides
}

/** Builds the files of a game from those of its folder: rules, look, puzzles and thumbnail. */
export function gameFilesOf(game: LoadedGame, files: readonly SourceFile[]): GameFiles {
  const { look } = lookOfFiles(files, game)
  const scene = sceneOf(game.def, look)
  const book = withOthers(bookFrom(files, game, look), files)
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

/** Adds the files that aren't pages. A picture is drawn for the lobby, and no part of the rules. */
function withOthers(book: Book, files: readonly SourceFile[]): Book {
  const pages = new Map(book.files.map(({ path, markdown }) => [path, markdown]))
  const others = files.filter(({ path, text }) => pages.get(path) !== text && !path.endsWith('.svg'))
  if (others.length === 0) return book
  return { ...book, others: Object.fromEntries(others.map(({ path, text }) => [path, text])) }
}
