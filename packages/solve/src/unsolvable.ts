import type { Game, State } from '@ludoforge/kernel'

/** A game can't be solved by a method: it is too large, or not of the right kind. The message names what to do. */
export class Unsolvable extends Error {
  override readonly name = 'Unsolvable'
}

/** Returns the two seats of a game. Throws Unsolvable if it has another number. */
export function twoSeats(game: Game, state: State): readonly [string, string] {
  const [first, second, ...more] = game.present(state)
  if (first === undefined || second === undefined || more.length > 0)
    throw new Unsolvable('Only games of two seats can be solved.')
  return [first, second]
}
