/** A game as a server offers it: its rules, and what a page needs of it. */
import { CompileError, type LoadedGame } from '@ludoforge/compiler'
import type { GameDef } from '@ludoforge/kernel'
import type { Expression } from '@ludoforge/play'
import { expressionsOf, type GameListing } from '@ludoforge/look'
import { gameFiles } from '@ludoforge/look/node'

/** Texts, as they are sent and kept. */
interface OfferedFiles {
  readonly card: string
  readonly scene: string
  readonly book: string
  readonly module: string
  /** The expressions of the scene, by their texts. */
  readonly expressions: string
}

/** A game that a server offers. */
export interface PublishedGame {
  readonly def: GameDef
  readonly card: GameListing
  readonly files: OfferedFiles
}

/** `folder`: where it was loaded from, if it was a folder. */
export async function publish(game: LoadedGame, folder: string | undefined): Promise<PublishedGame> {
  const { card, rules, scene, book, module } = await gameFiles(game, folder)
  const expressions: Record<string, Expression> = {}
  for (const text of expressionsOf(rules, scene)) {
    try {
      expressions[text] = game.expression(text)
    } catch (error) {
      // A function of some seats or spaces only: of the others it has no value.
      if (!(error instanceof CompileError)) throw error
    }
  }
  return {
    def: { ...rules }, // with its policies
    card,
    files: {
      card: JSON.stringify(card),
      scene: JSON.stringify(scene),
      book: JSON.stringify(book),
      module,
      expressions: JSON.stringify(expressions),
    },
  }
}
