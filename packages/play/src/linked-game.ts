import { type Game, IllegalChoice } from '@ludoforge/kernel'
import { LinkedGame } from '@ludoforge/kernel/internal'

/** Returns the game as linkGame has made it. Throws IllegalChoice if something else implements `Game`. */
export function linkedGame(game: Game): LinkedGame {
  if (!(game instanceof LinkedGame)) throw new IllegalChoice('This needs a game made by linkGame.')
  return game
}
