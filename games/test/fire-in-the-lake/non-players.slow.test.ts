/** Section 8 of Fire in the Lake: non-players come to the end of the game, whoever plays beside them. */
import { describe, expect, it } from 'vitest'
import { fireInTheLake, SCENARIOS, SEATS } from './support/game.js'
import { letPlay, seated } from './support/non-players.js'

const game = await fireInTheLake()
const MIXES = Array.from({ length: 15 }, (_, i) => SEATS.filter((_seat, bit) => ((i + 1) >> bit) % 2 === 1))

describe('non-players and people in every mix', () => {
  it.each(SCENARIOS)('come to the end: %s', (scenario) => {
    for (const mix of MIXES)
      for (let n = 0; n < 20; n++) {
        const table = seated(game, scenario, mix, `${mix.join(' ')} ${n}`)
        letPlay(game, table)
        expect(game.outcome(table.state), `${mix.join(', ')}, ${n}`).toBeDefined()
      }
  })
})
