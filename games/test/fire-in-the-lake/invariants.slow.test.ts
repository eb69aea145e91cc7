import { describe, expect, it } from 'vitest'
import { broken, fireInTheLake, playAtRandom, SCENARIOS } from './support/game.js'

const game = await fireInTheLake()

describe.each(SCENARIOS)('334 random games of the %s scenario', (scenario) => {
  it('break nothing at any decision', () => {
    for (let seed = 0; seed < 334; seed++) {
      playAtRandom(game, { scenario, seed }, (state) => {
        expect(broken(game, state), `seed ${seed}`).toEqual([])
      })
    }
  })
})
