/** The folder's ranking of hands against one that was written without it. */
import { runExamples } from '@ludoforge/compiler'
import { Rng } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import {
  type Card,
  CATEGORIES,
  categoryOf,
  compareLists,
  ranking,
  referenceBest,
  referenceFive,
  texasHoldem,
} from './support/game.js'

const game = await texasHoldem()
const { cards, score } = ranking(game)

describe('the examples in the rulebook', () => {
  const report = runExamples(game)

  it('can all be read', () => {
    expect(report.diagnostics).toEqual([])
  })

  it.each(report.results.map((result) => [result.title, result] as const))('%s', (_, { failure }) => {
    expect(failure).toBeUndefined()
  })
})

describe('the ranking of hands', () => {
  function draw(rng: Rng, count: number): Card[] {
    return rng.shuffle([...cards]).slice(0, count)
  }

  it('has 52 cards and nine categories', () => {
    expect(new Set(cards.map(({ rank, suit }) => `${rank}${suit}`)).size).toBe(52)
    expect(game.def.enums.find(({ id }) => id === 'category')?.values).toEqual(CATEGORIES)
  })

  it('finds the category of five cards', () => {
    const rng = new Rng(1)
    for (let n = 0; n < 5000; n += 1) {
      const hand = draw(rng, 5)
      expect(categoryOf(score(hand)), text(hand)).toBe(referenceFive(hand)[0])
    }
  })

  it.each([5, 6, 7])('orders hands of %i cards as the best five of them', (size) => {
    const rng = new Rng(size)
    let ties = 0
    for (let n = 0; n < 2000; n += 1) {
      // Two hands that share most of their cards are often close, and often equal.
      const all = draw(rng, size + 2)
      const [a, b] = [all.slice(0, size), all.slice(2)]
      const wanted = compareLists(referenceBest(a), referenceBest(b))
      if (wanted === 0) ties += 1
      expect(Math.sign(score(a) - score(b)), `${text(a)} | ${text(b)}`).toBe(wanted)
    }
    expect(ties).toBeGreaterThan(10)
  })

  it('does not depend on the order of the cards', () => {
    const rng = new Rng(9)
    for (let n = 0; n < 500; n += 1) {
      const hand = draw(rng, 7)
      expect(score([...hand].reverse())).toBe(score(hand))
    }
  })
})

function text(hand: readonly Card[]): string {
  return hand.map(({ rank, suit }) => `${rank}${suit}`).join(' ')
}
