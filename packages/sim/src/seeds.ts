/** What random numbers begin with. */
export type Seed = number | string

/**
 * The seed of game `index` of a simulation. The first game takes the simulation's own seed, every other one that
 * seed and its number, so the seed of any game, given to a simulation of one game or to `play`, brings that game
 * back, and no two games of a simulation have the same.
 */
export function seedOfGame(base: Seed, index: number): Seed {
  return index === 0 ? base : `${base}/${index}`
}

/** An agent's generator has its own seed: what it draws has nothing to do with the game's dice. */
export function seedOfAgent(seedOfItsGame: Seed, seat: string): string {
  return `${seedOfItsGame}/agent/${seat}`
}
