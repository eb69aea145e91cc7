import { describe, expect, it } from 'vitest'
import { broken, fireInTheLake, playAtRandom, SCENARIOS, SEATS } from './support/game.js'
import { isThorough } from '../../../test/support/effort.js'

const game = await fireInTheLake()
const SEEDS = isThorough ? 200 : 60
const WATCHED = isThorough ? 20 : 6 // seeds whose every decision is looked at; invariants.slow.test.ts watches all

describe.each(SCENARIOS)('random play of the %s scenario', (scenario) => {
  it(`comes to a result from ${SEEDS} seeds`, () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const end = playAtRandom(game, { scenario, seed })
      expect(broken(game, end), `seed ${seed}`).toEqual([])
      const outcome = game.outcome(end)
      expect(outcome?.ranking.map(({ seat }) => seat).toSorted()).toEqual([...SEATS].toSorted())
      expect(outcome?.winners).toHaveLength(1)
    }
  })

  it(`breaks nothing at any decision of ${WATCHED} games`, () => {
    for (let seed = 0; seed < WATCHED; seed++) {
      playAtRandom(game, { scenario, seed }, (state) => {
        expect(broken(game, state), `seed ${seed}`).toEqual([])
      })
    }
  })

  it('goes through the whole deck when everybody Passes', () => {
    let state = game.start({ scenario, seed: 7 })
    for (let ask = game.decision(state); ask !== undefined; ask = game.decision(state)) {
      const pass = ask.options.find(({ id }) => id === 'pass' || id === 'keep')
      const least =
        ask.kind === 'number'
          ? ask.min
          : ask.options.slice(0, 1).flatMap(({ id }) => Array<string>(ask.min).fill(id))
      state = game.decide(state, pass?.id ?? least)
    }
    expect(game.outcome(state)?.ranking).toHaveLength(4)
  })

  it('also with two players, who share the ranks of their factions', () => {
    const options = { 'one-coin-player': true, 'one-insurgent-player': true }
    for (let seed = 0; seed < 10; seed++) {
      const outcome = game.outcome(playAtRandom(game, { scenario, seed, options }))
      expect(outcome?.winners.toSorted()).toEqual(
        outcome?.winners.includes('US') === true ? ['ARVN', 'US'] : ['NVA', 'VC'],
      )
    }
  })
})
