/** Memory: nothing grows with the number of decisions. The long run is in memory.slow.test.ts. */
import { describe, expect, it } from 'vitest'
import { games, leftOut } from '../support/folders.js'
import { growth } from '../support/heap.js'

describe(`thirty thousand decisions do not grow memory${leftOut()}`, () => {
  it.each(games)('$name', async ({ name }) => {
    expect(await growth(name, 30_000)).toBeLessThan(1_000_000)
  })
})
