/** Memory: nothing grows with the number of decisions. */
import { describe, expect, it } from 'vitest'
import { games, leftOut } from '../support/folders.js'
import { growth } from '../support/heap.js'

describe(`a million decisions do not grow memory${leftOut()}`, () => {
  it.each(games)('$name', async ({ name }) => {
    expect(await growth(name, 1_000_000)).toBeLessThan(400_000)
  })
})
