import { describe, expect, it } from 'vitest'
import { fireInTheLake, pieceCounts, SCENARIOS, SEATS } from './support/game.js'

const game = await fireInTheLake()

const FORCE_POOL = {
  'us-troops': 40,
  'us-irregulars': 6,
  'us-bases': 6,
  'arvn-troops': 30,
  'arvn-police': 30,
  'arvn-rangers': 6,
  'arvn-bases': 3,
  'nva-troops': 40,
  'nva-guerrillas': 20,
  'nva-bases': 9,
  'vc-guerrillas': 30,
  'vc-bases': 9,
}

/** Printed markers, cards in the deck, pieces on the map and Available by type, in the order of the pool. */
const EXPECTED = {
  short: {
    scores: { US: 38, ARVN: 41, NVA: 10, VC: 23 },
    cards: 27,
    leader: ['young-turks', 2],
    map: [22, 3, 4, 12, 19, 3, 1, 12, 14, 8, 14, 5],
    available: [12, 3, 2, 8, 11, 0, 2, 28, 6, 1, 16, 4],
    resources: [0, 30, 15, 10],
  },
  medium: {
    scores: { US: 37, ARVN: 44, NVA: 8, VC: 23 },
    cards: 39,
    leader: ['ky', 3],
    map: [30, 6, 6, 20, 26, 3, 1, 18, 18, 8, 23, 8],
    available: [5, 0, 0, 0, 4, 0, 2, 22, 2, 1, 7, 1],
    resources: [0, 30, 20, 15],
  },
  full: {
    scores: { US: 38, ARVN: 35, NVA: 4, VC: 27 },
    cards: 78,
    leader: ['minh', 0],
    map: [9, 3, 2, 12, 20, 1, 0, 0, 12, 4, 16, 7],
    available: [21, 3, 2, 8, 10, 2, 1, 40, 8, 5, 14, 2],
    resources: [0, 30, 10, 5],
  },
} as const

describe.each(SCENARIOS)('the set-up of the %s scenario', (scenario) => {
  const state = game.start({ scenario, seed: 2 })
  const expected = EXPECTED[scenario]
  const types = Object.keys(FORCE_POOL)
  const value = (text: string) => game.evaluate(state, text)

  it('gives the printed victory markers', () => {
    for (const seat of SEATS) expect(value(`score(${seat})`), seat).toBe(expected.scores[seat])
  })

  it('holds the whole force pool', () => {
    expect(Object.fromEntries(pieceCounts(game, game.view(state, null)))).toEqual(FORCE_POOL)
  })

  it('puts as many pieces on the map and in Available as it should', () => {
    expect(types.map((type) => value(`count(${type} in map)`))).toEqual(expected.map)
    expect(types.map((type) => value(`count(${type} in available)`))).toEqual(expected.available)
  })

  it('has one tunneled Base, in Tay Ninh', () => {
    expect(value('count(tunneled bases in map)')).toBe(1)
    expect(value('count(tunneled VC bases in tay-ninh)')).toBe(1)
  })

  it('builds its deck with one Coup in each campaign', () => {
    const piles = scenario === 'full' ? 6 : 3
    for (const seed of [1, 2, 3, 4, 5]) {
      const dealt = game.start({ scenario, seed })
      // From the top: the card that is played, the one that lies open, the deck.
      const kinds = (text: string) => game.evaluate(dealt, text) as readonly string[]
      const cards = kinds('join(join(cards in current-card, cards in next-card), cards in deck)')
      // A first card that is a Coup lies in the leader box already.
      const order = cards.map((card) => Number(/card-(\d+)/.exec(card)?.[1]) > 124)
      if (order.length < expected.cards) order.unshift(true)
      expect(order).toHaveLength(expected.cards)
      const size = expected.cards / piles
      for (let pile = 0; pile < piles; pile++) {
        expect(
          order.slice(pile * size, (pile + 1) * size).filter(Boolean),
          `seed ${seed}, pile ${pile}`,
        ).toHaveLength(1)
      }
    }
  })

  it('starts with its leader and Resources', () => {
    expect(game.evaluate(state, 'rvn-leader')).toBe(expected.leader[0])
    expect(game.evaluate(state, 'count(leader-box)')).toBe(expected.leader[1])
    expect(SEATS.map((seat) => value(`resources of ${seat}`))).toEqual(expected.resources)
  })

  it('deals only its own years with the option for it, and puts its Capabilities in force', () => {
    const dealt = game.start({ scenario, seed: 3, options: { 'period-events': true } })
    const years = { short: [1965], medium: [1968], full: [1964, 1965, 1968] }[scenario]
    const found = game.evaluate(
      dealt,
      'distinct(collect(event cards in [current-card, next-card, deck], it.period))',
    )
    expect([...(found as readonly number[])].toSorted((a, b) => a - b)).toEqual(years)
    expect(game.evaluate(dealt, 'count(shaded capabilities in in-force)')).toBe(
      { short: 1, medium: 4, full: 0 }[scenario],
    )
    expect(game.evaluate(dealt, 'count(unshaded capabilities in in-force)')).toBe(
      { short: 0, medium: 2, full: 0 }[scenario],
    )
  })
})
