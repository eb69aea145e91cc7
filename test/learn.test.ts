import { linkGame } from '@ludoforge/kernel'
import { learn, type Learned } from '@ludoforge/sim'
import { describe, expect, it } from 'vitest'
import { gameFrom } from './support/games.js'
import { entryOf, itemAt } from './support/items.js'

/** A farm: coins count, and each seed becomes two at the end. Stones become nothing. */
const FARM = `
\`\`\`yaml
game: {id: farm}
seats: [north, south]
seat-variables: {coins: 0..99, seeds: 0..99, stones: 0..99}
features:
  seeds-of: seeds that will bear two coins each
  stones-of: stones, good for nothing
  never: what never is
\`\`\`

\`\`\`rules
play
  repeat up to 24 times, seats in turn
    roll crop from 1..3
    choose "What do you take?"
      option coin
        add crop to coins of actor
      option seed
        add crop to seeds of actor
      option stone
        add crop to stones of actor
  each seat in seats
    add 2 * seeds of seat to coins of seat
    set seeds of seat to 0
  rank seats by it.coins

value worth(seat) = seat.coins
value seeds-of(seat) = seat.seeds
value stones-of(seat) = seat.stones
test never(seat) = seat.coins > 98
\`\`\`
`
const farm = () => gameFrom(FARM)
const timeless = ({ seconds, ...rest }: Learned) => {
  expect(seconds).toBeGreaterThan(0)
  return rest
}

describe('learning', () => {
  it('finds the weight of a feature, and none for a useless one', async () => {
    const learned = await learn({ game: farm(), games: 300, agents: ['random'], seed: 5, jobs: 2 })
    expect(learned).toMatchObject({ games: 300, bySeat: false, target: 'margin', errors: [] })
    const [seeds, stones, never] = learned.features.map(({ weights }) => weights.north)
    expect(Math.abs((seeds?.value ?? 0) - 2000)).toBeLessThan(3 * (seeds?.error ?? 0))
    expect(seeds?.error).toBeLessThan(150)
    expect(Math.abs(stones?.value ?? 0)).toBeLessThan(3 * (stones?.error ?? 0))
    expect(never).toEqual({ value: 0, error: 0 })
    expect(Math.abs(learned.lead.value - 1)).toBeLessThan(3 * learned.lead.error)
    const { explained, named } = learned.heldOut
    expect(explained.both).toBeGreaterThan(explained.worth + 0.2)
    expect(named?.both).toBeGreaterThan(named?.worth ?? 1)
  })

  it('fits weights per seat if that predicts better', async () => {
    const unequal = FARM.replace(
      'add 2 * seeds of seat to coins of seat',
      'add (if seat is north then 4 else 0) * seeds of seat to coins of seat',
    )
    expect(unequal).not.toBe(FARM)
    const game = gameFrom(unequal)
    const learned = await learn({ game, games: 300, agents: ['random'], seed: 5, jobs: 2 })
    expect(learned.bySeat).toBe(true)
    const { weights } = itemAt(learned.features, 0)
    const [north, south] = [entryOf(weights, 'north'), entryOf(weights, 'south')]
    expect(north.value - 3 * north.error).toBeGreaterThan(south.value + 3 * south.error)
  })

  it('finds the same when predicting wins', async () => {
    const learned = await learn({ game: farm(), games: 300, agents: ['random'], target: 'win', jobs: 2 })
    const { value, error } = entryOf(itemAt(learned.features, 0).weights, 'south')
    expect(Math.abs(value - 2000)).toBeLessThan(3 * error)
  })

  it('learns from the worth that all seats share, in a cooperative game', async () => {
    const together = FARM.replace(
      'rank seats by it.coins',
      'if sum(seats, it.coins) > 48\n    everybody wins with sum(seats, it.coins)\n  everybody loses with sum(seats, it.coins)',
    ).replace('worth(seat) = seat.coins', 'worth(seat) = sum(seats, it.coins)')
    const game = gameFrom(together)
    for (const target of ['margin', 'win'] as const) {
      const learned = await learn({ game, games: 160, agents: ['random'], target, seed: 5, jobs: 2 })
      const { value, error } = entryOf(itemAt(learned.features, 0).weights, 'north')
      // A seed of one seat is two coins of the shared worth; a feature of the side is the mean of its two seats.
      expect(Math.abs(value - 4000)).toBeLessThan(3 * error)
      expect(learned.heldOut.named).toBe(undefined)
      expect(learned.heldOut.explained.both).toBeGreaterThan(learned.heldOut.explained.worth)
    }
  })

  it('compares teams by the mean of their seats', async () => {
    const pairs = FARM.replace('[north, south]', '[north, south, east, west]')
      .replace('features:', 'teams: {one: [north, south], other: [east, west]}\nfeatures:')
      .replace('24 times', '48 times')
      .replace('rank seats by it.coins', 'best(seats, team-coins(it)) wins')
      .replace(
        'test never',
        'value team-coins(seat) = sum(team-of(seat), it.coins)\nset team-of(seat) = if seat in [north, south] then [north, south] else [east, west]\ntest never',
      )
    const game = gameFrom(pairs)
    const learned = await learn({ game, games: 300, agents: ['random'], seed: 5, jobs: 2 })
    expect(learned.bySeat).toBe(false)
    const { value, error } = entryOf(itemAt(learned.features, 0).weights, 'west')
    expect(Math.abs(value - 2000)).toBeLessThan(3 * error)
    const { named } = learned.heldOut
    expect(named?.both).toBeGreaterThan(named?.worth ?? 1)
  })

  it('is the same with any number of jobs, and differs with another seed', async () => {
    const game = farm()
    const of = (jobs: number, seed: number) =>
      learn({ game, games: 40, agents: ['random', 'greedy'], seed, jobs })
    const [one, three, other] = await Promise.all([of(1, 1), of(3, 1), of(1, 2)])
    expect(timeless(three)).toEqual(timeless(one))
    expect(other.features).not.toEqual(one.features)
  })

  it('refuses if nothing can be learned, and explains why', async () => {
    const game = farm()
    const { features: __, ...bare } = game.def
    await expect(learn({ game: linkGame(bare), games: 20 })).rejects.toThrow('declares no `features`')
    const { worth: _, ...worthless } = game.def
    await expect(learn({ game: linkGame(worthless), games: 20 })).rejects.toThrow('declares no `worth`')
    await expect(learn({ game, games: 20, maxDecisions: 3, jobs: 1 })).rejects.toThrow(
      'Only 0 games were completed',
    )
  })
})
