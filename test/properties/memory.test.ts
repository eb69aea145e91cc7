/** Memory: nothing grows with the number of decisions. The long run is in memory.slow.test.ts. */
import { describe, expect, it } from 'vitest'
import { games, leftOut } from '../support/folders.js'
import { growth, growthByAsking } from '../support/heap.js'

it('four thousand different things that are asked of a position are not kept', async () => {
  expect(await growthByAsking('games/tic-tac-toe', 4000)).toBeLessThan(2_000_000)
})

describe(`thirty thousand decisions do not grow memory${leftOut()}`, () => {
  it.each(games)('$name', async ({ name }) => {
    expect(await growth(name, 30_000)).toBeLessThan(1_000_000)
  })
})
