import { expect, it } from 'vitest'
import { texasHoldem } from './support/game.js'
import { watchChips } from './support/play.js'

it('chips are conserved at every decision of 10,000 random hands', async () => {
  const { hands } = watchChips(await texasHoldem(), 10_000, 2)
  expect(hands).toBeGreaterThanOrEqual(10_000)
})
