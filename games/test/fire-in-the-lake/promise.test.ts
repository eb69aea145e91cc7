/** What a position promises each faction (8.11): features of the rules, weighed as the folder of the game says. */
import { expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { fireInTheLake, playAtRandom, SEATS } from './support/game.js'

it('what a position promises is the sum of its features by their weights', async () => {
  const game = await fireInTheLake()
  const { features = [] } = game.def
  expect(features.map(({ id }) => id)).toContain('readiness')
  const promises: number[] = []
  let seen = 0
  playAtRandom(game, { seed: 3, scenario: 'short' }, (state) => {
    seen += 1
    if (seen % 100 !== 0) return
    const sums = SEATS.map((seat) =>
      features.reduce((sum, { id, weights }) => {
        const count = Number(game.evaluate(state, `${id}(${seat})`))
        return sum + (count * ((weights as Record<string, number>)[seat] ?? 0)) / 1000
      }, 0),
    )
    expect(game.promises(state, promises)).toBe(true)
    promises.forEach((promise, i) => expect(promise).toBeCloseTo(itemAt(sums, i), 6))
    expect(new Set(promises).size).toBe(SEATS.length)
  })
  expect(seen).toBeGreaterThan(200)
})
