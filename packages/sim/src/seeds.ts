/** A seed for random numbers. */
export type Seed = number | string

/**
 * Returns the seed of game `index` of a series. The first game has the seed of the series; the others append their
 * index. So all seeds differ, and `play` or a simulation of one game reproduces any game from its seed.
 */
export function seedOfGame(base: Seed, index: number): Seed {
  return index === 0 ? base : `${base}/${index}`
}

/** Returns the seed of an agent. It differs from the game's, so that an agent's draws are independent of the dice. */
export function seedOfAgent(gameSeed: Seed, seat: string): string {
  return `${gameSeed}/agent/${seat}`
}
