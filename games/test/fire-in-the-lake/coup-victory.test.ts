import { runExamples } from '@ludoforge/compiler'
import { describe, expect, it } from 'vitest'
import { fireInTheLake, playAtRandom, SCENARIOS, SEATS } from './support/game.js'

const game = await fireInTheLake()
const TIE_ORDER = ['VC', 'ARVN', 'NVA', 'US']

describe.each(SCENARIOS)('the end of random games of the %s scenario', (scenario) => {
  it('ranks by margin, and ties by the order VC, ARVN, NVA, US', () => {
    for (let seed = 0; seed < 25; seed++) {
      const end = playAtRandom(game, { scenario, seed })
      const margins = new Map(
        SEATS.map((seat) => [seat as string, Number(game.evaluate(end, `margin(${seat})`))]),
      )
      const expected = [...SEATS].toSorted(
        (a, b) =>
          (margins.get(b) ?? 0) - (margins.get(a) ?? 0) || TIE_ORDER.indexOf(a) - TIE_ORDER.indexOf(b),
      )
      const outcome = game.outcome(end)
      expect(outcome?.ranking.map(({ seat }) => seat)).toEqual(expected)
      const above = [...margins.values()].some((margin) => margin > 0)
      if (outcome?.reason.includes('6.1') === true) expect(above).toBe(true)
    }
  })
})

describe('victory in a Coup Round', () => {
  it('ranks all factions: T138', () => {
    const text = `\`\`\`example
Ties
  given an empty board
    set patronage to 53
    each space in [saigon, hue, kien-phong, kien-hoa-vinh-binh, tay-ninh, quang-tri-thua-thien, quang-tin-quang-ngai]
      set space.support to active-opposition
    place 2 VC bases in phuoc-long
    set support of binh-dinh to active-support
    set support of da-nang to passive-support
  when do victory-phase
  then VC has won
   and tie-rank(VC) > tie-rank(ARVN)
   and tie-rank(ARVN) > tie-rank(NVA)
   and tie-rank(NVA) > tie-rank(US)
\`\`\``
    expect(runExamples(game, [{ path: 'ties.md', text }]).results[0]?.failure).toBeUndefined()
  })
})
