/** A game as a server publishes it: its rules and the files of the page. */
import { CompileError, type LoadedGame } from '@ludoforge/compiler'
import type { GameDef } from '@ludoforge/kernel'
import type { Expression } from '@ludoforge/play'
import { expressionsOf, type GameListing } from '@ludoforge/look'
import { gameFiles } from '@ludoforge/look/node'

/** The files of a game, as they are sent and stored. */
interface PublishedFiles {
  readonly card: string
  readonly scene: string
  readonly book: string
  readonly module: string
  readonly lessons: string | null
  /** The compiled expressions of the scene, by source text. */
  readonly expressions: string
}

/** A game that a server publishes. */
export interface PublishedGame {
  readonly def: GameDef
  readonly card: GameListing
  readonly files: PublishedFiles
}

/** Compiles what the page needs of a game. `folder` is where it was loaded from, if that was a folder. */
export async function publish(game: LoadedGame, folder: string | undefined): Promise<PublishedGame> {
  const { card, rules, scene, book, module, lessons = null } = await gameFiles(game, folder)
  const expressions: Record<string, Expression> = {}
  for (const text of expressionsOf(rules, scene)) {
    try {
      expressions[text] = game.expression(text)
    } catch (error) {
      // A function of some seats or spaces only has no value for the others.
      if (!(error instanceof CompileError)) throw error
    }
  }
  return {
    def: { ...rules }, // the copy reads the deferred policies
    card,
    files: {
      card: JSON.stringify(card),
      scene: JSON.stringify(scene),
      book: JSON.stringify(book),
      module,
      lessons,
      expressions: JSON.stringify(expressions),
    },
  }
}
