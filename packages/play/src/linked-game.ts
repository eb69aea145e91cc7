import { type Game, IllegalChoice } from '@ludoforge/kernel'
import { LinkedGame } from '@ludoforge/kernel/internal'

/** Returns the game as a LinkedGame. Throws IllegalChoice for another implementation of `Game`. */
export function linkedGame(game: Game): LinkedGame {
  if (!(game instanceof LinkedGame))
    throw new IllegalChoice('This function needs a game made by linkGame, loadGame or loadModule.')
  return game
}
