/** All 2,598,960 hands of five cards, by the rule as it is compiled. */
import { expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { CATEGORIES, categoryOf, ranking, texasHoldem } from './support/game.js'

const KNOWN = {
  'straight-flush': 40,
  'four-of-a-kind': 624,
  'full-house': 3744,
  flush: 5108,
  straight: 10_200,
  'three-of-a-kind': 54_912,
  'two-pair': 123_552,
  pair: 1_098_240,
  'high-card': 1_302_540,
}

it('every hand of five cards is in its category, and there are 7,462 different ones', async () => {
  const { cards, score } = ranking(await texasHoldem())
  const counts = CATEGORIES.map(() => 0)
  const different = new Set<number>()
  const n = cards.length
  for (let a = 0; a < n; a += 1)
    for (let b = a + 1; b < n; b += 1)
      for (let c = b + 1; c < n; c += 1)
        for (let d = c + 1; d < n; d += 1)
          for (let e = d + 1; e < n; e += 1) {
            const value = score([
              itemAt(cards, a),
              itemAt(cards, b),
              itemAt(cards, c),
              itemAt(cards, d),
              itemAt(cards, e),
            ])
            const category = categoryOf(value)
            counts[category] = itemAt(counts, category) + 1
            different.add(value)
          }
  expect(Object.fromEntries(CATEGORIES.map((name, i) => [name, counts[i]]))).toEqual(KNOWN)
  expect(different.size).toBe(7462)
})
