import { Rng } from '@ludoforge/kernel'

export type Seed = number | string

/**
 * The seed of game `index` of a simulation. The first game takes the simulation's own seed, so the seed of
 * any game, given to a simulation of one game or to `play`, brings that game back.
 */
export function seedOfGame(base: Seed, index: number): Seed {
  if (index === 0) return base
  const rng = new Rng(`${base}/${index}`)
  return rng.word() * 0x10_0000 + (rng.word() >>> 12) // 52 bits: a whole number that JSON keeps exactly
}

/** An agent's generator has its own seed: what it draws has nothing to do with the game's dice. */
export function seedOfAgent(seedOfItsGame: Seed, seat: string): string {
  return `${seedOfItsGame}/agent/${seat}`
}
